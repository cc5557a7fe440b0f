"""Winds evened out by chains of exchanges: a player whose winds are uneven exchanges with another at the table, who
exchanges with somebody at another table, and so on until the last one's winds are no less even.

Tables stay as they are; only who sits which wind at them changes. Short chains are looked for first, so that few people
get another wind (augmenting paths; Berge 1957, König 1916).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from seating.task import Tables, Task
from seating.winds.unevenness import UNEVEN, wind_costs

LOOKED_AT, DEEPER, MOST = 60, 4, 4_000
"""People reached in a search for one chain: at first, the growth per round, and at most."""

WORK = 20_000
"""People reached in all."""


class ChainLink(NamedTuple):
    """Somebody who has been come to: what the winds would be, what the chain until here costs, from which link, and at
    which table the two exchange. `first` are the winds of the one with whom the chain begins."""

    person: int
    code: int
    rise: int
    before: int
    table: int
    first: int


class WindChains:
    """Tables in the order of their winds; people are indices, and the k-th digit of a code is the k-th wind."""

    def __init__(self, task: Task, people: Sequence[int], rounds: list[Tables]) -> None:
        self.size, self.work = task.size, 0
        self.tables = [table for tables in rounds for table in tables]
        self.of: list[dict[int, int]] = [{} for _ in people]
        """For each person the tables, and what the digit of the wind there is worth in the code."""
        self.codes = [0] * len(people)
        for number, table in enumerate(self.tables):
            for wind, person in enumerate(table):
                digit = self.size ** len(self.of[person])
                self.of[person][number] = digit
                self.codes[person] += wind * digit
        self.prices = wind_costs(task, people, map(len, self.of))
        self.cost = sum(map(self._price, range(len(people))))

    def run(self, enough: int = 0, work: int = WORK) -> int:
        """Until no chain makes the winds more even, they cost no more than `enough`, or it has been work enough; what
        they cost then."""
        most = LOOKED_AT
        while self.cost > enough and self.work < work and most <= MOST:
            begun = self.cost
            for person in range(len(self.codes)):
                while self._price(person) and self.cost > enough and self.work < work and self._mend(person, most):
                    pass
            if self.cost == begun:
                most *= DEEPER
        return self.cost

    def _price(self, person: int) -> int:
        return self.prices[person][self.codes[person]]

    def _mend(self, person: int, most: int) -> bool:
        """Carry out the shortest chain from this person that makes winds more even; return whether there is one."""
        return any(self._carried_out(chain) for chain in self._chains(person, most))

    def _chains(self, person: int, most: int) -> Iterator[list[ChainLink]]:
        """Chains that gain something if nobody is in them twice but the first, who may be the last too; shortest first.

        The first exchange may cost something: who has two winds in the wrong order is in the chain at both.
        """
        links = [ChainLink(person, self.codes[person], 0, -1, -1, self.codes[person])]
        seen = {(person, self.codes[person], self.codes[person])}
        for place, link in enumerate(links):
            self.work += 1
            if place and link.person == person:
                continue
            for onward in self._onward(place, link):
                if onward.person == person:
                    onward = self._closed(links[0], onward)
                if (key := (onward.person, onward.code, onward.first)) in seen:
                    continue
                seen.add(key)
                links.append(onward)
                if onward.rise + self.prices[onward.person][onward.code] < self._price(onward.person):
                    yield _until(links)
            if len(links) > most:
                return

    def _closed(self, begin: ChainLink, end: ChainLink) -> ChainLink:
        """The first person come to again: both exchanges count."""
        code = end.first + end.code - begin.code
        return end._replace(code=code, rise=end.rise - self.prices[begin.person][end.first] + self._price(begin.person))

    def _onward(self, place: int, link: ChainLink) -> Iterator[ChainLink]:
        """Return with whom this person can exchange without less even winds than at first."""
        prices, now = self.prices[link.person], self._price(link.person)
        most = now if place else now + UNEVEN
        for number, digit in self.of[link.person].items():
            if number == link.table:
                continue
            wind = link.code // digit % self.size
            for other, mate in enumerate(self.tables[number]):
                code = link.code + (other - wind) * digit
                if other != wind and mate != link.person and prices[code] <= most:
                    its = self.codes[mate] + (wind - other) * self.of[mate][number]
                    yield ChainLink(
                        mate, its, link.rise + prices[code] - now, place, number, link.first if place else code
                    )

    def _carried_out(self, chain: list[ChainLink]) -> bool:
        """Exchange along the chain; undo it if that gained nothing, as when somebody is in it twice."""
        begun = self.cost
        steps = [(link.table, one.person, link.person) for one, link in pairwise(chain)]
        for step in steps:
            self._exchange(*step)
        if self.cost < begun:
            return True
        for step in reversed(steps):
            self._exchange(*step)
        return False

    def _exchange(self, number: int, one: int, other: int) -> None:
        table = self.tables[number]
        mine, theirs = table.index(one), table.index(other)
        table[mine], table[theirs] = other, one
        for person, turn in ((one, theirs - mine), (other, mine - theirs)):
            self.cost -= self._price(person)
            self.codes[person] += turn * self.of[person][number]
            self.cost += self._price(person)


def _until(links: Sequence[ChainLink]) -> list[ChainLink]:
    """Return the chain that ends with this link."""
    chain = [links[-1]]
    while chain[-1].before >= 0:
        chain.append(links[chain[-1].before])
    return chain[::-1]
