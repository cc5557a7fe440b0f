"""Addresses for hand values, fouls and the last hand: for the staff, and for everybody if the organiser allows it."""

from django.urls import path

from tournament.referee import floor_views, views

urlpatterns = [
    path("manage/<slug:slug>/floor/", floor_views.floor, name="floor"),
    path("manage/<slug:slug>/floor/call/<num:pk>/", floor_views.floor_answer, name="floor_answer"),
    path("manage/<slug:slug>/floor/undo/<num:pk>/", floor_views.floor_undo, name="floor_undo"),
    path("manage/<slug:slug>/floor/<num:table>/", floor_views.floor_table, name="floor_table"),
    path("manage/<slug:slug>/floor/<num:table>/kept/", floor_views.floor_kept, name="floor_kept"),
    path("manage/<slug:slug>/floor/<num:table>/late/", floor_views.floor_late, name="floor_late"),
    path("manage/<slug:slug>/referee/", views.hand, name="referee"),
    path("manage/<slug:slug>/referee/value/", views.value, name="referee_value"),
    path("manage/<slug:slug>/referee/fouls/", views.fouls, name="referee_fouls"),
    path("manage/<slug:slug>/referee/last-hand/", views.last_hand, name="referee_last_hand"),
    path("t/<slug:slug>/referee/", views.public_hand, name="public_referee"),
    path("t/<slug:slug>/referee/value/", views.public_value, name="public_referee_value"),
    path("t/<slug:slug>/referee/fouls/", views.public_fouls, name="public_referee_fouls"),
    path("t/<slug:slug>/referee/last-hand/", views.public_last_hand, name="public_referee_last_hand"),
]
