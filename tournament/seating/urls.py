"""The pages of the seating."""

from django.urls import path

from tournament.seating import import_views, plan_views, public_views, version_views, views
from tournament.seating.draws import public_views as public_draw_views
from tournament.seating.draws import views as draw_views
from tournament.seating.repair import urls as repair_urls
from tournament.seating.report import urls as report_urls
from tournament.seating.wishes import views as wish_views
from tournament.seating.work import views as work_views

urlpatterns = [
    *report_urls.urlpatterns,
    *repair_urls.urlpatterns,
    path("t/<slug:slug>/seating/", public_views.public_seating, name="public_seating"),
    path("t/<slug:slug>/screen/seating/<int:number>/", public_views.screen_seating, name="screen_seating"),
    path("t/<slug:slug>/draw/", public_draw_views.public_draw, name="public_draw"),
    path("t/<slug:slug>/draw/draw.json", public_draw_views.draw_file, name="public_draw_file"),
    path("t/<slug:slug>/draw/check_draw.py", public_draw_views.draw_script, name="public_draw_script"),
    path("t/<slug:slug>/screen/draw/", public_draw_views.screen_draw, name="screen_draw"),
    path("manage/<slug:slug>/seating/", views.seating, name="seating"),
    path("manage/<slug:slug>/seating/draw/", draw_views.draw, name="seating_draw"),
    path("manage/<slug:slug>/seating/<int:number>/", views.seating, name="seating_hanchan"),
    path("manage/<slug:slug>/seating/<int:number>/swap/", views.swap, name="seating_swap"),
    path("manage/<slug:slug>/seating/plan/", plan_views.plan, name="seating_plan"),
    path("manage/<slug:slug>/seating/publish/", views.publish, name="seating_publish"),
    path("manage/<slug:slug>/seating/replace/", views.replace, name="seating_replace"),
    path("manage/<slug:slug>/seating/import/", import_views.import_seating, name="seating_import"),
    path("manage/<slug:slug>/seating/import/take-over/", import_views.take_over, name="seating_take_over"),
    path("manage/<slug:slug>/seating/versions/", version_views.versions, name="seating_versions"),
    path("manage/<slug:slug>/seating/versions/<int:number>/", version_views.version, name="seating_version"),
    path("manage/<slug:slug>/seating/wishes/", wish_views.wishes, name="seating_wishes"),
    path("manage/<slug:slug>/seating/wishes/<int:pk>/", wish_views.withdraw, name="seating_wish_withdraw"),
    path("manage/<slug:slug>/seating/work/<int:work>/", work_views.work, name="seating_work"),
]
