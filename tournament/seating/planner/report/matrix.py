"""Who meets whom, and when: the matrix of all pairs of a seating."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from ..bounds import most_hanchan_without_repeat
from ..counting import size_of
from ..words import Seating, gettext_noop

Pair = tuple[int, int]
"""Two players, the lower number first."""


class Meeting(Enum):
    """How two people meet."""

    NEVER = "never"
    ONCE = "once"
    LATE = "late"
    AGAIN = "again"

    @property
    def label(self) -> str:
        return LABELS[self]


LABELS = {
    Meeting.NEVER: gettext_noop("never meet"),
    Meeting.ONCE: gettext_noop("meet once"),
    Meeting.LATE: gettext_noop("meet again, late"),
    Meeting.AGAIN: gettext_noop("meet again, earlier"),
}


def late_from(players: int, hanchan: int, size: int = 4) -> int:
    """The hanchan (from 1) from which a repeat is late: none can do without one by then, or it is the last."""
    return max(min(most_hanchan_without_repeat(players, size) + 1, hanchan), 1)


def most_meetings_bound(players: int, hanchan: int, repeats: int, size: int = 4) -> int:
    """Somebody meets somebody at least so often: (N-1) people share the seats of 3R (of 2R at tables of three), and
    ``repeats`` are forced."""
    if hanchan < 1 or players < size:
        return 0
    return max(-(-(size - 1) * hanchan // (players - 1)), 2 if repeats else 1)


@dataclass(frozen=True, slots=True)
class Matrix:
    """The hanchan (from 1) in which each pair of players 1..``players`` meets; pairs that never meet are not in it."""

    players: int
    late_from: int
    met: Mapping[Pair, tuple[int, ...]]

    def hanchan(self, one: int, other: int) -> tuple[int, ...]:
        """When two people meet, whichever is named first."""
        return self.met.get((min(one, other), max(one, other)), ())

    def kind(self, hanchan: tuple[int, ...]) -> Meeting:
        """How people meet who meet in these hanchan, in their order."""
        if len(hanchan) < 2:
            return Meeting.ONCE if hanchan else Meeting.NEVER
        return Meeting.LATE if hanchan[1] >= self.late_from else Meeting.AGAIN

    def repeated(self) -> Iterator[tuple[Pair, tuple[int, ...]]]:
        """The pairs that meet more than once, those who meet most often first, then those who meet again earliest."""
        found = [(pair, hanchan) for pair, hanchan in self.met.items() if len(hanchan) > 1]
        yield from sorted(found, key=lambda item: (-len(item[1]), item[1][1], item[0]))

    def counts(self) -> dict[Meeting, int]:
        """How many pairs meet in each way."""
        found = Counter(self.kind(hanchan) for hanchan in self.met.values())
        found[Meeting.NEVER] = self.players * (self.players - 1) // 2 - len(self.met)
        return {kind: found[kind] for kind in Meeting}

    def opponents(self) -> list[int]:
        """For each player (index 0 is nobody) the people met, as the bits of one number."""
        found = [0] * (self.players + 1)
        for one, other in self.met:
            found[one] |= 1 << other
            found[other] |= 1 << one
        return found


def matrix(rounds: Seating, players: int, *, field: int | None = None) -> Matrix:
    """The matrix of people 1..``players``; ``field`` is how many play at once, when people came and went."""
    met: dict[Pair, tuple[int, ...]] = {}
    for hanchan, tables in enumerate(rounds, start=1):
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = (*met.get(pair, ()), hanchan)
    return Matrix(players, late_from(field or players, len(rounds), size_of(rounds)), met)
