"""The price of sitting together in one hanchan: for having met, for distance in rank, for wishes, for winds."""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

from seating.rounds import Rounds, times_met
from seating.wishes import Apart, AtTables, Together, Weight, Wish

STEPS = (0, 4, 8, 16, 32, 64, None)
"""Repeat weights: a repeat counts as this many ranks apart; None: avoiding it comes before any rank."""


def never_weight(people: int) -> int:
    """The weight of a repeat that no closeness in rank outweighs."""
    return 100 * people * people


def weight_of(step: int | None, people: int) -> int:
    """The price of a repeat that is as bad as sitting `step` ranks apart.

    >>> weight_of(8, 100), weight_of(None, 100)
    (64, 1000000)
    """
    return never_weight(people) if step is None else step * step


def meeting_prices(order: Sequence[int], past: Rounds, weight: int) -> list[list[int]]:
    """`weight` for every earlier meeting, half as much again for having met in the hanchan before."""
    place = {player: at for at, player in enumerate(order)}
    prices = [[0] * len(order) for _ in order]
    for rounds, price in ((past, weight), (past[-1:], weight // 2)):
        for (one, other), times in times_met(rounds).items():
            if one in place and other in place:
                add_price(prices, place[one], place[other], price * times)
    return prices


def rank_prices(count: int) -> list[list[int]]:
    """The squares of the differences in rank."""
    squares = [step * step for step in range(count)]
    return [[squares[abs(one - other)] for other in range(count)] for one in range(count)]


def wish_prices(order: Sequence[int], wishes: Sequence[Wish], hanchan: int) -> list[list[int]]:
    """Return the prices of wishes in hanchan `hanchan`: high to keep people apart, negative to bring them together."""
    place = {player: at for at, player in enumerate(order)}
    prices = [[0] * len(order) for _ in order]
    for wish in wishes:
        price = wish_weights(len(order))[wish.weight]
        for one, other in _kept_apart(wish, wishes, hanchan):
            if one in place and other in place:
                add_price(prices, place[one], place[other], price)
        if isinstance(wish, Together) and wish.hanchan == hanchan and {wish.one, wish.other} <= place.keys():
            add_price(prices, place[wish.one], place[wish.other], -price)
    return prices


def wish_weights(people: int) -> Mapping[Weight, int]:
    """Must comes before new opponents, strong before closeness in rank, soft costs a few ranks at most."""
    return {Weight.MUST: 100 * never_weight(people), Weight.STRONG: 4 * people * people, Weight.SOFT: 16}


def _kept_apart(wish: Wish, wishes: Sequence[Wish], hanchan: int) -> list[tuple[int, int]]:
    if isinstance(wish, Apart) and wish.holds_in(hanchan):
        return [pair for group in wish.groups for pair in combinations(sorted(group), 2)]
    if isinstance(wish, AtTables):
        elsewhere = [
            other
            for other in wishes
            if isinstance(other, AtTables) and other is not wish and not other.tables & wish.tables
        ]
        return [(one, two) for other in elsewhere for one in wish.players for two in other.players if one < two]
    return []


def add_price(prices: list[list[int]], one: int, other: int, price: int) -> None:
    """Add the price to both."""
    if one != other:
        prices[one][other] += price
        prices[other][one] += price


def sum_prices(*parts: Sequence[Sequence[int]]) -> list[list[int]]:
    """Prices of several kinds as one matrix."""
    return [[sum(column) for column in zip(*rows, strict=True)] for rows in zip(*parts, strict=True)]


Had = Mapping[int, Sequence[int]]
"""Player -> how often East, South, West, North so far."""

FAR_AHEAD = 3


def excess(counts: Sequence[int]) -> tuple[int, ...]:
    """Return how far each wind is ahead of the least frequent one; taking one that is not ahead keeps winds even.

    More than FAR_AHEAD counts as that, so that there are few different needs.

    >>> excess([2, 1, 1, 1])
    (1, 0, 0, 0)
    """
    least = min(counts)
    return tuple(min(count - least, FAR_AHEAD) for count in counts)


def order_price(excesses: Sequence[Sequence[int]], seats: Sequence[int]) -> int:
    """Return the cost of an order: the squares of the excess of each wind taken, 0 if all take a least frequent one."""
    return sum(excesses[who][wind] ** 2 for wind, who in enumerate(seats))


def cheapest_order(excesses: Sequence[Sequence[int]]) -> int:
    """Return the price of the best order of a table."""
    return min(order_price(excesses, seats) for seats in permutations(range(len(excesses))))


class OrderPrices(dict[int, int]):
    """The cost of the best order of a table, by the table's key: the sum of the `codes` of its people, counted from 0
    in `order`. Who needs the same winds has the same code, so an exchange changes a key by a difference."""

    def __init__(self, had: Had, order: Sequence[int], size: int, weight: int) -> None:
        none = [0] * size
        profiles = [excess(had.get(player, none)) for player in order]
        self.profiles = sorted(set(profiles))
        self.size, self.weight = size, weight
        code = {profile: (size + 1) ** at for at, profile in enumerate(self.profiles)}
        self.codes = [code[profile] for profile in profiles]

    @classmethod
    def none(cls, people: int) -> "OrderPrices":
        """Return where winds do not matter."""
        return cls({}, range(people), 4, 0)

    def key(self, table: Sequence[int]) -> int:
        """The key of a table with these people."""
        return sum(self.codes[one] for one in table)

    def __missing__(self, key: int) -> int:
        table: list[tuple[int, ...]] = []
        rest = key
        for profile in self.profiles:
            rest, times = divmod(rest, self.size + 1)
            table += [profile] * times
        self[key] = found = self.weight * cheapest_order(table) if self.weight else 0
        return found
