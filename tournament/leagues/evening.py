"""The evenings of a league, and who plays next: of those who wait, those who met least. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from itertools import combinations, groupby, permutations

from scoring.points import Points
from scoring.winds import WINDS, Wind
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.league_table import contests_of

MOST_COMPARED = 16
"""Of more who wait, those who came first are compared: 1,820 tables."""
Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class LeagueEvening:
    """An evening that was played: its games, how many people played, and the best game, None where several are."""

    day: date
    games: int
    players: int
    best: tuple[PlayerName, Points] | None


def evenings_of(inputs: Inputs, zone: tzinfo) -> tuple[LeagueEvening, ...]:
    """Return the evenings with a game that counts, the latest first."""
    found = []
    for day, games in groupby(contests_of(inputs, zone), lambda one: one.ended):
        contests = list(games)
        results = [one for contest in contests for one in contest.results]
        highest = max(one.score for one in results)
        best = [inputs.names[int(one.person)] for one in results if one.score == highest]
        people = {one.person for one in results}
        found.append(LeagueEvening(day, len(contests), len(people), (best[0], highest) if len(best) == 1 else None))
    return tuple(reversed(found))


@dataclass(frozen=True, slots=True)
class NextTable:
    """The people who should play next, in the order of the winds; `meetings` is how often two of them met at most."""

    players: tuple[int, ...]
    meetings: int

    @property
    def seats(self) -> tuple[tuple[Wind, int], ...]:
        return tuple(zip(WINDS, self.players, strict=False))


def meetings_in(tables: Iterable[Collection[int]]) -> Counter[Pair]:
    """Return how often each two met at a table."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(sorted(table), 2))


def next_table(
    waiting: Sequence[int], meetings: Mapping[Pair, int], winds: Mapping[tuple[int, Wind], int], size: int
) -> NextTable | None:
    """Return the table of those who wait whose pairs met least often: first the pair that met most, then all together;
    of equal ones that of who came first. Its winds are those that its people had least. None for too few.

    `waiting` is in the order in which they came, `winds` counts how often somebody began with a wind.

    >>> met = meetings_in([(1, 2, 3, 4), (1, 2, 5, 6)])
    >>> next_table((1, 2, 3, 5, 6), met, {(1, WINDS[0]): 2}, 4)
    NextTable(players=(3, 1, 5, 6), meetings=1)
    >>> next_table((1, 2, 3), met, {}, 4) is None
    True
    """
    compared = waiting[:MOST_COMPARED]
    if len(compared) < size:
        return None
    known = {pair: meetings.get(frozenset(pair), 0) for pair in combinations(compared, 2)}

    def price(table: tuple[int, ...]) -> tuple[int, int]:
        counts = [known[pair] for pair in combinations(table, 2)]
        return max(counts), sum(count * count for count in counts)

    best = min(combinations(compared, size), key=price)

    def unevenness(order: tuple[int, ...]) -> int:
        return sum(winds.get((player, wind), 0) for wind, player in zip(WINDS, order, strict=False))

    return NextTable(min(permutations(best), key=unevenness), price(best)[0])
