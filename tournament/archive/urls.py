from django.urls import path

from tournament.archive import upload_views, views

urlpatterns = [
    path("manage/new/demo/", views.demo, name="demo"),
    path("manage/new/finished/", upload_views.event_load, name="event_load"),
    path("backups/", views.backups, name="backups"),
    path("backups/latest/", views.backup_latest, name="backup_latest"),
]
