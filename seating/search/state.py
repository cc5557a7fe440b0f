"""The state of a search: the seats of the hanchan to be planned, their cost and faults, updated incrementally.

The only change is that two people of different tables of one hanchan change places. For every hanchan and pair it is
kept ready how much more it costs if the two meet there and did not, or did and do not; so that a change is priced by
adding a few numbers, and only a change that is made takes more.
"""

from collections.abc import Callable, Sequence

from seating.chance import IndexedSet
from seating.search.cost import REPEAT, TaskCost, bits
from seating.task import Tables

HEAVY = REPEAT // 2
"""Faults from this cost on are corrected first; the rest is secondary."""


class PairState:
    """People are indices; `rounds` holds for each hanchan to be planned its tables in the order of the room.

    A wrong pair (one, other) has the number `one * people + other`, a wrong seat `~(hanchan * people + person)`.
    """

    def __init__(self, rounds: Sequence[Sequence[Sequence[int]]], prices: TaskCost, past: int) -> None:
        self.prices, self.people = prices, len(prices.pair)
        self.rounds: list[Tables] = [[list(table) for table in tables] for tables in rounds]
        self.bit = [1 << past + which for which in range(len(rounds))]
        self.past = past
        self.at = [[-1] * self.people for _ in rounds]
        self.met = [list(line) for line in prices.past]
        self.heavy, self.light = IndexedSet(), IndexedSet()
        self.cost = 0
        for which, tables in enumerate(self.rounds):
            for number, table in enumerate(tables):
                for place, person in enumerate(table):
                    self.at[which][person] = number
                    for other in table[place + 1 :]:
                        self.met[person][other] |= self.bit[which]
                        self.met[other][person] |= self.bit[which]
        self.change = [[[0] * self.people for _ in range(self.people)] for _ in rounds]
        """By hanchan and two people; nobody meets himself, so 0 there."""
        self._count()

    def _count(self) -> None:
        plain = self.prices.plain
        for one in range(self.people):
            met, price = self.met[one], self.prices.pair[one]
            for other in range(one + 1, self.people):
                if met[other] or price[other] is not plain:
                    cost = price[other][met[other]]
                    self._change(one, other)
                    if cost:
                        self.cost += cost
                        self._note(one * self.people + other, cost)
        for which, costs in enumerate(self.prices.seat):
            for person, line in costs.items():
                cost = line[self.at[which][person]]
                self.cost += cost
                self._note(~(which * self.people + person), cost)

    def _note(self, number: int, cost: int) -> None:
        self.heavy.note(number, cost >= HEAVY)
        self.light.note(number, 0 < cost < HEAVY)

    def proposal(self, number: int, random: Callable[[], float]) -> tuple[int, int, int]:
        """A hanchan and two people of different tables; the same person twice when nothing is proposed."""
        which, one, other = self._pair(number, random) if number >= 0 else self._seat(number, random)
        at = self.at[which]
        return (which, one, one) if at[one] == at[other] or at[one] < 0 or at[other] < 0 else (which, one, other)

    def _pair(self, number: int, random: Callable[[], float]) -> tuple[int, int, int]:
        """Return a hanchan in which the wrong pair meets, one of the two, and anybody; if they should meet and do not,
        half of the time somebody who sits with the other.
        """
        one, other = divmod(number, self.people)
        if random() < 0.5:
            one, other = other, one
        met = self.met[one][other] >> self.past
        if met:
            hanchan = bits(met)
            return hanchan[int(random() * len(hanchan))], one, int(random() * self.people)
        wished = [which for _, when in self.prices.pair[one][other].terms.together for which in bits(when >> self.past)]
        which = wished[int(random() * len(wished))] if wished else 0
        if random() < 0.5:
            return which, one, int(random() * self.people)
        table = self.rounds[which][self.at[which][other]]
        return which, one, table[int(random() * len(table))]

    def _seat(self, number: int, random: Callable[[], float]) -> tuple[int, int, int]:
        """Return a wrongly seated player, and one at a better table."""
        which, person = divmod(~number, self.people)
        line = self.prices.seat[which][person]
        here = line[self.at[which][person]]
        better = [number for number, cost in enumerate(line) if cost < here]
        if not better:
            return which, person, person
        table = self.rounds[which][better[int(random() * len(better))]]
        return which, person, table[int(random() * len(table))]

    def snapshot(self) -> list[Tables]:
        """A copy of the tables as they are now."""
        return [[list(table) for table in tables] for tables in self.rounds]

    def rise(self, which: int, one: int, other: int) -> int:
        """Return the change in cost when the two, of different tables, change places in this hanchan."""
        at, tables, change = self.at[which], self.rounds[which], self.change[which]
        mine, theirs = change[one], change[other]
        here, there = at[one], at[other]
        rise = -2 * mine[other]
        for mate in tables[here]:
            rise += mine[mate] + theirs[mate]
        for mate in tables[there]:
            rise += mine[mate] + theirs[mate]
        seats = self.prices.seat[which]
        if one in seats:
            rise += seats[one][there] - seats[one][here]
        if other in seats:
            rise += seats[other][here] - seats[other][there]
        return rise

    def exchange(self, which: int, one: int, other: int) -> None:
        """Let the two change places; the caller adds what it costs."""
        at, tables = self.at[which], self.rounds[which]
        here, there = at[one], at[other]
        mates, others = tables[here], tables[there]
        for mate in mates:
            if mate != one:
                self._toggle(which, one, mate)
                self._toggle(which, other, mate)
        for mate in others:
            if mate != other:
                self._toggle(which, one, mate)
                self._toggle(which, other, mate)
        mates[mates.index(one)] = other
        others[others.index(other)] = one
        at[one], at[other] = there, here
        seats = self.prices.seat[which]
        if one in seats:
            self._note(~(which * self.people + one), seats[one][there])
        if other in seats:
            self._note(~(which * self.people + other), seats[other][here])

    def _toggle(self, which: int, one: int, other: int) -> None:
        """Toggle whether the two meet in this hanchan."""
        met = self.met[one][other] ^ self.bit[which]
        self.met[one][other] = self.met[other][one] = met
        self._change(one, other)
        low, high = (one, other) if one < other else (other, one)
        self._note(low * self.people + high, self.prices.pair[one][other][met])

    def _change(self, one: int, other: int) -> None:
        changes = self.prices.pair[one][other].changes(self.met[one][other])
        for change, more in zip(self.change, changes[self.past :], strict=True):
            change[one][other] = change[other][one] = more
