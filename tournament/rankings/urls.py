from django.urls import path

from tournament.rankings import manage_views, views

urlpatterns = [
    path("manage/persons/same/rankings/", views.merge_in_rankings, name="persons_same_rankings"),
    path("persons/<num:pk>/", views.person, name="person"),
    path("rankings/", views.rankings, name="rankings"),
    path("t/<slug:slug>/league/table.xlsx", views.public_league_xlsx, name="public_league_xlsx"),
    path("rankings/<slug:slug>/", views.ranking, name="ranking"),
    path("rankings/<slug:slug>/countries/", views.ranking_countries, name="ranking_countries"),
    path("rankings/<slug:slug>/events/", views.ranking_events, name="ranking_events"),
    path("rankings/<slug:slug>/ranking.csv", views.ranking_csv, name="ranking_csv"),
    path("rankings/<slug:slug>/ranking.xlsx", views.ranking_xlsx, name="ranking_xlsx"),
    path("manage/rankings/new/", manage_views.ranking_new, name="ranking_new"),
    path("manage/rankings/<slug:slug>/", manage_views.ranking_manage, name="ranking_manage"),
    path("manage/rankings/<slug:slug>/details/", manage_views.ranking_details, name="ranking_details"),
    path("manage/rankings/<slug:slug>/event/", manage_views.ranking_event_set, name="ranking_event_set"),
    path(
        "manage/rankings/<slug:slug>/event/<num:pk>/remove/",
        manage_views.ranking_event_remove,
        name="ranking_event_remove",
    ),
    path("manage/rankings/<slug:slug>/penalty/", manage_views.ranking_penalty, name="ranking_penalty"),
    path(
        "manage/rankings/<slug:slug>/penalty/<num:pk>/cancel/",
        manage_views.ranking_penalty_cancel,
        name="ranking_penalty_cancel",
    ),
    path("manage/rankings/<slug:slug>/freeze/", manage_views.ranking_freeze, name="ranking_freeze"),
    path(
        "manage/rankings/<slug:slug>/frozen/<num:pk>/take-back/",
        manage_views.ranking_take_back,
        name="ranking_take_back",
    ),
]
