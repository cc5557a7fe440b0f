"""The next hanchan by the standings: who is close in rank sits together, and who has met does not, as one knob says.

Prices: the squares of the differences in rank at a table, a weight for every earlier meeting, wishes, winds. They stand
still while one hanchan is seated, so exchanging people (:mod:`.exchanging`) finds tables in a fraction of a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from ..counting import winds_had
from ..wishes import Wish
from ..words import Round, Rounds, Watch
from .exchanging import Prices, exchange
from .figures import mean_in_tenths
from .fresh import Budget, fresh, hanchan_left, parted, strangers_of
from .numbering import numbered
from .patterns import Groups, chunks
from .prices import STEPS, add, meeting_prices, rank_prices, together, weight_of, wish_prices
from .seats import WindPrices

MOVES, EACH = 200_000, 8_000
"""Tries in all, of a small field so many for each of its people."""
CURVE_MOVES = 6_000
COOL, REACH = 250, 16
WINDS, WINDS_FIRST = 32, 400
"""What a wind that gets ahead costs, in squares of ranks for each person who plays: of 64 some 45 ranks, or 160."""
SMALL = 60
"""Up to so many people the hanchan after this one are looked at."""
CANDIDATES = 20
IN_VAIN = 80
"""What two more pay for sitting together in tables that leave no room for a later hanchan, so that others are tried."""


def swiss(
    order: Sequence[int],
    past: Rounds,
    *,
    repeat_weight: int,
    seed: int | str,
    moves: int | None = None,
    watch: Watch | None = None,
    size: int = 4,
    wishes: Sequence[Wish] = (),
    left: int | None = None,
    wind_weight: int = WINDS,
    by_rank: bool = False,
) -> Round:
    """One hanchan for the players in ``order`` (the best first) after ``past``; a multiple of ``size`` of them.

    ``repeat_weight``: a further meeting of a pair costs as much as so many squared ranks (:func:`.prices.weight_of`).
    ``left``: hanchan still to come after this one, None: nobody knows; small fields keep them possible.
    ``wind_weight``: what a wind that gets ahead costs, as WINDS; 0: winds are drawn at the table. The same arguments
    give the same tables on every machine.
    """
    tries = moves or min(MOVES, EACH * len(order))
    task = Asked(tuple(order), past, repeat_weight, seed, tries, size, tuple(wishes), wind_weight, left)
    groups = task.with_later(watch)
    players = [[order[one] for one in group] for group in groups]
    return numbered(players, order, past, seed=seed, wishes=wishes, by_rank=by_rank)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of one hanchan; people are counted from 0 in the order of the standings."""

    order: tuple[int, ...]
    past: Rounds
    weight: int
    seed: int | str
    moves: int
    size: int
    wishes: tuple[Wish, ...]
    wind_weight: int
    left: int | None

    def with_later(self, watch: Watch | None = None) -> Groups:
        """The best groups; where the field is small and hanchan are to come, of several that which leaves most room."""
        meetings = meeting_prices(self.order, self.past, self.weight)
        prices = together(
            rank_prices(len(self.order)), meetings, wish_prices(self.order, self.wishes, len(self.past) + 1)
        )
        if not (self.crowded() and self.weight):
            start = chunks(len(self.order), self.size)
            return self.searched(prices, f"{self.seed} exchange", start, heat(self.past), watch)
        strangers = strangers_of(meetings)
        without = fresh(strangers, self.size, lambda groups: self.price_of(prices, groups), Budget())
        found: list[tuple[int, Groups]] = []
        wanted = min(self.left or 0, 2)
        tried = [list(row) for row in prices]
        for number in range(CANDIDATES):
            groups = self.best_now(tried, without, number)
            room = hanchan_left(parted(strangers, groups), self.size, wanted, Budget())
            found.append((self.price_of(prices, groups) + self.weight * (wanted - room), groups))
            if room == wanted or (watch and not watch((number + 1) / CANDIDATES, min(found)[0])):
                break
            for one, other in (pair for group in groups for pair in combinations(group, 2)):
                add(tried, one, other, IN_VAIN)
        return min(found)[1]

    def crowded(self) -> bool:
        """Whether so many hanchan are to be played that people may run out of others whom they have not met."""
        hanchan = len(self.past) + 1 + (self.left or 0)
        return len(self.order) <= SMALL and 3 * (self.size - 1) * hanchan > len(self.order)

    def best_now(self, prices: Prices, without: Groups | None, number: int) -> Groups:
        """From the ranks, and from tables without a repeat where some were found: the cheaper. Who is asked again
        gets a shorter search."""
        starts = [(chunks(len(self.order), self.size), heat(self.past))]
        if without:
            starts.append((without, COOL))
        moves = self.moves // (10 if number else 1)
        found = [self.searched(prices, f"{self.seed} {number}", start, hot, moves=moves) for start, hot in starts]
        return min(found, key=lambda groups: self.price_of(prices, groups))

    def searched(
        self, prices: Prices, seed: str, start: Groups, hot: int, watch: Watch | None = None, moves: int = 0
    ) -> Groups:
        return exchange(
            start, prices, Random(seed), moves=moves or self.moves, hot=hot, reach=REACH, watch=watch,  # noqa: S311
            winds=self.winds(),
        )  # fmt: skip

    def winds(self) -> WindPrices:
        """What a table pays for who gets ahead in a wind."""
        return WindPrices(winds_had(self.past, self.size), self.order, self.size, self.wind_weight * len(self.order))

    def price_of(self, prices: Prices, groups: Groups) -> int:
        """What everybody pays."""
        winds = self.winds()
        return _paid(groups, prices) + sum(winds[winds.key(group)] for group in groups)


def heat(past: Rounds) -> int:
    """How large a rise is often taken at first: who has met three others in each hanchan sits as many ranks away."""
    return max(COOL, 18 * len(past) ** 2)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of the knob and what comes of it: pairs that meet again, the mean of the spreads in tenths of a rank,
    the largest."""

    step: int | None
    repeats: int
    mean_tenths: int
    largest: int


def curve(
    order: Sequence[int],
    past: Rounds,
    *,
    seed: int | str,
    moves: int | None = None,
    size: int = 4,
    wishes: Sequence[Wish] = (),
    wind_weight: int = WINDS,
    steps: Sequence[int | None] = STEPS,
) -> tuple[Setting, ...]:
    """What each setting of the knob gives, about, from "only ranks count" to "never again".

    Each search goes on from where the one before has ended, and each setting takes the best for it of all that was
    found: so repeats only fall and distances only grow.
    """
    people = len(order)
    free = together(rank_prices(people), wish_prices(order, wishes, len(past) + 1))
    met = meeting_prices(order, past, 2)
    winds = WindPrices(winds_had(past, size), order, size, wind_weight * people)
    groups, found = chunks(people, size), []
    for step in steps:
        half = weight_of(step, people) // 2
        prices = [[one + half * two for one, two in zip(*rows, strict=True)] for rows in zip(free, met, strict=True)]
        rng = Random(f"{seed} {step}")  # noqa: S311
        groups = exchange(groups, prices, rng, moves=moves or CURVE_MOVES, hot=COOL, reach=REACH, winds=winds)
        found.append(groups)

    def best(step: int | None) -> Groups:
        half = weight_of(step, people) // 2
        return min(found, key=lambda groups: squares(groups) + half * _paid(groups, met))

    return tuple(_counted(step, best(step), met) for step in steps)


def _counted(step: int | None, groups: Groups, met: Prices) -> Setting:
    spreads = [max(group) - min(group) for group in groups]
    repeats = sum(met[one][other] > 0 for group in groups for one, other in combinations(group, 2))
    return Setting(step, repeats, mean_in_tenths(spreads), max(spreads))


def _paid(groups: Groups, prices: Prices) -> int:
    return sum(prices[one][other] for group in groups for one, other in combinations(group, 2))


def squares(groups: Groups) -> int:
    """The squared differences in rank of all pairs at a table."""
    return sum((one - other) ** 2 for group in groups for one, other in combinations(group, 2))
