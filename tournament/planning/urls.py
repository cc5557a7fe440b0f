"""The pages of the seating: versions, planning, wishes, jobs, repair, pairing and import."""

from django.urls import path

from tournament.planning import change_views, views, wish_views
from tournament.planning.check_in import views as check_in_views
from tournament.planning.importing import views as import_views
from tournament.planning.jobs import views as job_views
from tournament.planning.line_up import views as line_up_views

urlpatterns = [
    path("check-seating/", import_views.check_anywhere, name="check_seating"),
    path("manage/<slug:slug>/players/check-in/close/", check_in_views.check_in_close, name="check_in_close"),
    path(
        "manage/<slug:slug>/players/check-in/close/figures/", check_in_views.check_in_figures, name="check_in_figures"
    ),
    path("manage/<slug:slug>/players/check-in/reopen/", check_in_views.check_in_reopen, name="check_in_reopen"),
    path("manage/<slug:slug>/seating/", views.seating, name="seating"),
    path("manage/<slug:slug>/seating/<num:number>/", views.seating, name="seating_hanchan"),
    path(
        "manage/<slug:slug>/seating/<num:number>/by-standings/",
        change_views.moved,
        {"what": "standings"},
        name="seating_by_standings",
    ),
    path("manage/<slug:slug>/seating/<num:number>/swap/", change_views.moved, {"what": "wrong"}, name="seating_swap"),
    path("manage/<slug:slug>/seating/change/", change_views.change, name="seating_change"),
    path("manage/<slug:slug>/seating/check/", import_views.check, name="seating_check"),
    path("manage/<slug:slug>/seating/import/", change_views.moved, {"what": "file"}, name="seating_import"),
    path("manage/<slug:slug>/seating/plan/", job_views.plan, name="seating_plan"),
    path("manage/<slug:slug>/seating/publish/", views.publish, name="seating_publish"),
    path("manage/<slug:slug>/seating/repair/", change_views.moved, {"what": ""}, name="seating_repair"),
    path("manage/<slug:slug>/seating/repair/seats/", change_views.moved, {"what": "tables"}, name="seating_reseat"),
    path("manage/<slug:slug>/seating/replace/", change_views.moved, {"what": "replace"}, name="seating_replace"),
    path("manage/<slug:slug>/seating/versions/", views.versions, name="seating_versions"),
    path("manage/<slug:slug>/seating/versions/<num:number>/", views.version, name="seating_version"),
    path("manage/<slug:slug>/sheets/<num:number>/<num:table>/people/", line_up_views.sheet_people, name="sheet_people"),
    path("manage/<slug:slug>/seating/wishes/", wish_views.wishes, name="seating_wishes"),
    path("manage/<slug:slug>/seating/wishes/<num:pk>/", wish_views.withdraw, name="seating_wish_withdraw"),
    path("manage/<slug:slug>/seating/work/<num:job>/", job_views.job, name="seating_job"),
]
