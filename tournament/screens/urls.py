"""Addresses of the hall's pages: the seating on phones and on the wall."""

from django.urls import path

from tournament.screens import views

urlpatterns = [
    path("t/<slug:slug>/seating/", views.public_seating, name="public_seating"),
    path("t/<slug:slug>/screen/seating/<int:number>/", views.screen_seating, name="screen_seating"),
    path("t/<slug:slug>/screen/standings/", views.screen_standings, name="screen_standings"),
]
