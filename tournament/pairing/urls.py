"""The page that seats the next hanchan by the standings."""

from django.urls import path

from tournament.pairing import views

urlpatterns = [
    path("manage/<slug:slug>/seating/<int:number>/by-standings/", views.by_standings, name="seating_by_standings"),
]
