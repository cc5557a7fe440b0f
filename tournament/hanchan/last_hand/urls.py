"""The needs of each player in the last hand, for staff and for players."""

from django.urls import path

from tournament.hanchan.last_hand import live_views, views

urlpatterns = [
    path("t/<slug:slug>/all-last/", views.public_all_last, name="public_all_last"),
    path("manage/<slug:slug>/all-last/", views.all_last, name="all_last"),
    path("manage/<slug:slug>/last-hand/<num:number>/<num:table>/", live_views.last_hand_live, name="last_hand_live"),
]
