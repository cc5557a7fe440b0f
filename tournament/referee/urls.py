"""What a hand is worth, a foul and the last hand: for the staff, and for everybody where the organiser allows it."""

from django.urls import path

from tournament.referee import views

urlpatterns = [
    path("manage/<slug:slug>/referee/", views.hand, name="referee"),
    path("manage/<slug:slug>/referee/value/", views.value, name="referee_value"),
    path("manage/<slug:slug>/referee/fouls/", views.fouls, name="referee_fouls"),
    path("manage/<slug:slug>/referee/last-hand/", views.last_hand, name="referee_last_hand"),
    path("t/<slug:slug>/referee/", views.public_hand, name="public_referee"),
    path("t/<slug:slug>/referee/value/", views.public_value, name="public_referee_value"),
    path("t/<slug:slug>/referee/fouls/", views.public_fouls, name="public_referee_fouls"),
    path("t/<slug:slug>/referee/last-hand/", views.public_last_hand, name="public_referee_last_hand"),
]
