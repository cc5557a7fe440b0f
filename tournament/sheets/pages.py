"""The frame of the desk's pages: the board on the left, one thing on the right, the line about what was saved."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from tournament.asked import whole
from tournament.events.models import Hanchan, HanchanState
from tournament.roles import may
from tournament.seating.queries import Lineup, Place, lineup
from tournament.sheets.codes import sheet_code
from tournament.sheets.models import SheetVersion
from tournament.sheets.queries import accepted_version, board, waiting_state
from tournament.sheets.tables import by_place, counts


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that is open at the desk."""

    hanchan: Hanchan
    seated: Lineup
    table: int
    places: tuple[Place, ...]
    accepted: SheetVersion | None


def hanchan_of(request: HttpRequest, number: int) -> Hanchan:
    hanchan = get_object_or_404(request.tournament.hanchan, number=number)
    hanchan.tournament = request.tournament
    return hanchan


def open_table(request: HttpRequest, number: int, table: int) -> Opened:
    hanchan = hanchan_of(request, number)
    seated = lineup(request.tournament, number)
    accepted = accepted_version(hanchan, table)
    if table not in seated and accepted is None:
        raise Http404
    return Opened(hanchan, seated, table, seated.get(table, ()), accepted)


def time_mark(hanchan: Hanchan) -> str:
    """What the board says about time, so that a poll knows whether it says something new."""
    state, minutes = waiting_state(hanchan, timezone.now())
    return f"{state}{'' if minutes is None else minutes}"


def board_context(hanchan: Hanchan, seated: Lineup) -> dict[str, Any]:
    cards = board(hanchan, timezone.now(), seated)
    return {"hanchan": hanchan, "cards": cards, "counts": counts(cards), "mark": time_mark(hanchan)}


def board_page(
    request: HttpRequest, hanchan: Hanchan, seated: Lineup, panel: str, status: int = 200, **extra: Any
) -> HttpResponse:
    context = board_context(hanchan, seated) | {
        "nav": "sheets",
        "panel": f"sheets/{panel}.html",
        **_saved(request, hanchan),
    }
    context |= {"is_planned": hanchan.state == HanchanState.PLANNED, "is_closed": hanchan.state == HanchanState.CLOSED}
    return render(request, "sheets/desk.html", context | extra, status=status)


def table_page(request: HttpRequest, opened: Opened, panel: str, status: int = 200, **extra: Any) -> HttpResponse:
    """A page with a table open on the right."""
    about = {
        "open_table": opened.table, "places": opened.places, "accepted": opened.accepted,
        "code": sheet_code(opened.hanchan.number, opened.table), "may_change": may(request, "change_sheet"),
    }  # fmt: skip
    return board_page(request, opened.hanchan, opened.seated, panel, status, **about | extra)


def _saved(request: HttpRequest, hanchan: Hanchan) -> dict[str, Any]:
    """The calm line about the sheet that was saved just now, or that was in already with the same figures."""
    for word in ("saved", "same"):
        table = whole(request.GET.get(word, ""))
        version = None if table is None else accepted_version(hanchan, table)
        if version:
            lines = by_place(version, hanchan.tournament.ruleset)
            may_change = may(request, "change_sheet")
            return {"saved": version, "saved_lines": lines, "was_in": word == "same", "may_change": may_change}
    return {}
