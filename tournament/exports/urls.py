from django.urls import path

from tournament.exports import views

urlpatterns = [
    path("manage/<slug:slug>/export/", views.exports, name="exports"),
    path("manage/<slug:slug>/export/workbook/", views.workbook, name="export_workbook"),
    path("manage/<slug:slug>/export/<slug:key>.csv", views.csv_file, name="export_csv"),
]
