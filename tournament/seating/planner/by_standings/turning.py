"""Who sits East to North at each table of one hanchan: nobody gets ahead in a wind where that can be, and who may meet
next will need different winds, so that the last hanchan of each four can give everybody the one that is missing."""

from collections.abc import Sequence
from itertools import permutations
from random import Random

from ..counting import winds_had
from ..words import Round, Rounds, Table
from .prices import meetings
from .seats import Had, excess, price

NEAR = 20
"""Who is fewer ranks apart may sit together in the next hanchan."""
SWEEPS = 4
"""So often at most every table is turned in the light of the others."""


def turned(tables: Sequence[Sequence[int]], order: Sequence[int], past: Rounds, rng: Random) -> Round:
    """Every table East to North. Of orders that cost the same one after which strangers who are close in ``order``
    need different winds; else by lot."""
    had = winds_had(past, len(tables[0]))
    choices = [best_orders(table, had, rng) for table in tables]
    seated = [orders[0] for orders in choices]
    crowd = Crowd(order, (*past, tuple(seated)), had)
    for table in seated:
        crowd.note(table)
    for _ in range(SWEEPS):
        before = list(seated)
        for at, orders in enumerate(choices):
            if len(orders) > 1:
                seated[at] = crowd.least(orders)
                crowd.note(seated[at])
        if seated == before:
            break
    return tuple(seated)


def best_orders(table: Sequence[int], had: Had, rng: Random) -> list[Table]:
    """The orders of a table that cost least in winds, beginning anywhere."""
    none = [0] * len(table)
    excesses = [excess(had.get(player, none)) for player in table]
    orders = list(permutations(range(len(table))))
    first = int(rng.random() * len(orders))
    costs = {seats: price(excesses, seats) for seats in orders[first:] + orders[:first]}
    least = min(costs.values())
    return [tuple(table[who] for who in seats) for seats, cost in costs.items() if cost == least]


class Crowd:
    """How many strangers close in rank will need which wind in the next hanchan; the closer, the more they count."""

    def __init__(self, order: Sequence[int], past: Rounds, had: Had) -> None:
        size = len(past[-1][0])
        none = [0] * size
        self.after = {
            player: [needs_after(had.get(player, none), wind) for wind in range(size)]
            for player in (one for table in past[-1] for one in table)
        }
        self.needs: dict[int, tuple[int, ...]] = {}
        met = meetings(past)
        self.near: dict[int, list[tuple[int, int]]] = {player: [] for player in order}
        for at, player in enumerate(order):
            for apart, other in enumerate(order[at + 1 : at + NEAR], start=1):
                if (min(player, other), max(player, other)) not in met:
                    self.near[player].append((other, NEAR - apart))
                    self.near[other].append((player, NEAR - apart))

    def note(self, table: Table) -> None:
        """What its people will need."""
        for wind, player in enumerate(table):
            self.needs[player] = self.after[player][wind]

    def least(self, orders: Sequence[Table]) -> Table:
        """The order after which its people need what few others do."""
        costs: dict[tuple[int, int], int] = {}
        for player in orders[0]:
            wanted = [0] * len(orders[0])
            for other, weight in self.near[player]:
                for need in self.needs[other]:
                    wanted[need] += weight
            for wind, needs in enumerate(self.after[player]):
                costs[wind, player] = sum(wanted[need] for need in needs)
        return min(orders, key=lambda table: sum(costs[seat] for seat in enumerate(table)))


def needs_after(had: Sequence[int], wind: int) -> tuple[int, ...]:
    """Which winds somebody has had least, after one more.

    >>> needs_after([1, 0, 1, 0], 1)
    (3,)
    """
    counts = list(had)
    counts[wind] += 1
    least = min(counts)
    return tuple(at for at, count in enumerate(counts) if count == least)
