"""Winds evened out against the past: whoever had a wind least gets it next, as if water were filled into a vessel.

A person's coming hanchan fall into *blocks*: the winds had least, each once; then, the counts being level by so much
more, those had least then, and so on. With all winds different within a block the counts are as even as they can be
after every hanchan. Persons' blocks and tables are the two sides of a bipartite graph, seats its edges, winds its
colours (see :mod:`..winds`): edges are coloured one by one, and where none is free two colours are exchanged along a
path (König 1916). A past can make that impossible, because a block may then lack colours; what is left over is put
right by exchanging two people of a table as long as that helps.
"""

from collections.abc import Sequence
from random import Random

from ..chance import shuffled
from ..task import Task
from .colouring import BARRED, NO_SEAT, Colouring
from .indices import Tables
from .unevenness import WindPrices, levels, past_winds, wind_prices
from .warmth import GRAIN, SCALE, THRESHOLDS

TRIES = 40
"""Exchanges tried for each seat to be planned when the colouring left something uneven."""

WARMTH = 3
"""So much worse an exchange may make the winds on average; never cooler, as only the best of all is kept."""


class Winds:
    """The tables of the hanchan to be planned, each in the order of its winds, and how uneven that is."""

    def __init__(self, task: Task, people: Sequence[int], rounds: list[Tables], rng: Random) -> None:
        self.size, self.rng = task.size, rng
        self.tables = [table for tables in rounds for table in tables]
        self.counts = past_winds(task, people)
        self.steps: list[list[int]] = []
        """For each table and place in it, which hanchan of his or hers this is to the person, from 0."""
        self.sat = [0] * len(people)
        for table in self.tables:
            self.steps.append([self.sat[person] for person in table])
            for person in table:
                self.sat[person] += 1
        self.prices = wind_prices(task, people, self.sat)

    def seat(self, enough: int, tries: int = TRIES) -> int:
        """Give everybody a wind, in place; what that costs. Down to ``enough`` there is nothing left to gain."""
        colours = self._coloured()
        codes = [0] * len(self.sat)
        for number, table in enumerate(self.tables):
            order = sorted(range(self.size), key=lambda place: colours[number][place])
            table[:] = [table[place] for place in order]
            self.steps[number] = [self.steps[number][place] for place in order]
            for wind, person in enumerate(table):
                codes[person] += wind * self.size ** self.steps[number][wind]
        return self._exchange(codes, enough, tries)

    def _coloured(self) -> list[list[int]]:
        """The wind of each place of each table."""
        blocks = [list(_blocks(counts, sat)) for counts, sat in zip(self.counts, self.sat, strict=True)]
        used: dict[tuple[int, int], list[int]] = {}
        for person, allowed in enumerate(blocks):
            for block, winds in allowed:
                used[person, block] = [NO_SEAT if wind in winds else BARRED for wind in range(self.size)]
        seats = [(number, place) for number in range(len(self.tables)) for place in range(self.size)]
        graph = Colouring(self.size, len(self.tables), seats)
        for number, place in seats:
            person = self.tables[number][place]
            graph.ends.append(used[person, blocks[person][self.steps[number][place]][0]])
        for which in shuffled(range(len(seats)), self.rng):
            graph.insert(which)
        graph.fill()
        return [graph.colour[at : at + self.size] for at in range(0, len(seats), self.size)]

    def _exchange(self, codes: list[int], enough: int, tries: int) -> int:
        """Exchange winds at a table where somebody's winds are uneven, sometimes for the worse; the best is kept."""
        prices, size, random = self.prices, self.size, self.rng.random
        cost = sum(price[code] for price, code in zip(prices, codes, strict=True))
        tables_of: list[list[int]] = [[] for _ in codes]
        for number, table in enumerate(self.tables):
            for person in table:
                tables_of[person].append(number)
        uneven = _Uneven(prices, codes)
        best, least = [list(table) for table in self.tables], cost
        for _ in range(tries * size * len(self.tables)):
            if least <= enough:
                break
            person = uneven.listed[int(random() * len(uneven.listed))]
            number = tables_of[person][int(random() * len(tables_of[person]))]
            table, steps = self.tables[number], self.steps[number]
            wind, other = table.index(person), int(random() * size)
            if wind == other:
                continue
            mate = table[other]
            mine = codes[person] + (other - wind) * size ** steps[wind]
            theirs = codes[mate] + (wind - other) * size ** steps[other]
            rise = prices[person][mine] + prices[mate][theirs] - prices[person][codes[person]]
            rise -= prices[mate][codes[mate]]
            if rise <= 0 or rise <= THRESHOLDS[int(random() * GRAIN)] * WARMTH // SCALE:
                table[wind], table[other] = mate, person
                steps[wind], steps[other] = steps[other], steps[wind]
                codes[person], codes[mate] = mine, theirs
                uneven.note(person, prices[person][mine])
                uneven.note(mate, prices[mate][theirs])
                cost += rise
                if cost < least:
                    best, least = [list(table) for table in self.tables], cost
        for table, order in zip(self.tables, best, strict=True):
            table[:] = order
        return least


class _Uneven:
    """People whose winds could be more even."""

    def __init__(self, prices: Sequence[WindPrices], codes: Sequence[int]) -> None:
        self.listed = [person for person, code in enumerate(codes) if prices[person][code]]
        self._at = {person: at for at, person in enumerate(self.listed)}

    def note(self, person: int, price: int) -> None:
        """What somebody's winds cost now."""
        if price and person not in self._at:
            self._at[person] = len(self.listed)
            self.listed.append(person)
        elif not price and person in self._at:
            at, last = self._at.pop(person), self.listed.pop()
            if last != person:
                self.listed[at], self._at[last] = last, at


def _blocks(counts: tuple[int, ...], sittings: int) -> list[tuple[int, tuple[int, ...]]]:
    """For each coming hanchan of somebody: the number of its block, and the winds that belong to it."""
    level, number = list(counts), 0
    found: list[tuple[int, tuple[int, ...]]] = []
    while len(found) < sittings:
        winds = levels(level)
        found += [(number, winds)] * len(winds)
        for wind in winds:
            level[wind] += 1
        number += 1
    return found[:sittings]
