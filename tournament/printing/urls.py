from django.urls import path

from tournament.printing import card_views, reference_views, views

urlpatterns = [
    path("manage/<slug:slug>/print/", views.prints, name="prints"),
    path("manage/<slug:slug>/print/report-sheets/", views.report_sheets, name="print_report_sheets"),
    path("manage/<slug:slug>/print/report-sheets/printed/", views.sheets_printed, name="sheets_printed"),
    path("manage/<slug:slug>/print/all-last-sheets/", views.all_last_sheets, name="print_all_last_sheets"),
    path("manage/<slug:slug>/print/seating-by-table/", views.seating_by_table, name="print_seating_by_table"),
    path("manage/<slug:slug>/print/seating-by-player/", views.seating_by_player, name="print_seating_by_player"),
    path("manage/<slug:slug>/print/standings/", views.standings, name="print_standings"),
    path("manage/<slug:slug>/print/prizes/", views.prizes, name="print_prizes"),
    path("manage/<slug:slug>/print/rules/", views.rules, name="print_rules"),
    path("manage/<slug:slug>/print/check-in/", reference_views.check_in_list, name="print_check_in"),
    path("manage/<slug:slug>/print/penalties/", reference_views.fouls, name="print_penalties"),
    path("manage/<slug:slug>/print/payments/", reference_views.payments, name="print_payments"),
    path("manage/<slug:slug>/print/slips/", card_views.slips, name="print_slips"),
    path("manage/<slug:slug>/print/badges/", card_views.badges, name="print_badges"),
    path("manage/<slug:slug>/print/table-signs/", card_views.table_signs, name="print_table_signs"),
    path("manage/<slug:slug>/print/poster/", card_views.poster, name="print_poster"),
    path("manage/<slug:slug>/print/certificates/", card_views.certificates, name="print_certificates"),
]
