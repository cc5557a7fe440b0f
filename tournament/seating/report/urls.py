"""The pages of the quality report."""

from django.urls import path

from tournament.seating.report import check_views, compare_views, views

urlpatterns = [
    path("check-seating/", check_views.check_anywhere, name="check_seating"),
    path("manage/<slug:slug>/seating/check/", check_views.check, name="seating_check"),
    path("manage/<slug:slug>/seating/compare/", compare_views.compare, name="seating_compare"),
    path("manage/<slug:slug>/seating/report/", views.report, name="seating_report"),
    path("manage/<slug:slug>/seating/report/matrix/", views.matrix, name="seating_matrix"),
    path("manage/<slug:slug>/seating/report/players/", views.people, name="seating_paths"),
    path("manage/<slug:slug>/seating/report/players/<int:number>/", views.path, name="seating_path"),
    path("manage/<slug:slug>/seating/report/print/", views.paper, name="seating_report_paper"),
    path("manage/<slug:slug>/seating/report/file/", views.values, name="seating_report_values"),
]
