"""Which table number each group of people gets: nobody comes back to a table where that can be avoided.

Many designs number their tables by construction. For the others each hanchan in turn gets the best numbering given
all the others (an assignment problem, solved exactly, ties broken by lot) until nothing is left to gain.
"""

from collections.abc import Sequence
from math import comb
from random import Random

from .assignment import assign
from .chance import shuffled
from .words import Round

STAY = 10
"""What it costs to stay at a table for the next hanchan, on top of the revisit that it is."""

THIRD = 8
"""How much worse than a second visit to a table a third is."""

EFFORT = 1_500_000
"""Elementary steps allowed in all; one numbering of g tables in R hanchan takes about R * (g^3 + 10gR + 600)."""

PATIENCE = 50
"""After so many rounds of improvement without a better result it is left at that."""

SHAKEN = 2
"""How many hanchan are numbered at random when nothing is left to gain."""

TIE, LOT = 1024, 16
"""Costs are multiplied by the one and get a random part below the other: with up to 64 tables it only decides ties."""


def number_tables(
    rounds: Sequence[Round], players: int, rng: Random, fixed: frozenset[int] = frozenset()
) -> list[Round]:
    """The same hanchan with the tables in the order of the room; players are numbered 1..``players``.

    Tables at the indices ``fixed`` stay there: somebody sits at each of them throughout.
    """
    best = list(rounds)
    kept = len(fixed) * (revisit_cost(len(best)) + STAY * (len(best) - 1))
    lowest, least = table_cost(best), least_cost(players - len(fixed), len(best), len(best[0])) + kept
    current, before, vain = list(best), lowest, 0
    for _ in range(_sweeps(len(best[0]), len(best))):
        if lowest <= least or vain > PATIENCE:
            break
        current = _improved(current, players, rng, fixed)
        cost = table_cost(current)
        vain += 1
        if cost < lowest:
            best, lowest, vain = list(current), cost, 0
        if cost >= before:
            current = _shaken(best, rng, fixed)
            cost = table_cost(current)
        before = cost
    return best


def _sweeps(order: int, hanchan: int) -> int:
    """How often all hanchan can be numbered anew with that effort."""
    return 2 + EFFORT // (hanchan * (order**3 + 10 * order * hanchan + 600))


def _improved(rounds: Sequence[Round], players: int, rng: Random, fixed: frozenset[int]) -> list[Round]:
    """Every hanchan once, in random order, in its best numbering given the others."""
    current = list(rounds)
    for which in shuffled(range(len(current)), rng):
        current[which] = _renumbered(current, which, players, rng, fixed)
    return current


def _shaken(rounds: Sequence[Round], rng: Random, fixed: frozenset[int]) -> list[Round]:
    """A few hanchan in random order, to begin from elsewhere."""
    current = list(rounds)
    for which in shuffled(range(len(current)), rng)[:SHAKEN]:
        places = [place for place in range(len(current[which])) if place not in fixed]
        current[which] = _placed(current[which], shuffled(places, rng), places)
    return current


def _placed(tables: Round, places: Sequence[int], targets: Sequence[int]) -> Round:
    """The tables with those at ``places`` moved to ``targets``."""
    placed = list(tables)
    for place, target in zip(places, targets, strict=True):
        placed[target] = tables[place]
    return tuple(placed)


def revisit_cost(visits: int) -> int:
    """Cost of a player's visits to one table; convex, so that the revisits fall to different tables."""
    return comb(visits, 2) + THIRD * comb(visits, 3)


def least_cost(players: int, hanchan: int, tables: int) -> int:
    """Everybody visits every table equally often, up to one, and never stays."""
    each, more = divmod(hanchan, tables)
    stays = players * (hanchan - 1) if tables == 1 else 0
    return players * ((tables - more) * revisit_cost(each) + more * revisit_cost(each + 1)) + STAY * stays


def table_cost(rounds: Sequence[Round]) -> int:
    """Revisits of all players, and STAY for each time somebody stays."""
    visits: dict[tuple[int, int], int] = {}
    cost = 0
    before: set[tuple[int, int]] = set()
    for tables in rounds:
        places = [(player, number) for number, table in enumerate(tables) for player in table]
        for place in places:
            visits[place] = visits.get(place, 0) + 1
        cost += STAY * sum(place in before for place in places)
        before = set(places)
    return cost + sum(revisit_cost(count) for count in visits.values())


def _renumbered(rounds: Sequence[Round], which: int, players: int, rng: Random, fixed: frozenset[int]) -> Round:
    """The tables of one hanchan in the best order given all other hanchan."""
    costs = _costs_of_places(rounds, which, players)
    tables = rounds[which]
    places = [place for place in range(len(tables)) if place not in fixed]
    order = shuffled(places, rng)
    drawn = [_with_lots([[costs[player][place] for place in places] for player in tables[at]], rng) for at in order]
    return _placed(tables, order, [places[target] for target in assign(drawn)])


def _with_lots(costs: Sequence[Sequence[int]], rng: Random) -> list[int]:
    """What each place costs all of a table, made different by lot."""
    return [TIE * sum(column) + int(LOT * rng.random()) for column in zip(*costs, strict=True)]


def _costs_of_places(rounds: Sequence[Round], which: int, players: int) -> list[list[int]]:
    """For each player and table: what one more visit in hanchan ``which`` costs."""
    order = len(rounds[which])
    visits = [[0] * order for _ in range(players + 1)]
    stays = [[0] * order for _ in range(players + 1)]
    for number, tables in enumerate(rounds):
        if number == which:
            continue
        near = STAY if abs(number - which) == 1 else 0
        for place, table in enumerate(tables):
            for player in table:
                visits[player][place] += 1
                stays[player][place] += near
    return [
        [count + THIRD * comb(count, 2) + near for count, near in zip(counts, nears, strict=True)]
        for counts, nears in zip(visits, stays, strict=True)
    ]
