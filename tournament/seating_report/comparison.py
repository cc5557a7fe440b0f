"""Two seatings of one tournament side by side, in the reader's language."""

from dataclasses import dataclass
from typing import Any

from tournament.players.lookup import Person
from tournament.seating_report.differences import Comparison, HanchanChanges, compare
from tournament.seating_report.quality import PairMet
from tournament.seating_report.quality import figure_changes as compare_figures
from tournament.seating_report.report import SeatingReport
from tournament.seating_report.sentences import player_label
from tournament.seats.seat_map import SeatMap, rounds, seated
from tournament.translation.formats import enumeration

SHOWN = 40
NAMES_SHOWN = 12


@dataclass(frozen=True, slots=True)
class SeatMovement:
    """The players who sit elsewhere in one hanchan: some by name, and their number."""

    hanchan: int
    tables: int
    winds: int
    names: list[str]
    more: int


def comparison(before: SeatingReport, after: SeatingReport) -> dict[str, Any]:
    """The context of a comparison."""
    players = {**before.players, **after.players}
    people = sorted(_everybody(before.draft) | _everybody(after.draft), key=lambda pk: players[pk].number)
    number = {pk: at for at, pk in enumerate(people, start=1)}
    found = compare(_numbered(before.draft, number), _numbered(after.draft, number), len(people))
    named = [players[pk] for pk in people]
    return {
        "figures": compare_figures(before.measured, after.measured, winds=after.winds),
        "movements": [_movement(moved, named, after.winds) for moved in found.moved],
        "same": found.same,
        "gained": _pairs(found, named, gained=True),
        "lost": _pairs(found, named, gained=False),
        "more_gained": max(len(found.repeats_gained) - SHOWN, 0),
        "more_lost": max(len(found.repeats_lost) - SHOWN, 0),
    }


def _everybody(draft: SeatMap) -> set[int]:
    return {pk for tables in draft.values() for pk in seated(tables)}


def _numbered(draft: SeatMap, number: dict[int, int]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(tuple(tuple(number[pk] for pk in seats) for seats in tables) for tables in rounds(draft))


def _movement(moved: HanchanChanges, people: list[Person], winds: bool) -> SeatMovement:
    who = moved.tables + (moved.winds if winds else ())
    names = [player_label(people[number - 1]) for number in who[:NAMES_SHOWN]]
    return SeatMovement(
        moved.hanchan, len(moved.tables), len(moved.winds) if winds else 0, names, max(len(who) - NAMES_SHOWN, 0)
    )


def _pairs(found: Comparison, people: list[Person], *, gained: bool) -> list[PairMet]:
    pairs = found.repeats_gained if gained else found.repeats_lost
    return [
        PairMet(player_label(people[one - 1]), player_label(people[other - 1]), enumeration(hanchan))
        for (one, other), hanchan in pairs[:SHOWN]
    ]
