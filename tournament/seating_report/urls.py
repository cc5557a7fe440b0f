"""The pages of the report on a seating."""

from django.urls import path

from tournament.seating_report import views

urlpatterns = [
    path("manage/<slug:slug>/seating/compare/", views.compare, name="seating_compare"),
    path("manage/<slug:slug>/seating/report/", views.report, name="seating_report"),
    path("manage/<slug:slug>/seating/report/file/", views.values, name="seating_report_values"),
    path("manage/<slug:slug>/seating/report/matrix/", views.matrix, name="seating_matrix"),
    path("manage/<slug:slug>/seating/report/players/", views.paths, name="seating_paths"),
    path("manage/<slug:slug>/seating/report/players/<num:number>/", views.path, name="seating_path"),
    path("manage/<slug:slug>/seating/report/print/", views.paper, name="seating_report_paper"),
]
