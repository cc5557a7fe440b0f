"""What everything costs in a task: a *price list* for each pair, and what it costs to sit at a table.

A price list goes from the set of hanchan in which the two meet to a cost (:mod:`.terms`). Prices are counted from what
the past has already cost, so that 0 means: nothing is wrong that could still be put right.
"""

from collections.abc import Sequence

from ..task import Task
from ..wishes import AtTables
from .indices import index_of
from .terms import WEIGHTS, Pair, Terms, terms_of

MOVED = 100
"""Somebody sits at another table than in the plan that is to be kept."""


class PriceList(dict[int, int]):
    """Prices by the hanchan in which two people meet, worked out when first asked for."""

    def __init__(self, terms: Terms, floor: int, hanchan: int) -> None:
        self.terms, self.hanchan = terms, hanchan
        self.least = terms.cost(floor, hanchan)
        self._changes: dict[int, list[int]] = {}

    def __missing__(self, met: int) -> int:
        self[met] = price = self.terms.cost(met, self.hanchan) - self.least
        return price

    def changes(self, met: int) -> list[int]:
        """For each hanchan, how much more it costs if they meet there and did not, or did and do not."""
        found = self._changes.get(met)
        if found is None:
            found = [self[met ^ 1 << which] - self[met] for which in range(self.hanchan)]
            self._changes[met] = found
        return found


class Prices:
    """The price lists of all pairs, and what it costs to sit at a table; people are indices into ``people``."""

    def __init__(self, task: Task, people: Sequence[int]) -> None:
        self.hanchan = len(task.past) + len(task.sitting)
        self._lists: dict[tuple[Terms, int], PriceList] = {}
        index = index_of(people)
        terms = terms_of(task.wishes, index, self.hanchan)
        past = _past_meetings(task, index)
        size = len(people)
        self.plain = self._list(Terms(), 0)
        """Of two people who are wished nothing and have not met."""
        self.pair = [[self.plain] * size for _ in people]
        self.past = [[0] * size for _ in people]
        for one, other in {*terms, *past}:
            met = past.get((one, other), 0)
            prices = self._list(terms.get((one, other), Terms()), met)
            self.pair[one][other] = self.pair[other][one] = prices
            self.past[one][other] = self.past[other][one] = met
        self.seat = _seat_prices(task, index)

    def _list(self, terms: Terms, past: int) -> PriceList:
        """With nothing to pay for the past, nor for the repeats that are wished for."""
        if (terms, past) not in self._lists:
            floor = past
            for _, when in terms.together:
                if when.bit_count() == 1 or not floor & when:
                    floor |= 1 << when.bit_length() - 1
            self._lists[terms, past] = PriceList(terms, floor, self.hanchan)
        return self._lists[terms, past]


def _past_meetings(task: Task, index: dict[int, int]) -> dict[Pair, int]:
    met: dict[Pair, int] = {}
    for which, tables in enumerate(task.past):
        for table in tables:
            people = sorted(index[player] for player in table if player in index)
            for place, one in enumerate(people):
                for other in people[place + 1 :]:
                    met[one, other] = met.get((one, other), 0) | 1 << which
    return met


def _seat_prices(task: Task, index: dict[int, int]) -> list[dict[int, list[int]]]:
    """For each hanchan to be planned: who is not free to sit anywhere, and what each table costs them."""
    prices = []
    for which, sitting in enumerate(task.sitting):
        tables = len(sitting) // task.size
        costs: dict[int, list[int]] = {}
        for wish in task.wishes:
            if isinstance(wish, AtTables):
                for player in wish.players & sitting:
                    line = costs.setdefault(index[player], [0] * tables)
                    for table in range(tables):
                        line[table] += 0 if table + 1 in wish.tables else WEIGHTS[wish.weight]
        for number, kept in enumerate(task.keep[which] if which < len(task.keep) else ()):
            for player in kept:
                if player in sitting:
                    line = costs.setdefault(index[player], [0] * tables)
                    for other in range(tables):
                        line[other] += MOVED if other != number else 0
        prices.append(costs)
    return prices
