from django.urls import path

from tournament.standings import public, views

urlpatterns = [
    path("t/<slug:slug>/", public.public_standings, name="public_standings"),
    path("t/<slug:slug>/after/<int:after>/", public.public_standings, name="public_standings_after"),
    path("t/<slug:slug>/player/<int:number>/", public.public_player, name="public_player"),
    path("t/<slug:slug>/crosstable/", public.public_crosstable, name="public_crosstable"),
    path("t/<slug:slug>/screen/standings/", public.screen_standings, name="screen_standings"),
    path("manage/<slug:slug>/standings/", views.standings, name="standings"),
    path("manage/<slug:slug>/standings/after/<int:after>/", views.standings, name="standings_after"),
    path("manage/<slug:slug>/standings/crosstable/", views.crosstable, name="crosstable"),
    path("manage/<slug:slug>/standings/player/<int:number>/", views.player, name="standings_player"),
]
