"""One hanchan that is asked for, found by exchanges; in a small field the one that leaves most room for later ones.

Where so many hanchan are played that people run out of others whom they have not met, the tables that look best now may
leave none without a repeat for later. There exact search (:mod:`.fresh`) looks two hanchan ahead.
"""

from dataclasses import dataclass
from itertools import combinations
from random import Random

from ..counting import winds_had
from ..wishes import Wish
from ..words import Rounds, Watch
from .exchanging import Prices, exchange
from .fresh import Budget, fresh, hanchan_left, parted, strangers_of
from .patterns import Groups, chunks
from .prices import add, meeting_prices, rank_prices, together, wish_prices
from .seats import OrderPrices

COOL, REACH = 250, 16
"""How large a rise is often taken at first where tables are good already; so many ranks apart people exchange."""
SMALL = 60
"""Up to so many people the hanchan after this one are looked at."""
AHEAD = 2
"""So many later hanchan without a repeat are kept possible."""
CANDIDATES = 20
"""So many groups are tried for one that keeps them."""
IN_VAIN = 80
"""What two more pay for sitting together in tables that leave no room for a later hanchan, so that others are tried."""
LATER = 10
"""Groups that are looked for again get so small a part of the tries."""


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
        wanted = min(self.left or 0, AHEAD)
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
        """Whether so many hanchan are to be played that people may run out of others whom they have not met: in them
        everybody meets more than a third of the field."""
        hanchan = len(self.past) + 1 + (self.left or 0)
        return len(self.order) <= SMALL and 3 * (self.size - 1) * hanchan > len(self.order)

    def best_now(self, prices: Prices, without: Groups | None, number: int) -> Groups:
        """From the ranks, and from tables without a repeat where some were found: the cheaper. Who is asked again
        gets a shorter search."""
        starts = [(chunks(len(self.order), self.size), heat(self.past))]
        if without:
            starts.append((without, COOL))
        moves = self.moves // (LATER if number else 1)
        found = [self.searched(prices, f"{self.seed} {number}", start, hot, moves=moves) for start, hot in starts]
        return min(found, key=lambda groups: self.price_of(prices, groups))

    def searched(
        self, prices: Prices, seed: str, start: Groups, hot: int, watch: Watch | None = None, moves: int = 0
    ) -> Groups:
        """The best groups that exchanges find from these."""
        return exchange(
            start, prices, Random(seed), moves=moves or self.moves, hot=hot, reach=REACH, watch=watch,  # noqa: S311
            winds=self.winds(),
        )  # fmt: skip

    def winds(self) -> OrderPrices:
        """What a table pays for who gets ahead in a wind."""
        return OrderPrices(winds_had(self.past, self.size), self.order, self.size, self.wind_weight * len(self.order))

    def price_of(self, prices: Prices, groups: Groups) -> int:
        """What everybody pays."""
        winds = self.winds()
        return paid(groups, prices) + sum(winds[winds.key(group)] for group in groups)


def heat(past: Rounds) -> int:
    """How large a rise is often taken at first: who has met three others in each hanchan sits as many ranks away."""
    return max(COOL, 18 * len(past) ** 2)


def paid(groups: Groups, prices: Prices) -> int:
    """What people pay in all for sitting together."""
    return sum(prices[one][other] for group in groups for one, other in combinations(group, 2))
