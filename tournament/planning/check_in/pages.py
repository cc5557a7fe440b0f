"""The page on which check-in is closed: who is missing, the ways in a table, and what the chosen way does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from scoring.winds import WINDS, Wind
from seating.notes import CannotPlan
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.turns import Busy
from tournament.planning.check_in.attendance import Attendance, ClosingChoices, attendance, refuse_choices
from tournament.planning.check_in.closings import (
    ClosingWay,
    arrangement_of,
    closing_ways,
    is_solved,
    solved,
    usual,
)
from tournament.planning.check_in.figures import Figures, card_of, figures_of
from tournament.planning.check_in.queries import can_reopen, closing_of
from tournament.planning.check_in.sentences import button_text, way_notes, way_title
from tournament.planning.sentences import refusal_of
from tournament.players.models import Player

MOST_DOTS = 140
"""With more players the page has a bar instead of a dot for each."""


@dataclass(frozen=True, slots=True)
class WayRow:
    """A line of the table of ways; without `figures` they are still to be calculated, if there is a seating.

    `obstacle` says why a way is not possible after all.
    """

    way: ClosingWay
    title: str
    notes: tuple[str, ...]
    figures: Figures | None = None
    obstacle: str = ""
    is_chosen: bool = False
    is_busy: bool = False


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat of the next hanchan that another player takes."""

    table: int
    wind: Wind | None
    leaving: Player
    coming: Player


@dataclass(frozen=True, slots=True)
class MissingPerson:
    """A missing player, who can take the seat instead, and what was chosen."""

    player: Player
    chosen: str
    has_seat: bool


def choices_in(typed: Mapping[str, Any], there: Attendance) -> ClosingChoices:
    """Read what was chosen for each missing player: nothing, "stay", or the number of a replacement."""
    known = {str(player.number): player.pk for player in (*there.queue, *there.idle)}
    stay, instead = set(), {}
    for player in there.missing:
        text = str(typed.get(f"for-{player.number}", ""))
        if text == "stay":
            stay.add(player.pk)
        elif text:
            instead[player.pk] = known.get(text, 0)
    return ClosingChoices(frozenset(stay), instead)


def close_page(tournament: Tournament, typed: Mapping[str, Any], known: Mapping[int, Player]) -> dict[str, Any]:
    """The context of the page; `typed` are the way, the choices, and who was missing on the page before.

    Figures that need a search are left out unless they were calculated before; the chosen way's are always there.
    """
    there = attendance(tournament)
    context: dict[str, Any] = {
        "nav": "players",
        "there": there,
        "entry": closing_of(tournament),
        "can_reopen": can_reopen(tournament),
        "dots": _dots(there),
        "arrived": [known[pk] for pk in _numbers(typed.get("was", "")) if pk in there.here and pk in known],
        "was": ",".join(str(player.pk) for player in there.missing),
        "is_each": typed.get("each") == "1",
        "published": tournament.hanchan.filter(seating_published_at__isnull=False).exists(),
    }
    if there.first is None or context["entry"]:
        return context
    choices, refused = _choices(typed, there)
    if refused:
        context["refused"] = refused
    return context | _ways(tournament, there, choices, str(typed.get("way", "")), context["is_each"], typed)


def _choices(typed: Mapping[str, Any], there: Attendance) -> tuple[ClosingChoices, Refused | None]:
    """The choices for each person, none of them when one is not possible."""
    choices = choices_in(typed, there) if typed.get("each") == "1" else ClosingChoices()
    try:
        refuse_choices(there, choices)
    except Refused as refused:
        return ClosingChoices(), refused
    return choices, None


def _numbers(text: Any) -> list[int]:
    return [int(part) for part in str(text).split(",") if part.isdecimal() and len(part) < 19][:1000]


def _dots(there: Attendance) -> list[bool]:
    """One for each player, those who are here first; none where they are too many."""
    if len(there.playing) > MOST_DOTS:
        return []
    missing = len(there.missing)
    return [True] * (len(there.playing) - missing) + [False] * missing


def _ways(
    tournament: Tournament,
    there: Attendance,
    choices: ClosingChoices,
    key: str,
    is_each: bool,
    typed: Mapping[str, Any],
) -> dict[str, Any]:
    ways = closing_ways(tournament, there, choices)
    chosen = next((way for way in ways if way.key == key), usual(ways))
    rows = [_row(tournament, there, choices, way, chosen) for way in ways]
    rows = _compared([row for row in rows if row.way == chosen or not _is_outdone(row, rows)])
    return {
        "choices": choices,
        "ways": rows,
        "chosen": chosen,
        "is_settled": len(ways) == 1 and not (there.missing or chosen.option),
        "button": button_text(chosen),
        "query": urlencode(_query(there, choices, chosen, is_each)),
        "persons": [
            MissingPerson(player, str(typed.get(f"for-{player.number}", "")), player.pk in there.holders)
            for player in there.missing
        ],
        "reserves": there.reserves(),
        **_details(tournament, there, choices, chosen),
    }


def _query(there: Attendance, choices: ClosingChoices, chosen: ClosingWay, is_each: bool) -> dict[str, str]:
    """What brings the page back as it is."""
    number = {player.pk: player.number for player in (*there.missing, *there.queue, *there.idle)}
    found = {"way": chosen.key, "was": ",".join(str(player.pk) for player in there.missing)}
    if is_each:
        found["each"] = "1"
    found |= {f"for-{number[pk]}": "stay" for pk in sorted(choices.stay)}
    return found | {f"for-{number[one]}": str(number[other]) for one, other in sorted(choices.instead.items())}


def _row(
    tournament: Tournament, there: Attendance, choices: ClosingChoices, way: ClosingWay, chosen: ClosingWay
) -> WayRow:
    row = WayRow(way, way_title(way, there), tuple(way_notes(way, there, tournament)), is_chosen=way == chosen)
    if not there.is_seated or not (way == chosen or is_solved(tournament, way)):
        return row
    try:
        option = solved(tournament, way)
        if option and option.against:
            return replace(row, obstacle=option.obstacle)
        return replace(row, figures=figures_of(tournament, there, choices, way))
    except Busy:
        return replace(row, is_busy=True)
    except CannotPlan as impossible:
        return replace(row, obstacle=refusal_of(impossible).message)


def calculated_row(tournament: Tournament, typed: Mapping[str, Any], key: str) -> tuple[Attendance, WayRow | None]:
    """One line of the table with its figures, calculated now; None where the way is gone or another one is better."""
    there = attendance(tournament)
    choices, _refused = _choices(typed, there)
    ways = closing_ways(tournament, there, choices)
    way = next((one for one in ways if one.key == key), None)
    if way is None or not there.is_seated:
        return there, None
    if way.is_even and not way.is_long:  # it is shown only where it is better than the one that moves few players
        close = next(one for one in ways if one.key == way.key.removesuffix("-even"))
        _row(tournament, there, choices, close, close)
    row = _row(tournament, there, choices, way, way)
    rows = [row, *(_row(tournament, there, choices, one, way) for one in ways if one != way)]
    row = _compared(rows)[0]
    return there, None if _is_outdone(row, rows) else replace(row, is_chosen=False)


def _is_outdone(row: WayRow, rows: Sequence[WayRow]) -> bool:
    """Return whether a new plan that moves most players repeats no fewer pairs than the one that moves few."""
    if not (row.way.is_even and row.figures):
        return False
    close = row.way.key.removesuffix("-even")
    other = next((one.figures for one in rows if one.way.key == close), None)
    return other is not None and other.repeats <= row.figures.repeats


def _compared(rows: Sequence[WayRow]) -> list[WayRow]:
    """The lines with those marked whose pairs meet twice more often than by the best of them."""
    best = min((row.figures.repeats for row in rows if row.figures), default=0)
    return [
        replace(row, figures=replace(row.figures, is_worse=row.figures.repeats > best)) if row.figures else row
        for row in rows
    ]


def _details(tournament: Tournament, there: Attendance, choices: ClosingChoices, way: ClosingWay) -> dict[str, Any]:
    """What the chosen way does: the seats that others take, or the new plan."""
    if not there.is_seated:
        return {}
    try:
        if way.needs_search:
            return {"card": card_of(tournament, way, choices)}
        arranged = arrangement_of(tournament, way, choices)
    except Busy as busy:
        return {"refused": busy}
    except CannotPlan as impossible:
        return {"refused": refusal_of(impossible)}
    if arranged is None:
        return {}
    known = {player.pk: player for player in tournament.players.all()}
    winds = not tournament.winds_are_drawn
    first = there.first or 1
    return {"taken": list(_taken(there.now.draft.get(first, {}), arranged.draft.get(first, {}), known, winds=winds))}


def _taken(before: Any, after: Any, known: Mapping[int, Player], *, winds: bool) -> Iterator[SeatTaken]:
    """The seats of one hanchan that other players take."""
    for table, seats in before.items():
        for wind, old, new in zip(WINDS, seats, after[table], strict=False):
            if old != new:
                yield SeatTaken(table, wind if winds else None, known[old], known[new])
