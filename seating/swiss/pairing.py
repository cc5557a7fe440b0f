"""The next hanchan by the standings: neighbours in rank sit together, players who have met do not, as one weight says.

Prices: the squares of the differences in rank at a table, a weight for every earlier meeting, wishes, winds. They do
not change while one hanchan is seated, so exchanging players finds tables in a fraction of a second.

Where so many hanchan are played that people run out of opponents whom they have not met, the tables that look best now
may leave none without a repeat for later. In a small field exact search (`lookahead`) looks two hanchan ahead.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import le
from typing import NamedTuple

from seating.chance import chance
from seating.rounds import Round, Rounds
from seating.swiss.closeness import mean_in_tenths
from seating.swiss.local_search import Prices, exchange_players
from seating.swiss.lookahead import NodeBudget, after_meeting, hanchan_left, hanchan_without_repeat, strangers_of
from seating.swiss.patterns import Groups, chunks
from seating.swiss.rank_cost import STEPS, OrderPrices, add_price, rank_prices, sum_prices, weight_of
from seating.swiss.task import PairingTask
from seating.swiss.wind_rotation import seat_groups
from seating.task import Watch

COOL, REACH = 250, 16
"""The price rise often accepted at first if tables are already good; the usual reach of an exchange, in ranks."""
SMALL = 60
"""Up to this many people, the search looks at the hanchan after this one."""
AHEAD = 2
"""Number of later hanchan without a repeat that are kept possible."""
CANDIDATES = 20
"""Groupings tried to find one that keeps them possible."""
IN_VAIN = 80
"""The surcharge on pairs at tables that leave no room for a later hanchan, so that others are tried."""
LATER = 10
"""Repeated searches get this fraction of the tries: one in LATER."""


@dataclass(frozen=True, slots=True)
class PairingSearch:
    """One hanchan to be found; people are counted from 0 in the order of the standings."""

    task: PairingTask
    weight: int
    moves: int
    left: int | None

    def with_later(self, watch: Watch | None = None) -> Groups:
        """The best groups; where the field is small and hanchan are to come, of several that which leaves most room."""
        task, size = self.task, self.task.size
        meetings = task.meetings(self.weight)
        prices = sum_prices(rank_prices(len(task.order)), meetings, task.wished())
        known = curve_groups(task)
        near, start = self.near(known), chunks(len(task.order), size)
        if not (self.crowded() and self.weight):
            usual = self.searched(prices, f"{task.seed} exchange", start, start_temperature(task.past), watch)
            others = [self.searched(prices, f"{task.seed} near", one, COOL, moves=self.moves // LATER) for one in near]
            best = min([usual, *others], key=lambda groups: self.price_of(prices, groups))
            return self.undominated(best, [start, *known.found, usual, *others])
        strangers = strangers_of(meetings)
        without = hanchan_without_repeat(strangers, size, lambda groups: self.price_of(prices, groups), NodeBudget())
        found: list[tuple[int, Groups]] = []
        wanted = min(self.left or 0, AHEAD)
        tried = [list(row) for row in prices]

        def room_after(groups: Groups) -> int:
            return hanchan_left(after_meeting(strangers, groups), size, wanted, NodeBudget())

        for number in range(CANDIDATES):
            groups = self.best_now(tried, [without, *near] if without else near, number)
            room = room_after(groups)
            found.append((self.price_of(prices, groups) + self.weight * (wanted - room), groups))
            if room == wanted or (watch and not watch((number + 1) / CANDIDATES, min(found)[0])):
                break
            for one, other in (pair for group in groups for pair in combinations(group, 2)):
                add_price(tried, one, other, IN_VAIN)
        best = min(found)[1]
        least = room_after(best)
        return self.undominated(best, [start, *known.found, *near], lambda groups: room_after(groups) >= least)

    def undominated(
        self, best: Groups, others: Sequence[Groups], is_open: Callable[[Groups], bool] = lambda _groups: True
    ) -> Groups:
        """Return the best groups, or others that are no worse in any figure of them and better in one: the price is of
        squares, while people compare spreads. `is_open`: whether groups leave as much for later."""
        mine = self.figures(best)
        no_worse = [
            (theirs, groups)
            for groups in others
            if (theirs := self.figures(groups)) != mine and all(map(le, theirs, mine)) and is_open(groups)
        ]
        return min([(mine, best), *no_worse])[1]

    def figures(self, groups: Groups) -> tuple[int, ...]:
        """Return what people compare, less being better: pairs that meet again and how often they have met, the sum and
        the largest of the spreads, and the prices of wishes and winds."""
        met, winds = self.task.meetings(2), self.winds()
        pairs = [met[one][other] for group in groups for one, other in combinations(group, 2)]
        spreads = [max(group) - min(group) for group in groups]
        return (
            sum(times > 0 for times in pairs),
            sum(pairs),
            sum(spreads),
            max(spreads),
            total_price(groups, self.task.wished()),
            sum(winds[winds.key(group)] for group in groups),
        )

    def crowded(self) -> bool:
        """Return whether so many hanchan are played that people may run out of new opponents: everybody meets more
        than a third of the field."""
        people, hanchan = len(self.task.order), len(self.task.past) + 1 + (self.left or 0)
        return people <= SMALL and 3 * (self.task.size - 1) * hanchan > people

    def near(self, known: "CurveGroups") -> list[Groups]:
        """Other tables to start from: those of now, and the best for this weight of all that the curve has."""
        now = self.task.groups_now()
        return [*([now] if now else []), known.best(self.weight)]

    def best_now(self, prices: Prices, others: Sequence[Groups], number: int) -> Groups:
        """From the ranks and from other tables: the cheapest. Who is asked again gets a shorter search."""
        task = self.task
        starts = [(chunks(len(task.order), task.size), start_temperature(task.past))]
        starts += [(groups, COOL) for groups in others]
        moves = self.moves // (LATER if number else 1)
        found = [self.searched(prices, f"{task.seed} {number}", start, hot, moves=moves) for start, hot in starts]
        return min(found, key=lambda groups: self.price_of(prices, groups))

    def searched(
        self, prices: Prices, seed: str, start: Groups, hot: int, watch: Watch | None = None, moves: int = 0
    ) -> Groups:
        """The best groups that exchanges find from these."""
        return exchange_players(
            start,
            prices,
            chance(seed),
            moves=moves or self.moves,
            hot=hot,
            reach=REACH,
            watch=watch,
            winds=self.winds(),
        )

    def winds(self) -> OrderPrices:
        """Return a table's price for players who get ahead in a wind."""
        return self.task.winds(self.task.wind_weight * len(self.task.order))

    def price_of(self, prices: Prices, groups: Groups) -> int:
        """Return the price of each pair."""
        winds = self.winds()
        return total_price(groups, prices) + sum(winds[winds.key(group)] for group in groups)


FULL = 16
"""Up to so many players, looking ahead finds what there is even when everybody meets nearly everybody."""


def is_better_planned(people: int, hanchan: int, size: int = 4) -> bool:
    """Return whether so many hanchan use up nearly all opponents of a field too large to look ahead in: paired one by
    one they repeat more than a seating of all hanchan planned at once.

    >>> is_better_planned(24, 7), is_better_planned(24, 6), is_better_planned(16, 5)
    (True, False, False)
    """
    return people > FULL and 10 * (size - 1) * hanchan > 9 * (people - 1)


def start_temperature(past: Rounds) -> int:
    """Return the starting temperature, which grows with the opponents met."""
    return max(COOL, 18 * len(past) ** 2)


def total_price(groups: Groups, prices: Prices) -> int:
    """Return the total price of these tables."""
    return sum(prices[one][other] for group in groups for one, other in combinations(group, 2))


MOVES, EACH = 200_000, 8_000
"""Tries in all, and the tries for each person in a small field."""
CURVE_MOVES = 6_000
"""Tries for each repeat weight, starting from the tables of the one before."""


def pair(
    task: PairingTask,
    repeat_weight: int,
    *,
    left: int | None = None,
    moves: int | None = None,
    watch: Watch | None = None,
) -> Round:
    """The tables of one hanchan; the same arguments give the same tables on every machine.

    `repeat_weight`: a further meeting of a pair costs as much as so many squared ranks (`weight_of`).
    `left`: hanchan still to come after this one, None: nobody knows; small fields keep them possible.
    """
    search = PairingSearch(task, repeat_weight, moves or min(MOVES, EACH * len(task.order)), left)
    groups = search.with_later(watch)
    return seat_groups([[task.order[one] for one in group] for group in groups], task)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One setting of the knob and what comes of it: pairs that meet again, the mean of the spreads in tenths of a rank,
    the largest."""

    step: int | None
    repeats: int
    mean_tenths: int
    largest: int


def curve(
    task: PairingTask, *, moves: int | None = None, steps: Sequence[int | None] = STEPS
) -> tuple[CurvePoint, ...]:
    """Return roughly what each setting of the weight gives, from "only ranks count" to "never again".

    Each search goes on from where the one before has ended, and each setting takes the best for it of all that was
    found: so repeats only fall and distances only grow.
    """
    found = curve_groups(task, moves=moves, steps=steps)
    people = len(task.order)
    return tuple(_counted(step, found.best(weight_of(step, people)), found.met) for step in steps)


class CurveGroups(NamedTuple):
    """Tables found for all settings of the weight, with twice the meetings of each pair."""

    found: list[Groups]
    met: Prices

    def best(self, weight: int) -> Groups:
        """Return the tables that are best for this weight."""
        return min(
            self.found, key=lambda groups: squared_distances(groups) + weight // 2 * total_price(groups, self.met)
        )


def curve_groups(task: PairingTask, *, moves: int | None = None, steps: Sequence[int | None] = STEPS) -> CurveGroups:
    """Search the tables of each setting, each from those of the one before; the tables of now are among them."""
    people, size = len(task.order), task.size
    free, met = sum_prices(rank_prices(people), task.wished()), task.meetings(2)
    winds = task.winds(task.wind_weight * people)
    now = task.groups_now()
    groups, found = chunks(people, size), [now] if now else []
    for step in steps:
        half = weight_of(step, people) // 2
        prices = [[one + half * two for one, two in zip(*rows, strict=True)] for rows in zip(free, met, strict=True)]
        rng = chance(f"{task.seed} {step}")
        groups = exchange_players(groups, prices, rng, moves=moves or CURVE_MOVES, hot=COOL, reach=REACH, winds=winds)
        found.append(groups)
    return CurveGroups(found, met)


def _counted(step: int | None, groups: Groups, met: Prices) -> CurvePoint:
    spreads = [max(group) - min(group) for group in groups]
    repeats = sum(met[one][other] > 0 for group in groups for one, other in combinations(group, 2))
    return CurvePoint(step, repeats, mean_in_tenths(spreads), max(spreads))


def squared_distances(groups: Groups) -> int:
    """The squared differences in rank of all pairs at a table."""
    return sum((one - other) ** 2 for group in groups for one, other in combinations(group, 2))
