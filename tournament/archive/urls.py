from django.urls import path

from tournament.archive import event_file_views, installation_views, upload_views, views
from tournament.archive.removal import views as removal

urlpatterns = [
    path("manage/new/demo/", views.demo, name="demo"),
    path("manage/new/finished/", upload_views.event_load, name="event_load"),
    path("manage/new/file/", event_file_views.event_import, name="event_import"),
    path("manage/<slug:slug>/event-file/", event_file_views.event_export, name="event_export"),
    path(
        "manage/<slug:slug>/event-file/anonymised/",
        event_file_views.event_export,
        {"anonymised": True},
        name="event_export_anonymised",
    ),
    path("manage/<slug:slug>/move/", event_file_views.event_move, name="event_move"),
    path("manage/<slug:slug>/move/file/", event_file_views.event_move_file, name="event_move_file"),
    path("manage/<slug:slug>/delete/", removal.event_delete, name="event_delete"),
    path("manage/<slug:slug>/players/<int:number>/data/remove/", removal.player_remove, name="player_remove"),
    path("manage/persons/<num:pk>/remove/", removal.person_remove, name="person_remove"),
    path("installation/", installation_views.installation_page, name="installation"),
    path("backups/", views.backups, name="backups"),
    path("backups/latest/", views.backup_latest, name="backup_latest"),
    path("backups/original/", views.make_original, name="make_original"),
]
