"""The differences of two seatings of the same people."""

from dataclasses import dataclass

from seating.rounds import Pair, Seating
from tournament.seating_report.matrix import matrix

Place = tuple[int, int]
"""Table from 1, seat as an index from East."""


@dataclass(frozen=True, slots=True)
class HanchanChanges:
    """The players who sit elsewhere in one hanchan, at another table or only in another wind, or who came or left."""

    hanchan: int
    tables: tuple[int, ...]
    winds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences of two seatings; pairs come with the hanchan in which they meet again."""

    moved: tuple[HanchanChanges, ...]
    repeats_gained: tuple[tuple[Pair, tuple[int, ...]], ...]
    repeats_lost: tuple[tuple[Pair, tuple[int, ...]], ...]

    @property
    def same(self) -> bool:
        """Everybody sits as before."""
        return not self.moved


def compare(before: Seating, after: Seating, players: int) -> Comparison:
    """Compare two seatings of people 1..`players`; a hanchan that one of them lacks has nobody seated there."""
    old, new = matrix(before, players), matrix(after, players)
    gained = tuple(
        (pair, hanchan) for pair, hanchan in new.repeated() if len(hanchan) > max(len(old.hanchan(*pair)), 1)
    )
    lost = tuple((pair, hanchan) for pair, hanchan in old.repeated() if len(hanchan) > max(len(new.hanchan(*pair)), 1))
    count = max(len(before), len(after))
    moved = (_moved(number, _places(before, number), _places(after, number)) for number in range(1, count + 1))
    return Comparison(tuple(one for one in moved if one.tables or one.winds), gained, lost)


def _places(rounds: Seating, hanchan: int) -> dict[int, Place]:
    if hanchan > len(rounds):
        return {}
    return {
        player: (number, seat)
        for number, table in enumerate(rounds[hanchan - 1], start=1)
        for seat, player in enumerate(table)
    }


def _moved(hanchan: int, before: dict[int, Place], after: dict[int, Place]) -> HanchanChanges:
    nowhere = (0, 0)
    tables, winds = [], []
    for player in sorted(before.keys() | after.keys()):
        old, new = before.get(player, nowhere), after.get(player, nowhere)
        if old[0] != new[0]:
            tables.append(player)
        elif old != new:
            winds.append(player)
    return HanchanChanges(hanchan, tuple(tables), tuple(winds))
