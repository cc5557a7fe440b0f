"""The frame of the desk's pages: the board on the left, one thing on the right, the line about what was saved."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from tournament.core.models import Hanchan
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may
from tournament.desk.boards import DeskBoard, Presence, arrive, board_context, present
from tournament.desk.scored_sheets import by_place
from tournament.results.sheets.printings import printed_code
from tournament.results.sheets.queries import OpenTable, accepted_version, waiting_sheet
from tournament.seats.queries import Lineup, lineup


def hanchan_or_404(request: TournamentRequest, number: int) -> Hanchan:
    hanchan = get_object_or_404(request.tournament.hanchan, number=number)
    hanchan.tournament = request.tournament
    return hanchan


def open_table(request: TournamentRequest, number: int, table: int, *, checking: bool = False) -> OpenTable:
    """Open a table; while its fields are only checked, nobody asks for readings.

    Most tables have no sheet yet: nothing more is read of those.
    """
    hanchan = hanchan_or_404(request, number)
    seated = lineup(request.tournament, number)
    sheet = hanchan.sheets.filter(table=table).first()
    accepted = accepted_version(hanchan, table) if sheet and sheet.accepted_id else None
    if table not in seated and accepted is None:
        raise Http404
    waiting = waiting_sheet(hanchan, table) if sheet and not checking else None
    return OpenTable(hanchan, seated, table, seated.get(table, ()), accepted, waiting)


def desk_of(request: TournamentRequest, hanchan: Hanchan, open_table: int | None, at: datetime) -> dict[int, Presence]:
    """Return who has which table open, this person included; a page that is fetched ahead is not open yet."""
    is_here = may(request, "enter_sheet") and "ahead" not in request.GET
    return arrive(hanchan, open_table, request.user, at) if is_here else present(hanchan, at)


def board_page(
    request: TournamentRequest, hanchan: Hanchan, seated: Lineup, panel: str, status: int = 200, **extra: Any
) -> HttpResponse:
    at = timezone.now()
    table = extra.get("open_table")
    here = desk_of(request, hanchan, table, at)
    first = here.get(table or 0) if panel == "entry" else None  # nobody types on the other pages
    board = DeskBoard(hanchan, request.user, at, seated, here)
    context = board_context(board, here, table) | {
        "next_table": board.next(table or 0, reading_again=bool(extra.get("readings"))),
        "open_by": first if first and first.person not in {request.user.pk, *_typists(extra)} else None,
        "nav": "sheets",
        "panel": f"desk/{panel}.html",
        **_saved(request, hanchan),
    }
    return render(request, "desk/desk.html", context | extra, status=status)


def _typists(extra: Mapping[str, Any]) -> set[int | None]:
    """Return who typed the readings that wait: they look at them and type nothing."""
    return {version.entered_by_id for version in extra.get("readings", ())}


def table_page(
    request: TournamentRequest, opened: OpenTable, panel: str, status: int = 200, **extra: object
) -> HttpResponse:
    """A page with a table open on the right."""
    about = {
        "open_table": opened.table,
        "places": opened.places,
        "accepted": opened.accepted,
        "shown_version": opened.accepted.number if opened.accepted else 0,
        "readings": opened.readings,
        "code": printed_code(request.tournament, opened.hanchan.number, opened.table, opened.places),
        "may_change": may(request, "change_sheet"),
    }
    return board_page(request, opened.hanchan, opened.seated, panel, status, **about | extra)


def _saved(request: TournamentRequest, hanchan: Hanchan) -> dict[str, object]:
    """The calm line about the sheet that was saved just now, or that was in already with the same figures. Of one that
    waits for another person it says no figures: that person may sit at this desk."""
    for word in ("once", "differs"):
        if table := parse_int(request.GET.get(word, "")):
            return {"waits": word, "waiting_table": table}
    for word in ("saved", "same"):
        table = parse_int(request.GET.get(word, ""))
        version = None if table is None else accepted_version(hanchan, table)
        if version:
            lines = by_place(version, hanchan.tournament.ruleset)
            may_change = may(request, "change_sheet")
            return {"saved": version, "saved_lines": lines, "was_in": word == "same", "may_change": may_change}
    return {}
