from django.urls import path

from tournament.leagues import views

urlpatterns = [
    path("manage/new/league/", views.league_new, name="league_new"),
    path("manage/<slug:slug>/games/", views.league_games, name="league_games"),
    path("manage/<slug:slug>/evening/", views.league_evening, name="league_evening"),
    path("manage/<slug:slug>/games/load/", views.league_load, name="league_load"),
    path("manage/<slug:slug>/season/", views.league_season, name="league_season"),
    path("t/<slug:slug>/league/", views.public_league, name="public_league"),
    path("t/<slug:slug>/league/teams/", views.public_league_teams, name="public_league_teams"),
    path("t/<slug:slug>/league/<num:number>/", views.public_league_player, name="public_league_player"),
]
