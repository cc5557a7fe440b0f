"""A transparent page for a stream: one table with its points as last written, the clock, the first of the standings.

The address says what is shown and how; docs/guides/organiser.md lists the parameters. Like every public page it has
what is published and released, and of a hanchan in play what the organiser shows everybody of the last hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import blake2s

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import in_event_language, public_page
from tournament.events.queries import hanchan_of
from tournament.hanchan.clock_display import ClockDisplay, clock_display
from tournament.hanchan.last_hand.board import LastHandBoard, LastHandRow, called_names
from tournament.hanchan.last_hand.queries import stream_board
from tournament.screens.hall_names import HallName, first_part, hall_name
from tournament.seats.integrity import altered_of
from tournament.seats.publication import publication_of
from tournament.seats.queries import current_hanchan, places_at
from tournament.standings.queries import standings_of
from tournament.standings.ranking import Ranking, StandingsRow

PARTS = ("clock", "table", "standings")
USUAL_TOP, MOST_TOP = 8, 20
LONGEST_FAMILY = 18
FRESH = timedelta(minutes=20)
"""Points that are older say when they were written: a hand has been played since."""


@dataclass(frozen=True, slots=True)
class OverlayPlate:
    """A player of the table with the name as it is shown; `is_first` has the best place of the table. Before there are
    points, `before` is the player in the public standings."""

    row: LastHandRow
    name: HallName
    is_first: bool
    before: StandingsRow | None


@dataclass(frozen=True, slots=True)
class Overlay:
    """What the address asks for: the `parts`, and how they look. `table` is a number, None without one."""

    parts: tuple[str, ...]
    table: int | None
    top: int
    is_right: bool
    is_green: bool
    is_still: bool
    by_family: bool
    has_needs: bool

    @staticmethod
    def of(request: HttpRequest, tournament: Tournament) -> "Overlay":
        """Read the parameters: what `?show=` names, else the clock with a table, or with the standings."""
        asked = request.GET
        table = parse_int(asked.get("table", "")) or tournament.stream_table
        named = tuple(part for part in PARTS if part in asked.get("show", "").split(","))
        return Overlay(
            parts=named or ("clock", "standings" if table is None else "table"),
            table=table,
            top=min(parse_int(asked.get("top", "")) or USUAL_TOP, MOST_TOP),
            is_right=asked.get("side") == "right",
            is_green=asked.get("bg") == "green",
            is_still=asked.get("motion") == "off",
            by_family=asked.get("names") == "family",
            has_needs=asked.get("needs") == "on",
        )


@public_page
@in_event_language
def screen_overlay(request: TournamentRequest) -> HttpResponse:
    """The overlay; asked with `?since=` it answers 204 until something else is to be shown."""
    tournament, now = request.tournament, timezone.now()
    publication, ranking = publication_of(tournament), standings_of(tournament, public=True)
    overlay, all_hanchan = Overlay.of(request, tournament), hanchan_of(tournament)
    one = _chosen(all_hanchan, parse_int(request.GET.get("hanchan", "")))
    board = _board(one, overlay.table) if one and overlay.table and "table" in overlay.parts else None
    is_stale = board is not None and _is_stale(board, now)
    shown = repr((publication.mark, ranking.digest, overlay, board, is_stale))
    mark = blake2s(shown.encode(), digest_size=8).hexdigest()
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    asked = request.GET.copy()
    asked["since"] = mark
    page: dict[str, object] = {
        "mark": mark,
        "asked": asked.urlencode(),
        "overlay": overlay,
        "hanchan": one,
        "is_closed": one is not None and one.state == HanchanState.CLOSED,
        "clock": _clock(one, overlay, now) if one else None,
        "board": board,
        "plates": _plates(board, overlay, ranking) if board else (),
        "is_stale": is_stale,
        "rows": ranking.ranked[: overlay.top] if "standings" in overlay.parts else (),
        "ranking": ranking,
    }
    template = "screens/overlay.html#live" if "since" in request.GET else "screens/overlay.html"
    return render(request, template, page)


def _chosen(all_hanchan: list[Hanchan], number: int | None) -> Hanchan | None:
    return next((one for one in all_hanchan if one.number == number), None) or current_hanchan(all_hanchan)


def _clock(one: Hanchan, overlay: Overlay, now: datetime) -> ClockDisplay | None:
    """The clock of the hall, of a table with minutes of its own that one."""
    if "clock" not in overlay.parts:
        return None
    return clock_display(one, now, one.tournament.ruleset.time).of_table(overlay.table)


def _board(one: Hanchan, table: int) -> LastHandBoard | None:
    """The table of a published hanchan; None before that, and for a table that is not there."""
    if one.seating_published_at is None or one.number in altered_of(one.tournament):
        return None
    places = places_at(one.tournament, one.number, table)
    return stream_board(one, table, places) if places else None


def _is_stale(board: LastHandBoard, now: datetime) -> bool:
    return not board.is_finished and board.changed_at is not None and now - board.changed_at > FRESH


def _short(family: str) -> str:
    return family if len(family) <= LONGEST_FAMILY else first_part(family)


def _plates(board: LastHandBoard, overlay: Overlay, ranking: Ranking) -> Sequence[OverlayPlate]:
    """The players by their current winds, of a finished table by their places."""
    rows = [row for row in board.rows if row.seat.place]
    if not board.is_finished:
        rows.sort(key=lambda row: row.seat.wind.index)
    players = [row.seat.place.player for row in rows if row.seat.place]
    called = called_names(players)
    best = min((row.place for row in rows if row.place), default=None)
    names = [hall_name(player) for player in players]
    if overlay.by_family:
        names = [replace(name, full=_short(called[at]), initials="") for at, name in enumerate(names)]
    rank = ranking.by_number if board.is_waiting else {}
    return [
        OverlayPlate(row, name, row.place is not None and row.place == best, rank.get(row.seat.number or 0))
        for row, name in zip(rows, names, strict=True)
    ]
