"""What a change of a seating moves: who sits elsewhere, and in which hanchan."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..words import Seating

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Moves:
    """Two seatings compared. ``seats`` counts people who sit elsewhere, once for every hanchan.

    ``moved`` are, in the order of their numbers, those who sit elsewhere in some hanchan, or in other hanchan; not who
    has lost every seat that differs, nor who had none of them before.
    """

    moved: tuple[int, ...]
    seats: int
    by_hanchan: Mapping[int, int]
    """How many sit elsewhere in each hanchan (from 1) that changes."""


def moves_between(before: Seating, after: Seating, *, winds: bool = True) -> Moves:
    """Compare hanchan by hanchan; ``winds`` False when the order at a table means nothing."""
    moved: set[int] = set()
    lost: set[int] = set()
    gained: set[int] = set()
    by_hanchan: dict[int, int] = {}
    for number in range(1, max(len(before), len(after)) + 1):
        old = _places(before, number, winds)
        new = _places(after, number, winds)
        changed = {player for player in old.keys() & new.keys() if old[player] != new[player]}
        moved |= changed
        lost |= old.keys() - new.keys()
        gained |= new.keys() - old.keys()
        if changed:
            by_hanchan[number] = len(changed)
    return Moves(tuple(sorted(moved | (lost & gained))), sum(by_hanchan.values()), by_hanchan)


def _places(rounds: Seating, number: int, winds: bool) -> dict[int, Place]:
    """Table and seat of everybody in one hanchan; {} when there is no such hanchan."""
    tables = rounds[number - 1] if number <= len(rounds) else ()
    return {
        player: (table, seat if winds else 0)
        for table, people in enumerate(tables, start=1)
        for seat, player in enumerate(people)
    }
