"""The matrix of meetings: which players meet, and when; strangers; meetings within groups (clubs, countries)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from seating.bounds import club_bound, late_from
from seating.notes import gettext_noop
from seating.rounds import Pair, Seating, meetings, size_of


class MeetingKind(Enum):
    """The way in which two people meet."""

    NEVER = "never"
    ONCE = "once"
    LATE = "late"
    AGAIN = "again"

    @property
    def label(self) -> str:
        return LABELS[self]


LABELS = {
    MeetingKind.NEVER: gettext_noop("never meet"),
    MeetingKind.ONCE: gettext_noop("meet once"),
    MeetingKind.LATE: gettext_noop("meet again, late"),
    MeetingKind.AGAIN: gettext_noop("meet again, earlier"),
}


@dataclass(frozen=True, slots=True)
class Matrix:
    """The hanchan (from 1) in which each pair of players 1..`players` meets; pairs that never meet are not in it."""

    players: int
    late_from: int
    met: Mapping[Pair, tuple[int, ...]]

    def hanchan(self, one: int, other: int) -> tuple[int, ...]:
        """Return when two people meet, whichever is named first."""
        return self.met.get((min(one, other), max(one, other)), ())

    def kind(self, hanchan: tuple[int, ...]) -> MeetingKind:
        """Return how people meet who meet in these hanchan, in their order."""
        if len(hanchan) < 2:
            return MeetingKind.ONCE if hanchan else MeetingKind.NEVER
        return MeetingKind.LATE if hanchan[1] >= self.late_from else MeetingKind.AGAIN

    def repeated(self) -> Iterator[tuple[Pair, tuple[int, ...]]]:
        """The pairs that meet more than once, those who meet most often first, then those who meet again earliest."""
        found = [(pair, hanchan) for pair, hanchan in self.met.items() if len(hanchan) > 1]
        yield from sorted(found, key=lambda item: (-len(item[1]), item[1][1], item[0]))

    def counts(self) -> dict[MeetingKind, int]:
        """Return how many pairs meet in each way."""
        found = Counter(self.kind(hanchan) for hanchan in self.met.values())
        found[MeetingKind.NEVER] = self.players * (self.players - 1) // 2 - len(self.met)
        return {kind: found[kind] for kind in MeetingKind}

    def opponents(self) -> list[int]:
        """For each player (index 0 is nobody) the people met, as the bits of one number."""
        found = [0] * (self.players + 1)
        for one, other in self.met:
            found[one] |= 1 << other
            found[other] |= 1 << one
        return found


def matrix(rounds: Seating, players: int, *, field: int | None = None) -> Matrix:
    """The matrix of people 1..`players`; `field` is how many play at once, when people came and went."""
    met = {pair: tuple(hanchan) for pair, hanchan in meetings(rounds).items()}
    return Matrix(players, late_from(field or players, len(rounds), size_of(rounds)), met)


class StrangerPair(NamedTuple):
    """Two people who never meet, and how many opponents they have in common."""

    one: int
    other: int
    common: int


def strangers(matrix: Matrix, most: int) -> tuple[int, tuple[StrangerPair, ...]]:
    """Return how many pairs that never meet have the fewest common opponents of all, and the first `most` of them.

    (0, ()) when everybody meets everybody.
    """
    met = matrix.opponents()
    fewest, pairs, found = matrix.players, 0, list[StrangerPair]()
    for one in range(1, matrix.players + 1):
        for other in range(one + 1, matrix.players + 1):
            if met[one] >> other & 1:
                continue
            common = (met[one] & met[other]).bit_count()
            if common < fewest:
                fewest, pairs, found = common, 0, []
            if common == fewest:
                pairs += 1
                if len(found) < most:
                    found.append(StrangerPair(one, other, common))
    return pairs, tuple(found)


@dataclass(frozen=True, slots=True)
class GroupMeetings:
    """One group: its size, its meetings, and how many of them no seating could avoid.

    `hanchan` says how many meetings there are in each hanchan (from 1).
    """

    name: str
    players: int
    meetings: int
    forced: int
    hanchan: Mapping[int, int]

    @property
    def first(self) -> int | None:
        """The first hanchan in which two of them meet."""
        return min(self.hanchan, default=None)


def meetings_by_group(rounds: Seating, groups: Mapping[int, str]) -> tuple[GroupMeetings, ...]:
    """The groups of two or more that `groups` names by player, most meetings above what is forced first."""
    sizes = Counter(groups.values())
    when: dict[str, Counter[int]] = {name: Counter() for name in sizes}
    forced: Counter[str] = Counter()
    for hanchan, tables in enumerate(rounds, start=1):
        present = Counter(groups[player] for table in tables for player in table if player in groups)
        forced.update({name: club_bound(members, len(tables)) for name, members in present.items()})
        for table in tables:
            names = [groups[player] for player in table if player in groups]
            for one, other in combinations(names, 2):
                if one == other:
                    when[one][hanchan] += 1
    found = [
        GroupMeetings(name, size, when[name].total(), forced[name], dict(when[name]))
        for name, size in sizes.items()
        if size > 1
    ]
    return tuple(sorted(found, key=lambda group: (group.forced - group.meetings, -group.players, group.name)))
