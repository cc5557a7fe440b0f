"""From groups of players to a hanchan: table numbers and seat winds.

Nobody gets ahead in a wind where that can be, and players who may meet next will need different winds, so that the last
hanchan of each four can give everybody the one that is missing.
"""

from collections.abc import Sequence
from itertools import permutations
from random import Random

from seating.chance import chance
from seating.matching import assign
from seating.rounds import Round, Rounds, Table, times_met, winds_had
from seating.swiss.rank_cost import Had, excess, order_price
from seating.swiss.task import PairingTask
from seating.wishes import AtTables, Weight, Wish

STAY, VISIT = 10_000, 100
"""The cost of staying at a table, and of returning to one."""
LOT = 10
"""Lots add less than this to a table's cost, a tenth of a visit."""

WISH = {Weight.MUST: 10**9, Weight.STRONG: 10**6, Weight.SOFT: 1_000}
"""The cost of sitting at another table than wished; soft: less than that one person stays."""


def seat_groups(groups: Sequence[Sequence[int]], task: PairingTask) -> Round:
    """Tables 1.. with their people East to North.

    By rank, table 1 has the best. Otherwise repeated tables are few, and none twice running if avoidable. Wishes
    about tables come first either way. Winds are balanced against the past.
    """
    rank = {player: at for at, player in enumerate(task.order)}
    rng = chance(f"{task.seed} seats")
    by_best = sorted(groups, key=lambda group: sorted(rank[player] for player in group))
    wished = [[_wished(group, table, task.wishes) for table in range(1, len(groups) + 1)] for group in by_best]
    costs = _rank_costs(len(groups)) if task.by_rank else _visit_costs(by_best, task.past, rng)
    both = [[one + two for one, two in zip(*lines, strict=True)] for lines in zip(costs, wished, strict=True)]
    at = list(range(len(groups))) if task.by_rank and not any(map(any, wished)) else assign(both)
    tables = [sorted(group) for _, group in sorted(zip(at, by_best, strict=True))]
    return rotate_winds(tables, task.order, task.past, rng)


def _rank_costs(count: int) -> list[list[int]]:
    return [[(group - table) ** 2 for table in range(count)] for group in range(count)]


def _visit_costs(groups: Sequence[Sequence[int]], past: Rounds, rng: Random) -> list[list[int]]:
    """Return the cost of the same table twice running, then of a repeated table, then by lot."""
    visits: dict[int, list[int]] = {}
    for hanchan, tables in enumerate(past, start=1):
        price = STAY if hanchan == len(past) else VISIT
        for table, seats in enumerate(tables[: len(groups)]):
            for player in seats:
                visits.setdefault(player, [0] * len(groups))[table] += price
    none = [0] * len(groups)
    costs = [
        [sum(prices) for prices in zip(*(visits.get(one, none) for one in group), strict=True)] for group in groups
    ]
    return [[cost + int(rng.random() * LOT) for cost in line] for line in costs]


def _wished(group: Sequence[int], table: int, wishes: Sequence[Wish]) -> int:
    """Return the cost of this table for a group whose players wish for certain tables."""
    return sum(
        WISH[wish.weight] * len(wish.players & set(group))
        for wish in wishes
        if isinstance(wish, AtTables) and table not in wish.tables
    )


NEAR = 20
"""Players fewer ranks apart may sit together in the next hanchan."""
SWEEPS = 4
"""So often at most every table is turned in the light of the others."""


def rotate_winds(tables: Sequence[Sequence[int]], order: Sequence[int], past: Rounds, rng: Random) -> Round:
    """Every table East to North. Of orders that cost the same one after which strangers who are close in `order`
    need different winds; else by lot."""
    had = winds_had(past, len(tables[0]))
    choices = [best_orders(table, had, rng) for table in tables]
    seated = [orders[0] for orders in choices]
    crowd = WindDemand(order, (*past, tuple(seated)), had)
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
    """Return the cheapest rotations of a table."""
    none = [0] * len(table)
    excesses = [excess(had.get(player, none)) for player in table]
    orders = list(permutations(range(len(table))))
    first = int(rng.random() * len(orders))
    costs = {seats: order_price(excesses, seats) for seats in orders[first:] + orders[:first]}
    least = min(costs.values())
    return [tuple(table[who] for who in seats) for seats, cost in costs.items() if cost == least]


class WindDemand:
    """The number of strangers close in rank who will need each wind in the next hanchan; closer ones count more."""

    def __init__(self, order: Sequence[int], past: Rounds, had: Had) -> None:
        size = len(past[-1][0])
        none = [0] * size
        self.after = {
            player: [needs_after(had.get(player, none), wind) for wind in range(size)]
            for player in (one for table in past[-1] for one in table)
        }
        self.needs: dict[int, tuple[int, ...]] = {}
        met = times_met(past)
        self.near: dict[int, list[tuple[int, int]]] = {player: [] for player in order}
        for at, player in enumerate(order):
            for apart, other in enumerate(order[at + 1 : at + NEAR], start=1):
                if (min(player, other), max(player, other)) not in met:
                    self.near[player].append((other, NEAR - apart))
                    self.near[other].append((player, NEAR - apart))

    def note(self, table: Table) -> None:
        """Add the winds its players will need."""
        for wind, player in enumerate(table):
            self.needs[player] = self.after[player][wind]

    def least(self, orders: Sequence[Table]) -> Table:
        """Return the order after which its players need winds that few others need."""
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
    """Return a player's least frequent winds after one more hanchan.

    >>> needs_after([1, 0, 1, 0], 1)
    (3,)
    """
    counts = list(had)
    counts[wind] += 1
    least = min(counts)
    return tuple(at for at, count in enumerate(counts) if count == least)
