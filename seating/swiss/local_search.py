"""Simulated annealing of one hanchan with constant prices: players exchange places until nothing is gained.

What people pay for sitting together is a matrix that does not change while one hanchan is seated, so each table keeps
what everybody would pay at it: a try costs a handful of look-ups, only an exchange that is made costs a walk through
the people. That is what makes it worth an engine of its own beside `search.annealing`: a try there walks through eight
mates, and starts at something wrong, of which there is nothing in a hanchan by rank. Moves are counted, chance is
`rng.random()` alone and prices are whole numbers: the same seed gives the same tables everywhere.
"""

from collections.abc import Sequence
from operator import add, sub
from random import Random

from seating.chance import GRAIN, LOGS
from seating.swiss.rank_cost import OrderPrices
from seating.task import Watch

Prices = Sequence[Sequence[int]]
"""The price of sitting together of two, symmetric, zero on the diagonal; people are counted from 0."""

FAR, NOW_AND_THEN = 6, 4
"""In one of NOW_AND_THEN stages, players move FAR times as far."""

STAGES, COLD = 60, 6
COOLING = (*(round(1024 * 0.001 ** (stage / (STAGES - COLD))) for stage in range(STAGES - COLD)), *[0] * COLD)
"""The temperature of each stage, in 1024ths of the first: down to a thousandth; in the last ones only gains count."""


def exchange_players(
    tables: Sequence[Sequence[int]],
    prices: Prices,
    rng: Random,
    *,
    moves: int,
    hot: int,
    reach: int,
    classes: Sequence[int] | None = None,
    winds: OrderPrices | None = None,
    watch: Watch | None = None,
) -> list[list[int]]:
    """The tables after `moves` tries, `hot` being a price rise that is often taken at first.

    Two exchange places who are at most `reach` numbers apart, now and then from further away, and of one class where
    `classes` are given. `watch` hears of every stage and may stop it.
    """
    hall = RankedTables(tables, prices, winds)
    best, best_price = hall.tables(), hall.price
    for stage in range(STAGES):
        temperature = hot * COOLING[stage]
        far = min(FAR * reach if stage % NOW_AND_THEN == NOW_AND_THEN - 1 else reach, len(prices))
        hall.stage(moves // STAGES, temperature, far, classes, rng)
        if hall.price < best_price:
            best, best_price = hall.tables(), hall.price
        if not best_price:
            break  # nobody pays anything
        if watch and not watch((stage + 1) / STAGES, best_price):
            break
    return best


class RankedTables:
    """The seats, and everybody's price at every table."""

    def __init__(self, tables: Sequence[Sequence[int]], prices: Prices, winds: OrderPrices | None) -> None:
        self.prices = prices
        self.winds = winds if winds is not None else OrderPrices.none(len(prices))
        self.members = [list(table) for table in tables]
        self.at = [0] * len(prices)
        for number, table in enumerate(self.members):
            for person in table:
                self.at[person] = number
        self.pays = [[sum(column) for column in zip(*(prices[one] for one in table), strict=True)] for table in tables]
        self.keys = [self.winds.key(table) for table in tables]
        twice = sum(self.pays[self.at[one]][one] for one in range(len(prices)))
        self.price = twice // 2 + sum(self.winds[key] for key in self.keys)

    def tables(self) -> list[list[int]]:
        """A copy of the tables as they are now."""
        return [list(table) for table in self.members]

    def stage(self, moves: int, temperature: int, reach: int, classes: Sequence[int] | None, rng: Random) -> None:
        """So many tries at one temperature, in 1024ths of a price."""
        random, people = rng.random, len(self.prices)
        prices, at, pays, keys, winds, codes = self.prices, self.at, self.pays, self.keys, self.winds, self.winds.codes
        allowed = [temperature * log >> 20 for log in LOGS]
        for _ in range(moves):
            one = int(random() * people)
            other = one + 1 + int(random() * reach)
            if other >= people:
                continue
            here, there = at[one], at[other]
            if here == there or (classes and classes[one] != classes[other]):
                continue
            at_here, at_there = pays[here], pays[there]
            rise = at_there[one] + at_here[other] - at_here[one] - at_there[other] - 2 * prices[one][other]
            turn = codes[other] - codes[one]
            if turn:
                old, new = keys[here], keys[there]
                rise += winds[old + turn] + winds[new - turn] - winds[old] - winds[new]
            if rise > 0 and rise > allowed[int(random() * GRAIN)]:
                continue
            keys[here] += turn
            keys[there] -= turn
            self._seat(one, other, here, there)
            self.price += rise

    def _seat(self, one: int, other: int, here: int, there: int) -> None:
        """Exchange the two."""
        self.members[here][self.members[here].index(one)] = other
        self.members[there][self.members[there].index(other)] = one
        self.at[one], self.at[other] = there, here
        change = list(map(sub, self.prices[other], self.prices[one]))
        self.pays[here] = list(map(add, self.pays[here], change))
        self.pays[there] = list(map(sub, self.pays[there], change))
