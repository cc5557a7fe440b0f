"""Two seatings of one tournament side by side, in the reader's language."""

from dataclasses import dataclass
from typing import Any

from tournament.seating.checks import labelled
from tournament.seating.draft import Draft, rounds, seated
from tournament.seating.pages import compare as compare_figures
from tournament.seating.people import Person
from tournament.seating.planner.report import Comparison, Moved, compare
from tournament.seating.report.subject import Subject

SHOWN = 40
NAMES_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Movement:
    """Who sits elsewhere in one hanchan: some by name, and how many there are."""

    hanchan: int
    tables: int
    winds: int
    names: list[str]
    more: int


@dataclass(frozen=True, slots=True)
class PairMet:
    """Two people who meet again in one seating and not, or less often, in the other."""

    one: str
    other: str
    hanchan: str


def comparison(before: Subject, after: Subject) -> dict[str, Any]:
    """What a page that compares shows."""
    players = {**before.players, **after.players}
    people = sorted(_everybody(before.draft) | _everybody(after.draft), key=lambda pk: players[pk].number)
    number = {pk: at for at, pk in enumerate(people, start=1)}
    found = compare(_numbered(before.draft, number), _numbered(after.draft, number), len(people))
    named = [players[pk] for pk in people]
    return {
        "figures": compare_figures(before.measured, after.measured, winds=after.winds),
        "movements": [_movement(moved, named, after.winds) for moved in found.moved],
        "same": found.same, "gained": _pairs(found, named, gained=True), "lost": _pairs(found, named, gained=False),
        "more_gained": max(len(found.repeats_gained) - SHOWN, 0),
        "more_lost": max(len(found.repeats_lost) - SHOWN, 0),
    }  # fmt: skip


def _everybody(draft: Draft) -> set[int]:
    return {pk for tables in draft.values() for pk in seated(tables)}


def _numbered(draft: Draft, number: dict[int, int]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(tuple(tuple(number[pk] for pk in seats) for seats in tables) for tables in rounds(draft))


def _movement(moved: Moved, people: list[Person], winds: bool) -> Movement:
    who = moved.tables + (moved.winds if winds else ())
    names = [labelled(people[number - 1]) for number in who[:NAMES_SHOWN]]
    return Movement(
        moved.hanchan, len(moved.tables), len(moved.winds) if winds else 0, names, max(len(who) - NAMES_SHOWN, 0)
    )


def _pairs(found: Comparison, people: list[Person], *, gained: bool) -> list[PairMet]:
    pairs = found.repeats_gained if gained else found.repeats_lost
    return [
        PairMet(labelled(people[one - 1]), labelled(people[other - 1]), ", ".join(map(str, hanchan)))
        for (one, other), hanchan in pairs[:SHOWN]
    ]
