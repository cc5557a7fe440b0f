from django.urls import path, re_path

from tournament.api import ranking_views, token_views, views
from tournament.api.ranking_views import RANKING_RESOURCES
from tournament.api.resources import RESOURCES, STAFF_KEYS

urlpatterns = [
    path("api/v1/", views.tournaments, name="api_tournaments"),
    path("api/v1/openapi.json", views.openapi, name="api_description"),
    path("api/v1/rankings/", ranking_views.rankings, name="api_rankings"),
    *(
        path(
            f"api/v1/rankings/<slug:ranking>/{key}",
            ranking_views.ranking_table,
            {"key": key},
            name=f"api_ranking_{key}",
        )
        for key in RANKING_RESOURCES
    ),
    path("api/v1/<slug:slug>/", views.tournament, name="api_tournament"),
    *(
        path(f"api/v1/<slug:slug>/{key}", views.table, {"key": key}, name=f"api_{key}")
        for key in dict.fromkeys((*RESOURCES, *STAFF_KEYS))
        if key != "sheets"
    ),
    path("api/v1/<slug:slug>/sheets", views.sheets, name="api_sheets"),
    path("manage/<slug:slug>/api/", token_views.event_api, name="event_api"),
    path("manage/<slug:slug>/api/<num:pk>/revoke/", token_views.token_revoke, name="token_revoke"),
    re_path(r"^api/", views.no_such_address),
]
