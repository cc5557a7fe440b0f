from django.urls import path

from tournament.standings import entrant_views, public_views, race_views, rule_views, share_views, tie_views, views
from tournament.standings.rule_correction.views import rule_correction
from tournament.standings.teams import Grouping

urlpatterns = [
    path("t/<slug:slug>/", public_views.public_standings, name="public_standings"),
    path("t/<slug:slug>/after/<num:after>/", public_views.public_standings, name="public_standings_after"),
    path("t/<slug:slug>/players/", public_views.public_players, name="public_players"),
    path("t/<slug:slug>/player/<num:number>/", views.public_player, name="public_player"),
    path("t/<slug:slug>/card.png", share_views.public_card, name="public_card"),
    path("t/<slug:slug>/player/<num:number>/card.png", share_views.public_player_card, name="public_player_card"),
    path("t/<slug:slug>/race/", race_views.public_race, name="public_race"),
    path("t/<slug:slug>/race/after/<num:after>/", race_views.public_race, name="public_race_after"),
    path("t/<slug:slug>/crosstable/", views.public_crosstable, name="public_crosstable"),
    path("t/<slug:slug>/teams/", views.public_teams, {"kind": Grouping.TEAMS}, name="public_teams"),
    path("t/<slug:slug>/countries/", views.public_teams, {"kind": Grouping.COUNTRIES}, name="public_countries"),
    path("t/<slug:slug>/clubs/", views.public_teams, {"kind": Grouping.CLUBS}, name="public_clubs"),
    path("manage/<slug:slug>/players/<num:number>/", entrant_views.player_edit, name="player_edit"),
    path("manage/<slug:slug>/players/<num:number>/<slug:act>/", entrant_views.player_act, name="player_act"),
    path("manage/<slug:slug>/standings/", views.standings, name="standings"),
    path("manage/<slug:slug>/standings/after/<num:after>/", views.standings, name="standings_after"),
    path("manage/<slug:slug>/standings/race/", race_views.race, name="race"),
    path("manage/<slug:slug>/standings/race/after/<num:after>/", race_views.race, name="race_after"),
    path("manage/<slug:slug>/standings/crosstable/", views.crosstable, name="crosstable"),
    path("manage/<slug:slug>/standings/player/<num:number>/", views.player, name="standings_player"),
    path("manage/<slug:slug>/standings/teams/", views.teams, {"kind": Grouping.TEAMS}, name="teams"),
    path("manage/<slug:slug>/standings/countries/", views.teams, {"kind": Grouping.COUNTRIES}, name="countries"),
    path("manage/<slug:slug>/standings/clubs/", views.teams, {"kind": Grouping.CLUBS}, name="clubs"),
    path("manage/<slug:slug>/standings/rules/", rule_views.standing_rules, name="standing_rules"),
    path(
        "manage/<slug:slug>/standings/rules/preview/", rule_views.standing_rules_preview, name="standing_rules_preview"
    ),
    path("manage/<slug:slug>/rules/correction/", rule_correction, name="rule_correction"),
    path("manage/<slug:slug>/standings/ties/", tie_views.standing_ties, name="standing_ties"),
    path("manage/<slug:slug>/standings/ties/<num:after>/<num:number>/", tie_views.standing_tie, name="standing_tie"),
    path("manage/<slug:slug>/standings/ties/cancel/<num:pk>/", tie_views.standing_tie_cancel, name="tie_cancel"),
]
