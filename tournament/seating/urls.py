"""The pages of the seating."""

from django.urls import path

from tournament.seating import import_views, public_views, version_views, views

urlpatterns = [
    path("t/<slug:slug>/seating/", public_views.public_seating, name="public_seating"),
    path("t/<slug:slug>/screen/seating/<int:number>/", public_views.screen_seating, name="screen_seating"),
    path("manage/<slug:slug>/seating/", views.seating, name="seating"),
    path("manage/<slug:slug>/seating/<int:number>/", views.seating, name="seating_hanchan"),
    path("manage/<slug:slug>/seating/<int:number>/swap/", views.swap, name="seating_swap"),
    path("manage/<slug:slug>/seating/plan/", views.plan, name="seating_plan"),
    path("manage/<slug:slug>/seating/publish/", views.publish, name="seating_publish"),
    path("manage/<slug:slug>/seating/replace/", views.replace, name="seating_replace"),
    path("manage/<slug:slug>/seating/import/", import_views.import_seating, name="seating_import"),
    path("manage/<slug:slug>/seating/import/take-over/", import_views.take_over, name="seating_take_over"),
    path("manage/<slug:slug>/seating/versions/", version_views.versions, name="seating_versions"),
    path("manage/<slug:slug>/seating/versions/<int:number>/", version_views.version, name="seating_version"),
]
