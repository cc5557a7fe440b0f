from django.urls import path

from tournament.persons import access_views, club_views, views
from tournament.persons.entries import views as entry_views

urlpatterns = [
    path("manage/persons/", views.persons, name="persons"),
    path("manage/persons/same/", views.same_person, name="persons_same"),
    path("manage/persons/<num:pk>/", views.person_edit, name="person_edit"),
    path("manage/<slug:slug>/persons/", views.persons_of_event, name="persons_of_event"),
    path("manage/<slug:slug>/players/duplicates/merge/", entry_views.players_merge, name="players_merge"),
    path(
        "manage/<slug:slug>/players/duplicates/merge/<num:pk>/undo/",
        entry_views.players_merge_undo,
        name="players_merge_undo",
    ),
    path("manage/<slug:slug>/access/", access_views.event_access, name="event_access"),
    path("manage/<slug:slug>/access/end/", access_views.event_access_end, name="event_access_end"),
    path("manage/clubs/", club_views.clubs, name="person_clubs"),
]
