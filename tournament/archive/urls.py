from django.urls import path

from tournament.archive import views

urlpatterns = [
    path("manage/new/demo/", views.demo, name="demo"),
    path("backups/", views.backups, name="backups"),
    path("backups/latest/", views.backup_latest, name="backup_latest"),
]
