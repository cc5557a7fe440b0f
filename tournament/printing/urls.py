from django.urls import path

from tournament.printing import views

urlpatterns = [
    path("manage/<slug:slug>/print/", views.prints, name="prints"),
    path("manage/<slug:slug>/print/report-sheets/", views.report_sheets, name="print_report_sheets"),
    path("manage/<slug:slug>/print/all-last-sheets/", views.all_last_sheets, name="print_all_last_sheets"),
    path("manage/<slug:slug>/print/seating-by-table/", views.seating_by_table, name="print_seating_by_table"),
    path("manage/<slug:slug>/print/seating-by-player/", views.seating_by_player, name="print_seating_by_player"),
    path("manage/<slug:slug>/print/standings/", views.standings, name="print_standings"),
    path("manage/<slug:slug>/print/prizes/", views.prizes, name="print_prizes"),
    path("manage/<slug:slug>/print/rules/", views.rules, name="print_rules"),
]
