"""More hanchan than can be had without a repeat, and than are kept: as few clashes as possible, and late.

The longest layout that is kept, or a maximal design, is played first. Each further hanchan is one of these again, the
one whose pairs have met least; then the added hanchan are annealed, put in an order in which few meet twice running,
and their tables numbered one hanchan after the other.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from ..algebra.designs import design
from ..assignment import assign
from ..bounds import clashes_bound, clashes_of, most_hanchan_without_repeat
from ..tables import number_tables
from ..words import Round, table_of
from .annealing import anneal
from .stored import stored

MOVES = 60_000
"""Exchanges tried in all; a fifth of a second."""

MOST_KEPT = 20
"""Layouts of more hanchan than this are not kept."""

STAY = 1000
"""What it costs to stay at a table, beside one for each visit there before."""

Pair = tuple[int, int]


def crowded(players: int, hanchan: int, rng: Random) -> list[Round]:
    """Hanchan of players 1..``players`` with the tables in the order of the room; winds are still to be dealt."""
    first = beginning(players, hanchan, rng)
    rounds = extended(first, hanchan)
    if players > 4:
        rounds = _annealed(rounds, len(first), players, rng)
    for added in kept_apart(rounds[: len(first)], rounds[len(first) :]):
        first.append(numbered(first, added))
    return first


def beginning(players: int, hanchan: int, rng: Random) -> list[Round]:
    """The longest layout that is kept, else a design with as few returns to a table as can be had at once."""
    for most in range(min(MOST_KEPT, hanchan), most_hanchan_without_repeat(players) - 1, -1):
        kept = stored(players, most)
        if kept:
            return list(kept)
    rounds = [
        tuple(table_of([point + 1 for point in table]) for table in tables) for tables in design(players, hanchan, rng)
    ]
    return number_tables(rounds, players, rng)


def pairs_of(tables: Round) -> list[Pair]:
    """Who meets in a hanchan, the lower number first."""
    return [pair for table in tables for pair in combinations(sorted(table), 2)]


def extended(first: Sequence[Round], hanchan: int) -> list[Round]:
    """So many hanchan: behind the first ones always that of theirs whose pairs have met least, and not just now."""
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
    """The hanchan from index ``first`` on annealed, when they are not as good as can be."""
    enough = clashes_bound(players, len(rounds))
    if clashes_of(rounds) <= enough:
        return rounds
    points = [tuple(table_of([player - 1 for player in table]) for table in tables) for tables in rounds]
    better = anneal(points, first=first, players=players, moves=MOVES, enough=enough, rng=rng)
    return [tuple(table_of([point + 1 for point in table]) for table in tables) for tables in better]


def kept_apart(before: Sequence[Round], added: Sequence[Round]) -> list[Round]:
    """The added hanchan in such an order that each shares few pairs with the one before it."""
    left = list(added)
    ordered: list[Round] = []
    last = before[-1]
    while left:
        just = set(pairs_of(last))
        common = [sum(pair in just for pair in pairs_of(tables)) for tables in left]
        last = left.pop(common.index(min(common)))
        ordered.append(last)
    return ordered


def numbered(before: Sequence[Round], tables: Round) -> Round:
    """The tables of one more hanchan in the best order: nobody stays, and to a table one has seldom been at."""
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
