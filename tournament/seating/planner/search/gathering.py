"""Tables put together one person after the other: whoever has met fewest of those at a table joins it."""

from collections.abc import Callable, Sequence

from .prices import Prices

LOOKED_AT = 60
"""So many people are tried for a seat before the best of them gets it."""


class Gathering:
    """Who has met whom until the hanchan that is being put together; people are indices."""

    def __init__(self, prices: Prices, past: int) -> None:
        self.pair = prices.pair
        self.met = [list(line) for line in prices.past]
        self.now = 1 << past
        """The bit of that hanchan."""

    def joining(self, table: Sequence[int], person: int) -> int:
        """What it costs that somebody meets all who are at this table already."""
        mine, lists = self.met[person], self.pair[person]
        return sum(lists[mate][mine[mate] | self.now] - lists[mate][mine[mate]] for mate in table)

    def close(self, tables: Sequence[Sequence[int]]) -> None:
        """The hanchan is complete; on to the next."""
        for table in tables:
            for one in table:
                for other in table:
                    if one != other:
                        self.met[one][other] |= self.now
        self.now <<= 1


def take_cheapest(waiting: list[int], cost: Callable[[int], int]) -> int:
    """Take whoever costs least of the last LOOKED_AT who wait, or the first of them who costs nothing."""
    best, least = 0, -1
    for place in range(min(len(waiting), LOOKED_AT)):
        price = cost(waiting[-1 - place])
        if least < 0 or price < least:
            best, least = place, price
        if price <= 0:
            break
    return waiting.pop(-1 - best)
