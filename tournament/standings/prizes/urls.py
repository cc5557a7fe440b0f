from django.urls import path

from tournament.standings.prizes import views

urlpatterns = [
    path("t/<slug:slug>/prizes/", views.public_prizes, name="public_prizes"),
    path("manage/<slug:slug>/prizes/", views.prizes, name="prizes"),
    path("manage/<slug:slug>/prizes/set/", views.prize_set, name="prize_set"),
    path("manage/<slug:slug>/prizes/new-players/", views.prize_newcomers, name="prize_newcomers"),
    path("manage/<slug:slug>/prizes/<num:pk>/remove/", views.prize_remove, name="prize_remove"),
]
