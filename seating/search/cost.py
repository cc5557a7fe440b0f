"""The cost of meetings and seats in whole numbers, by the hanchan in which two players meet and by wishes.

A set of hanchan is the bits of a number, hanchan k being bit k-1, past hanchan included; so meeting again, meeting
again at once, meeting too early, meeting against a wish and not meeting as wished are all read from one number. Prices
start from what the past has already cost, so 0 means that no fault is left that could still be corrected.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from seating.bounds import club_bound
from seating.task import Task, index_of
from seating.wishes import Apart, AtTables, Together, Weight, Wish

REPEAT = 10_000
"""A pair's second meeting; a third costs two more, a fourth three more, and so on."""

SOON = 1_000
"""On top when the two meet in two hanchan running."""

EARLY = 20
"""On top for every hanchan that follows a repeat: so repeats come late. At most 40 hanchan can be planned."""

PARTS = 64
"""A meeting against a wish costs so small a part more for every hanchan that follows it: with at most 40 hanchan one
that is early costs less than one that is more."""

WEIGHTS = {Weight.MUST: 1_000_000, Weight.RAISED: REPEAT, Weight.STRONG: 400, Weight.SOFT: 16}
"""A wish that is not met once. Strong wishes rank below opponents, soft ones below everything else."""

Pair = tuple[int, int]
"""Two people as indices, the lower first."""


@dataclass(frozen=True, slots=True)
class PairWishes:
    """The wishes about one pair: the cost of a meeting in each hanchan, and of no meeting."""

    apart: tuple[tuple[Weight, int], ...] = ()
    together: tuple[tuple[Weight, int], ...] = ()

    def cost(self, met: int, hanchan: int) -> int:
        """Return the cost of meeting in exactly these hanchan; `hanchan` is their total number."""
        return meetings_cost(met, hanchan) + self.wishes_cost(met, hanchan)

    def wishes_cost(self, met: int, hanchan: int) -> int:
        """Return the cost of the wishes alone."""
        total = 0
        for weight, when in self.apart:
            total += apart_cost(met & when, weight, hanchan)
        for weight, when in self.together:
            total += 0 if met & when else WEIGHTS[weight]
        return total


def meetings_cost(met: int, hanchan: int) -> int:
    """Return the cost of repeats: convex in their number, higher when consecutive, a little higher when early."""
    first_removed = met & (met - 1)
    if not first_removed:
        return 0
    times = met.bit_count()
    early = sum(hanchan - 1 - which for which in bits(first_removed))
    return REPEAT * (times * (times - 1) // 2) + SOON * (met & met >> 1).bit_count() + EARLY * early


def apart_cost(met: int, weight: Weight, hanchan: int) -> int:
    """Return the cost of meeting against a wish: constant each time if required, else rising and less when late."""
    times = met.bit_count()
    if weight is Weight.MUST:
        return WEIGHTS[weight] * times
    unit = WEIGHTS[weight]
    early = sum(hanchan - 1 - which for which in bits(met))
    return unit * (times * (times + 1) // 2) + unit * early // PARTS


def forced_cost(wishes: Sequence[Wish], sitting: Sequence[frozenset[int]], size: int, past: int = 0) -> int:
    """Return the least cost of meetings within groups in these hanchan when there are too few tables to avoid them.

    It is reached when no pair of a group meets twice.
    """
    total, last = 0, past + len(sitting)
    for which, people in enumerate(sitting, start=past):
        for wish in wishes:
            if isinstance(wish, Apart) and wish.holds_in(which + 1):
                count = sum(club_bound(len(group & people), len(people) // size) for group in wish.groups)
                total += count * apart_cost(1 << which, wish.weight, last)
    return total


@cache
def bits(number: int) -> list[int]:
    """Return the positions of the set bits, lowest first; do not modify the result."""
    found = []
    while number:
        low = number & -number
        found.append(low.bit_length() - 1)
        number ^= low
    return found


def pair_wishes(wishes: Sequence[Wish], index: Mapping[int, int], hanchan: int) -> dict[Pair, PairWishes]:
    """Return the wishes about pairs, lower index first; pairs without wishes are left out."""
    everything = (1 << hanchan) - 1
    apart: dict[Pair, list[tuple[Weight, int]]] = {}
    together: dict[Pair, list[tuple[Weight, int]]] = {}
    for wish in wishes:
        if isinstance(wish, Apart):
            when = everything if wish.before is None else everything & (1 << max(0, wish.before - 1)) - 1
            for group in wish.groups:
                members = sorted(index[player] for player in group if player in index)
                for place, one in enumerate(members):
                    for other in members[place + 1 :]:
                        apart.setdefault((one, other), []).append((wish.weight, when))
        elif isinstance(wish, Together) and wish.one in index and wish.other in index:
            one, other = sorted((index[wish.one], index[wish.other]))
            when = everything if wish.hanchan is None else everything & 1 << wish.hanchan - 1
            if when:
                together.setdefault((one, other), []).append((wish.weight, when))
    return {
        pair: PairWishes(tuple(apart.get(pair, ())), tuple(together.get(pair, ())))
        for pair in sorted({*apart, *together})
    }


MOVED = 100
"""The cost of a table other than in the plan to keep."""


class PairCost(dict[int, int]):
    """Prices by the hanchan in which two people meet, computed on first use."""

    def __init__(self, terms: PairWishes, floor: int, hanchan: int) -> None:
        self.terms, self.hanchan = terms, hanchan
        self.least = terms.cost(floor, hanchan)
        self._changes: dict[int, list[int]] = {}

    def __missing__(self, met: int) -> int:
        self[met] = price = self.terms.cost(met, self.hanchan) - self.least
        return price

    def changes(self, met: int) -> list[int]:
        """Return for each hanchan the change in cost if they meet there and did not, or the reverse."""
        found = self._changes.get(met)
        if found is None:
            found = [self[met ^ 1 << which] - self[met] for which in range(self.hanchan)]
            self._changes[met] = found
        return found


class TaskCost:
    """The prices of all pairs and of tables; people are indices into `people`."""

    def __init__(self, task: Task, people: Sequence[int]) -> None:
        self.hanchan = len(task.past) + len(task.sitting)
        self._lists: dict[tuple[PairWishes, int], PairCost] = {}
        index = index_of(people)
        terms = pair_wishes(task.wishes, index, self.hanchan)
        past = _past_meetings(task, index)
        size = len(people)
        self.plain = self._list(PairWishes(), 0)
        """Return the cost for two people without a wish who have not met."""
        self.pair = [[self.plain] * size for _ in people]
        self.past = [[0] * size for _ in people]
        for one, other in {*terms, *past}:
            met = past.get((one, other), 0)
            prices = self._list(terms.get((one, other), PairWishes()), met)
            self.pair[one][other] = self.pair[other][one] = prices
            self.past[one][other] = self.past[other][one] = met
        self.seat = _seat_prices(task, index)

    def _list(self, terms: PairWishes, past: int) -> PairCost:
        """Return the prices without the past and without wished repeats."""
        if (terms, past) not in self._lists:
            floor = past
            for _, when in terms.together:
                if when.bit_count() == 1 or not floor & when:
                    floor |= 1 << when.bit_length() - 1
            self._lists[terms, past] = PairCost(terms, floor, self.hanchan)
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
    """Return for each hanchan to be planned the price of each table for players with table wishes."""
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
