"""What a change of a seating moves: who sits elsewhere, who has no seat any more, who has one now."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..words import Seating

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Moves:
    """Two seatings compared. ``seats`` counts people who sit elsewhere, once for every hanchan.

    ``moved`` are those who sit in both and elsewhere in some hanchan; ``left`` have lost every seat that differs,
    ``came`` had none of them before. All in the order of their numbers.
    """

    moved: tuple[int, ...]
    left: tuple[int, ...]
    came: tuple[int, ...]
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
    shifted = moved | (lost & gained)
    return Moves(
        tuple(sorted(shifted)), tuple(sorted(lost - shifted)), tuple(sorted(gained - shifted)),
        sum(by_hanchan.values()), by_hanchan,
    )  # fmt: skip


def _places(rounds: Seating, number: int, winds: bool) -> dict[int, Place]:
    """Table and seat of everybody in one hanchan; {} when there is no such hanchan."""
    tables = rounds[number - 1] if number <= len(rounds) else ()
    return {
        player: (table, seat if winds else 0)
        for table, people in enumerate(tables, start=1)
        for seat, player in enumerate(people)
    }
