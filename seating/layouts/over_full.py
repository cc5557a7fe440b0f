"""Over-full layouts, with more hanchan than are possible without a repeat: simulated annealing, repeats few and late.

The longest stored layout, or a maximal design, is played first. Each further hanchan is one of these again, the one
whose pairs have met least; then the added hanchan are annealed, put in an order in which few meet twice running, and
their tables numbered one hanchan after the other.

The annealing exchanges two players of one hanchan and keeps count of the sum of C(m, 2). It counts moves, not seconds,
and accepts a worsening by d with probability p^d, p falling in steps to nothing, so that the same random numbers give
the same seating on every machine (no exponential function is involved). It stays beside the annealing of the search
because its moves and its acceptance decide the layouts that draws are recomputed from, of 220 of the 360 sizes of up to
40 players and 40 hanchan: too many to store.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from seating.bounds import count_double_meetings, double_meetings_bound, most_hanchan_without_repeat
from seating.designs.constructions import design
from seating.matching import assign
from seating.rounds import Round, table_of
from seating.stored import stored_layout
from seating.table_numbers import number_tables

MOVES = 60_000
"""Exchanges tried in all; a fifth of a second."""

MOST_KEPT = 20
"""Layouts of more hanchan than this are not kept."""

STAY = 1000
"""The cost of staying at a table, beside one for each visit there before."""

Pair = tuple[int, int]


def over_full(players: int, hanchan: int, rng: Random) -> list[Round]:
    """Hanchan of players 1..`players` with the tables in the order of the room; winds are still to be dealt."""
    first = first_part(players, hanchan, rng)
    rounds = repeat_hanchan(first, hanchan)
    if players > 4:
        rounds = _annealed(rounds, len(first), players, rng)
    for added in order_apart(rounds[: len(first)], rounds[len(first) :]):
        first.append(number_next(first, added))
    return first


def first_part(players: int, hanchan: int, rng: Random) -> list[Round]:
    """Return the longest stored layout, else a design with few repeated tables."""
    for most in range(min(MOST_KEPT, hanchan), most_hanchan_without_repeat(players) - 1, -1):
        kept = stored_layout(players, most)
        if kept:
            return list(kept)
    rounds = [
        tuple(table_of([point + 1 for point in table]) for table in tables) for tables in design(players, hanchan, rng)
    ]
    return number_tables(rounds, players, rng)


def pairs_of(tables: Round) -> list[Pair]:
    """Return who meets in a hanchan, the lower number first."""
    return [pair for table in tables for pair in combinations(sorted(table), 2)]


def repeat_hanchan(first: Sequence[Round], hanchan: int) -> list[Round]:
    """Extend to so many hanchan, each time by the one whose pairs have met least, and not in the last hanchan."""
    rounds = list(first)
    met: dict[Pair, int] = {}
    for tables in rounds:
        for pair in pairs_of(tables):
            met[pair] = met.get(pair, 0) + 1
    while len(rounds) < hanchan:
        last = set(pairs_of(rounds[-1]))
        costs = [sum(met[pair] + (pair in last) for pair in pairs_of(tables)) for tables in first]
        rounds.append(first[costs.index(min(costs))])
        for pair in pairs_of(rounds[-1]):
            met[pair] += 1
    return rounds


def _annealed(rounds: list[Round], first: int, players: int, rng: Random) -> list[Round]:
    """Anneal the hanchan from index `first` on, unless they already reach the bound."""
    enough = double_meetings_bound(players, len(rounds))
    if count_double_meetings(rounds) <= enough:
        return rounds
    points = [tuple(table_of([player - 1 for player in table]) for table in tables) for tables in rounds]
    better = anneal(points, first=first, players=players, moves=MOVES, enough=enough, rng=rng)
    return [tuple(table_of([point + 1 for point in table]) for table in tables) for tables in better]


def order_apart(before: Sequence[Round], added: Sequence[Round]) -> list[Round]:
    """Order the added hanchan so that each shares few pairs with the one before it."""
    left = list(added)
    ordered: list[Round] = []
    last = before[-1]
    while left:
        just = set(pairs_of(last))
        common = [sum(pair in just for pair in pairs_of(tables)) for tables in left]
        last = left.pop(common.index(min(common)))
        ordered.append(last)
    return ordered


def number_next(before: Sequence[Round], tables: Round) -> Round:
    """Number the tables of one more hanchan: no table twice running, and rarely visited tables first."""
    visits: dict[tuple[int, int], int] = {}
    for tables_before in before:
        for place, table in enumerate(tables_before):
            for player in table:
                visits[player, place] = visits.get((player, place), 0) + 1
    for place, table in enumerate(before[-1]):
        for player in table:
            visits[player, place] += STAY
    order = range(len(tables))
    costs = [[sum(visits.get((player, place), 0) ** 2 for player in table) for place in order] for table in tables]
    placed = list(tables)
    for table, place in zip(tables, assign(costs), strict=True):
        placed[place] = table
    return tuple(placed)


HIGHEST = 0.2
"""The p of the beginning."""

COOLINGS = 60
"""Steps in which p falls to nothing."""

LARGEST_RISE = 13
"""From here on a worsening is never accepted: hardly one in a thousand million would be."""

MATES = 6
"""Of two who change tables, three each."""


def anneal(rounds: Sequence[Round], *, first: int, players: int, moves: int, enough: int, rng: Random) -> list[Round]:
    """Change hanchan `first` (an index) and later ones to lower the double meetings of the whole; points are 0..N-1.

    Ends after `moves` moves or when they are down to `enough`; never worse than what was given.
    """
    state = _State(rounds, players)
    double_meetings = before = count_double_meetings(rounds)
    for step in range(COOLINGS):
        if double_meetings <= enough:
            break
        temperature = HIGHEST * (1 - step / (COOLINGS - 1))
        double_meetings = state.cool(first, moves // COOLINGS, temperature, double_meetings, enough, rng)
    return state.rounds() if double_meetings <= before else list(rounds)


class _State:
    """The seats in each hanchan, and how often each pair meets."""

    def __init__(self, rounds: Sequence[Round], players: int) -> None:
        self.players = players
        self.tables = [[list(table) for table in tables] for tables in rounds]
        self.at = [[0] * players for _ in rounds]
        self.met = [[0] * players for _ in range(players)]
        for where, tables in zip(self.at, self.tables, strict=True):
            for number, table in enumerate(tables):
                for player in table:
                    where[player] = number
                for one, other in combinations(table, 2):
                    self._meet(one, other, 1)

    def rounds(self) -> list[Round]:
        """The current hanchan."""
        return [tuple(table_of(table) for table in tables) for tables in self.tables]

    def _meet(self, one: int, other: int, change: int) -> None:
        self.met[one][other] += change
        self.met[other][one] += change

    def cool(self, first: int, moves: int, temperature: float, double_meetings: int, enough: int, rng: Random) -> int:
        """Try a number of exchanges at one temperature and return the double meetings afterwards."""
        chances = [temperature**rise for rise in range(LARGEST_RISE)]
        hanchan, players, random = len(self.tables) - first, self.players, rng.random
        for _ in range(moves):
            which = first + int(random() * hanchan)
            one, other = int(random() * players), int(random() * players)
            where = self.at[which]
            if where[one] == where[other]:
                continue
            rise = self._rise(self.tables[which][where[one]], self.tables[which][where[other]], one, other)
            if rise <= 0 or (rise < LARGEST_RISE and random() < chances[rise]):
                self._exchange(which, one, other)
                double_meetings += rise
                if double_meetings <= enough:
                    break
        return double_meetings

    def _rise(self, here: list[int], there: list[int], one: int, other: int) -> int:
        """Return how many double meetings more there are when the two change tables.

        The meetings of this hanchan are in the counts: what is lost counts each mate once too often, and the two count
        each other where their mates are gained.
        """
        a, b, c, d = here
        e, f, g, h = there
        mine, theirs = self.met[one], self.met[other]
        gained = mine[e] + mine[f] + mine[g] + mine[h] + theirs[a] + theirs[b] + theirs[c] + theirs[d]
        lost = mine[a] + mine[b] + mine[c] + mine[d] + theirs[e] + theirs[f] + theirs[g] + theirs[h]
        return gained - 2 * mine[other] - (lost - MATES)

    def _exchange(self, which: int, one: int, other: int) -> None:
        where, tables = self.at[which], self.tables[which]
        here, there = tables[where[one]], tables[where[other]]
        here.remove(one)
        there.remove(other)
        for mate in here:
            self._meet(one, mate, -1)
            self._meet(other, mate, 1)
        for mate in there:
            self._meet(other, mate, -1)
            self._meet(one, mate, 1)
        here.append(other)
        there.append(one)
        where[one], where[other] = where[other], where[one]


def to_places(rounds: Sequence[Round]) -> list[Round]:
    """Return the same hanchan over places 1..N for points 0..N-1."""
    return [tuple(table_of([point + 1 for point in table]) for table in tables) for tables in rounds]
