from django.urls import path

from tournament.rounds import views

urlpatterns = [
    path("manage/<slug:slug>/", views.event_overview, name="event_overview"),
    path("manage/<slug:slug>/hanchan/<int:number>/", views.hanchan, name="hanchan"),
    path("manage/<slug:slug>/hanchan/<int:number>/<slug:act>/", views.hanchan_do, name="hanchan_do"),
    path("t/<slug:slug>/clock/", views.public_clock, name="public_clock"),
]
