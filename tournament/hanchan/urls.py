from django.urls import path

from tournament.hanchan import not_played_views, views

urlpatterns = [
    path("manage/<slug:slug>/", views.event_overview, name="event_overview"),
    path("manage/<slug:slug>/hanchan/all/", views.hanchan_list, name="hanchan_list"),
    path("manage/<slug:slug>/hanchan/<num:number>/", views.hanchan, name="hanchan"),
    *(
        path(f"manage/<slug:slug>/hanchan/<num:number>/{act}/", views.hanchan_do, {"act": act}, name=f"hanchan_{act}")
        for act in views.ACTS
    ),
    *(
        path(f"manage/<slug:slug>/hanchan/<num:number>/{act}/", views.organiser_do, {"act": act}, name=f"hanchan_{act}")
        for act in views.ORGANISER_ACTS
    ),
    path("manage/<slug:slug>/hanchan/<num:number>/cancel/", not_played_views.hanchan_cancel, name="hanchan_cancel"),
    path(
        "manage/<slug:slug>/sheets/<num:number>/<num:table>/not-played/",
        not_played_views.sheet_not_played,
        name="sheet_not_played",
    ),
    path(
        "manage/<slug:slug>/sheets/<num:number>/<num:table>/played/",
        not_played_views.sheet_played,
        name="sheet_played",
    ),
    path("manage/<slug:slug>/hanchan/<num:number>/finalists/", views.cut_decision, name="cut_decision"),
    path("t/<slug:slug>/clock/", views.public_clock, name="public_clock"),
    path("t/<slug:slug>/hanchan.ics", views.public_calendar, name="public_calendar"),
    path("t/<slug:slug>/last-hand/", views.public_last_hand, name="public_last_hand"),
    path("t/<slug:slug>/winds/", views.public_winds, name="public_winds"),
]
