"""What two people pay for sitting together in one hanchan: for having met, for being far apart in rank, for wishes."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from ..wishes import Apart, AtTables, Together, Weight, Wish
from ..words import Rounds, Seating

STEPS = (0, 4, 8, 16, 32, 64, None)
"""The knob: a further meeting is as bad as sitting so many ranks apart; None: it comes before any rank."""


def never(people: int) -> int:
    """The weight of a repeat that no closeness in rank outweighs."""
    return 100 * people * people


def weight_of(step: int | None, people: int) -> int:
    """The price of a repeat that is as bad as sitting ``step`` ranks apart.

    >>> weight_of(8, 100), weight_of(None, 100)
    (64, 1000000)
    """
    return never(people) if step is None else step * step


def meetings(past: Seating) -> dict[tuple[int, int], int]:
    """How often each pair (lower number first) has met."""
    met: dict[tuple[int, int], int] = {}
    for tables in past:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    return met


def meeting_prices(order: Sequence[int], past: Rounds, weight: int) -> list[list[int]]:
    """``weight`` for every earlier meeting, half as much again for having met in the hanchan before."""
    place = {player: at for at, player in enumerate(order)}
    prices = [[0] * len(order) for _ in order]
    for rounds, price in ((past, weight), (past[-1:], weight // 2)):
        for (one, other), times in meetings(rounds).items():
            if one in place and other in place:
                add(prices, place[one], place[other], price * times)
    return prices


def rank_prices(count: int) -> list[list[int]]:
    """The squares of the differences in rank."""
    squares = [step * step for step in range(count)]
    return [[squares[abs(one - other)] for other in range(count)] for one in range(count)]


def wish_prices(order: Sequence[int], wishes: Sequence[Wish], hanchan: int) -> list[list[int]]:
    """What the wishes make of sitting together in hanchan ``hanchan``: dear for who is apart, a gain for who meets."""
    place = {player: at for at, player in enumerate(order)}
    prices = [[0] * len(order) for _ in order]
    for wish in wishes:
        price = weights(len(order))[wish.weight]
        for one, other in _kept_apart(wish, wishes, hanchan):
            if one in place and other in place:
                add(prices, place[one], place[other], price)
        if isinstance(wish, Together) and wish.hanchan == hanchan and {wish.one, wish.other} <= place.keys():
            add(prices, place[wish.one], place[wish.other], -price)
    return prices


def weights(people: int) -> Mapping[Weight, int]:
    """Must comes before new opponents, strong before closeness in rank, soft costs a few ranks at most."""
    return {Weight.MUST: 100 * never(people), Weight.STRONG: 4 * people * people, Weight.SOFT: 16}


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


def add(prices: list[list[int]], one: int, other: int, price: int) -> None:
    """Both pay."""
    if one != other:
        prices[one][other] += price
        prices[other][one] += price


def together(*parts: Sequence[Sequence[int]]) -> list[list[int]]:
    """Prices of several kinds as one matrix."""
    return [[sum(column) for column in zip(*rows, strict=True)] for rows in zip(*parts, strict=True)]
