from django.urls import path

from tournament.standings import group_views, last_hand_views, public, rule_views, tie_views, views

urlpatterns = [
    path("t/<slug:slug>/", public.public_standings, name="public_standings"),
    path("t/<slug:slug>/after/<int:after>/", public.public_standings, name="public_standings_after"),
    path("t/<slug:slug>/player/<int:number>/", public.public_player, name="public_player"),
    path("t/<slug:slug>/crosstable/", public.public_crosstable, name="public_crosstable"),
    path("t/<slug:slug>/teams/", group_views.public_teams, name="public_teams"),
    path("t/<slug:slug>/countries/", group_views.public_countries, name="public_countries"),
    path("t/<slug:slug>/all-last/", last_hand_views.public_all_last, name="public_all_last"),
    path("t/<slug:slug>/screen/standings/", public.screen_standings, name="screen_standings"),
    path("manage/<slug:slug>/standings/", views.standings, name="standings"),
    path("manage/<slug:slug>/standings/after/<int:after>/", views.standings, name="standings_after"),
    path("manage/<slug:slug>/standings/crosstable/", views.crosstable, name="crosstable"),
    path("manage/<slug:slug>/standings/player/<int:number>/", views.player, name="standings_player"),
    path("manage/<slug:slug>/all-last/", last_hand_views.all_last, name="all_last"),
    path("manage/<slug:slug>/standings/teams/", group_views.teams, name="teams"),
    path("manage/<slug:slug>/standings/countries/", group_views.countries, name="countries"),
    path("manage/<slug:slug>/standings/rules/", rule_views.standing_rules, name="standing_rules"),
    path(
        "manage/<slug:slug>/standings/rules/preview/", rule_views.standing_rules_preview, name="standing_rules_preview"
    ),
    path("manage/<slug:slug>/standings/ties/", tie_views.standing_ties, name="standing_ties"),
    path("manage/<slug:slug>/standings/ties/<int:after>/<int:number>/", tie_views.standing_tie, name="standing_tie"),
    path("manage/<slug:slug>/standings/ties/cancel/<int:pk>/", tie_views.standing_tie_cancel, name="tie_cancel"),
]
