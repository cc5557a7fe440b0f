from django.urls import path

from tournament.archive import event_file_views, upload_views, views

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
    path("backups/", views.backups, name="backups"),
    path("backups/latest/", views.backup_latest, name="backup_latest"),
]
