from django.urls import path

from tournament.hanchan import views

urlpatterns = [
    path("manage/<slug:slug>/", views.event_overview, name="event_overview"),
    path("manage/<slug:slug>/hanchan/all/", views.hanchan_list, name="hanchan_list"),
    path("manage/<slug:slug>/hanchan/<int:number>/", views.hanchan, name="hanchan"),
    *(
        path(f"manage/<slug:slug>/hanchan/<int:number>/{act}/", views.hanchan_do, {"act": act}, name=f"hanchan_{act}")
        for act in views.ACTS
    ),
    *(
        path(f"manage/<slug:slug>/hanchan/<int:number>/{act}/", views.organiser_do, {"act": act}, name=f"hanchan_{act}")
        for act in views.ORGANISER_ACTS
    ),
    path("t/<slug:slug>/clock/", views.public_clock, name="public_clock"),
    path("t/<slug:slug>/hanchan.ics", views.public_calendar, name="public_calendar"),
    path("t/<slug:slug>/last-hand/", views.public_last_hand, name="public_last_hand"),
    path("t/<slug:slug>/winds/", views.public_winds, name="public_winds"),
]
