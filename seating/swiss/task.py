"""A hanchan to be paired by the standings (Swiss pairing), and its prices."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from seating.rounds import Round, Rounds, winds_had
from seating.swiss.rank_cost import OrderPrices, meeting_prices, wish_prices
from seating.wishes import Wish

WINDS, WINDS_FIRST = 32, 400
"""The cost of a wind that gets ahead, in squares of ranks for each person who plays: of 64 some 45 ranks, or 160."""


@dataclass(frozen=True, slots=True)
class PairingTask:
    """One hanchan for the players in `order`, the best first, after `past`; a multiple of `size` of them.

    `by_rank`: table 1 has the best players; otherwise no table twice running if avoidable. `wind_weight` is what a
    wind that gets ahead costs, as WINDS; 0 when winds are drawn at the table.
    """

    order: Sequence[int]
    past: Rounds
    _: KW_ONLY
    seed: int | str
    size: int = 4
    wishes: Sequence[Wish] = ()
    by_rank: bool = False
    wind_weight: int = WINDS
    now: Round = ()
    """The tables of the hanchan as seated now, if it is: the search also starts from them."""

    def groups_now(self) -> list[list[int]]:
        """Return the tables of now as positions in the order; none when other players sit there."""
        place = {player: at for at, player in enumerate(self.order)}
        seated = [player for table in self.now for player in table]
        same = len(seated) == len(place) and place.keys() == set(seated)
        return [[place[player] for player in table] for table in self.now] if same else []

    def meetings(self, weight: int) -> list[list[int]]:
        """Return the price of each pair for earlier meetings."""
        return meeting_prices(self.order, self.past, weight)

    def wished(self) -> list[list[int]]:
        """Return the price of each pair for wishes."""
        return wish_prices(self.order, self.wishes, len(self.past) + 1)

    def winds(self, weight: int) -> OrderPrices:
        """Return the price of a table for winds that get ahead."""
        return OrderPrices(winds_had(self.past, self.size), self.order, self.size, weight)
