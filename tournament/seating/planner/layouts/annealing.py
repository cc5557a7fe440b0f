"""Annealing for what no design covers: two players of one hanchan change tables, the clashes are kept count of.

It counts moves, not seconds, and accepts a worsening by d with probability p^d, p falling in steps to nothing, so
that the same random numbers give the same seating on every machine (no exponential function is involved).
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from ..bounds import clashes_of
from ..words import Round, table_of

WARMEST = 0.2
"""The p of the beginning."""

COOLINGS = 60
"""Steps in which p falls to nothing."""

LARGEST_RISE = 13
"""From here on a worsening is never accepted: hardly one in a thousand million would be."""

MATES = 6
"""Of two who change tables, three each."""


def anneal(rounds: Sequence[Round], *, first: int, players: int, moves: int, enough: int, rng: Random) -> list[Round]:
    """Change hanchan ``first`` (an index) and later ones to lower the clashes of the whole; points are 0..N-1.

    Ends after ``moves`` moves or when the clashes are down to ``enough``; never worse than what was given.
    """
    state = _State(rounds, players)
    clashes = before = clashes_of(rounds)
    for step in range(COOLINGS):
        if clashes <= enough:
            break
        warmth = WARMEST * (1 - step / (COOLINGS - 1))
        clashes = state.cool(first, moves // COOLINGS, warmth, clashes, enough, rng)
    return state.rounds() if clashes <= before else list(rounds)


class _State:
    """Who sits where in each hanchan, and how often each pair meets."""

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
        """The hanchan as they are now."""
        return [tuple(table_of(table) for table in tables) for tables in self.tables]

    def _meet(self, one: int, other: int, change: int) -> None:
        self.met[one][other] += change
        self.met[other][one] += change

    def cool(self, first: int, moves: int, warmth: float, clashes: int, enough: int, rng: Random) -> int:
        """Try so many exchanges at one warmth; the clashes afterwards."""
        chances = [warmth**rise for rise in range(LARGEST_RISE)]
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
                clashes += rise
                if clashes <= enough:
                    break
        return clashes

    def _rise(self, here: list[int], there: list[int], one: int, other: int) -> int:
        """How many clashes more there are when the two change tables.

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
