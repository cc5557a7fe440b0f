"""Pages of the report sheets. A table's pages stand under its hanchan; the code on the paper opens its sheet."""

from django.urls import path

from tournament.desk import (
    board_views,
    decision,
    hand_in,
    outbox,
    photographs,
    readings,
    sheet_change,
    sheet_history,
    views,
)

STAFF = "manage/<slug:slug>/sheets/"
HANCHAN = f"{STAFF}<num:number>/"
TABLE = f"{HANCHAN}<num:table>/"

urlpatterns = [
    path(STAFF, board_views.sheets_current, name="sheets_current"),
    path(f"{STAFF}all/", board_views.sheet_list, name="sheet_list"),
    path("manage/<slug:slug>/sheet/<str:code>/", board_views.sheet_by_code, name="sheet_by_code"),
    path(f"{STAFF}outbox/", outbox.outbox, name="outbox"),
    path(HANCHAN, board_views.sheets, name="sheets"),
    path(f"{HANCHAN}board/", board_views.sheets_board, name="sheets_board"),
    path(f"{HANCHAN}open/", board_views.sheet_open, name="sheet_open"),
    path(TABLE, views.sheet, name="sheet"),
    path(f"{TABLE}check/", views.sheet_check, name="sheet_check"),
    path(f"{TABLE}kept/", outbox.sheet_kept, name="sheet_kept"),
    path(f"{TABLE}change/", sheet_change.sheet_change, name="sheet_change"),
    path(f"{TABLE}change/check/", sheet_change.sheet_change_check, name="sheet_change_check"),
    path(f"{TABLE}change/kept/", outbox.sheet_change_kept, name="sheet_change_kept"),
    path(f"{TABLE}confirm/", readings.sheet_confirm, name="sheet_confirm"),
    path(f"{TABLE}decide/", decision.sheet_decide, name="sheet_decide"),
    path(f"{TABLE}waive/", readings.sheet_waive, name="sheet_waive"),
    path(f"{TABLE}keep/", readings.sheet_keep, name="sheet_keep"),
    path(f"{TABLE}back/", readings.sheet_take_back, name="sheet_take_back"),
    path(f"{TABLE}hand-in/", hand_in.sheet_hand_in, name="sheet_hand_in"),
    path(f"{TABLE}hand-in/dismiss/", hand_in.sheet_dismiss, name="sheet_dismiss"),
    path(f"{TABLE}photographs/", photographs.sheet_photograph_attach, name="sheet_photograph_attach"),
    path(f"{TABLE}photographs/<num:photograph>/", photographs.sheet_photograph, name="sheet_photograph"),
    path(
        f"{TABLE}photographs/<num:photograph>/delete/",
        photographs.sheet_photograph_delete,
        name="sheet_photograph_delete",
    ),
    path(f"{TABLE}history/", sheet_history.sheet_history, name="sheet_history"),
]
