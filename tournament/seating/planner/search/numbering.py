"""Which table number each group gets, given who has sat where: places that are wished for first, then nobody stays,
then nobody comes back.

Each hanchan in turn gets a better numbering given all the others, until nothing is left to gain: exactly, as an
assignment problem, where there are few tables; by exchanging two tables at a time where there are many.
"""

from math import comb
from random import Random

from ..assignment import assign
from ..chance import shuffled
from ..tables import STAY, THIRD
from ..task import Task
from .indices import Tables, index_of

EXACT = 26
"""So many tables are numbered exactly; it takes steps with the cube of them."""

SWEEPS, EXACT_SWEEPS = 6, 24
"""So often at most every hanchan is numbered anew; more often where it is done exactly, as there each is quick."""

STUCK = 3
"""After so many sweeps without gain it is left at that."""

WISHED = 1_000
"""A wished table against a revisit: prices of seats are multiplied by this."""


class Visits:
    """Who has been where when: past, and planned as it now stands. Hanchan are counted from 0, the past included."""

    def __init__(self, task: Task, index: dict[int, int], rounds: list[Tables]) -> None:
        self.past = len(task.past)
        self.tables = max(len(tables) for tables in (*task.past, *rounds))
        self.count = [[0] * self.tables for _ in index]
        self.at = [[-1] * len(index) for _ in range(self.past + len(rounds))]
        for which, tables in enumerate(task.past):
            for number, table in enumerate(tables):
                for player in table:
                    if player in index:
                        self.put(which, number, [index[player]], 1)
        for which, planned in enumerate(rounds, self.past):
            for number, people in enumerate(planned):
                self.put(which, number, people, 1)

    def put(self, which: int, number: int, people: list[int], change: int) -> None:
        """A group sits at a table in a hanchan (``change`` 1), or no longer does (-1)."""
        for person in people:
            self.count[person][number] += change
            self.at[which][person] = number if change > 0 else -1

    def costs(self, which: int, people: list[int], tables: int) -> list[int]:
        """What each table costs this group, which is not counted as sitting in this hanchan."""
        costs = [0] * tables
        for person in people:
            count = self.count[person]
            for number in range(tables):
                if count[number]:
                    costs[number] += count[number] + THIRD * comb(count[number], 2)
            for near in (which - 1, which + 1):
                if 0 <= near < len(self.at) and 0 <= self.at[near][person] < tables:
                    costs[self.at[near][person]] += STAY
        return costs


def number(task: Task, people: list[int], rounds: list[Tables], seats: list[dict[int, list[int]]], rng: Random) -> int:
    """Put the tables of each hanchan into the order of the room, in place; what the visits then cost."""
    visits = Visits(task, index_of(people), rounds)
    vain, least = 0, -1
    for _ in range(SWEEPS if visits.tables > EXACT else EXACT_SWEEPS):
        total = sum(
            _renumber(visits, visits.past + which, rounds[which], seats[which], rng) for which in range(len(rounds))
        )
        vain = 0 if least < 0 or total < least else vain + 1
        least = total if least < 0 else min(total, least)
        if not total or vain > STUCK:
            break
    return least


def _renumber(visits: Visits, which: int, tables: Tables, seats: dict[int, list[int]], rng: Random) -> int:
    for place, people in enumerate(tables):
        visits.put(which, place, people, -1)
    order = shuffled(range(len(tables)), rng)
    costs = []
    for place in order:
        line = visits.costs(which, tables[place], len(tables))
        for person in tables[place]:
            for other, price in enumerate(seats.get(person, ())):
                line[other] += WISHED * price
        costs.append(line)
    where = assign(costs) if len(tables) <= EXACT else _exchanged(costs, order)
    placed = list(tables)
    for place, target in zip(order, where, strict=True):
        placed[target] = tables[place]
    tables[:] = placed
    for place, people in enumerate(tables):
        visits.put(which, place, people, 1)
    return sum(costs[row][target] for row, target in enumerate(where))


def _exchanged(costs: list[list[int]], where: list[int]) -> list[int]:
    """From an assignment to one that no exchange of two makes better."""
    where = list(where)
    better = True
    while better:
        better = False
        for row, line in enumerate(costs):
            if not line[where[row]]:
                continue
            gain, best = 0, row
            for other, theirs in enumerate(costs):
                change = line[where[row]] + theirs[where[other]] - line[where[other]] - theirs[where[row]]
                if change > gain:
                    gain, best = change, other
            if gain:
                where[row], where[best] = where[best], where[row]
                better = True
    return where
