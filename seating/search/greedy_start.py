"""A greedy start for the search: the plan to stay close to with its gaps filled, else tables of new opponents.

People are indices into the people of a task here, counted from 0.
"""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from seating.chance import shuffled
from seating.search.cost import TaskCost
from seating.task import Tables, Task, index_of

LOOKED_AT = 60
"""People tried for a seat; the best of them gets it."""


class GreedyTables:
    """The meetings before the hanchan under construction; people are indices."""

    def __init__(self, prices: TaskCost, past: int) -> None:
        self.pair = prices.pair
        self.met = [list(line) for line in prices.past]
        self.now = 1 << past
        """The bit of that hanchan."""

    def joining(self, table: Sequence[int], person: int) -> int:
        """Return the cost of meeting everybody already at this table."""
        mine, lists = self.met[person], self.pair[person]
        return sum(lists[mate][mine[mate] | self.now] - lists[mate][mine[mate]] for mate in table)

    def close(self, tables: Sequence[Sequence[int]]) -> None:
        """Finish the hanchan and begin the next."""
        for table in tables:
            for one in table:
                for other in table:
                    if one != other:
                        self.met[one][other] |= self.now
        self.now <<= 1


def take_cheapest(waiting: list[int], cost: Callable[[int], int]) -> int:
    """Take the cheapest of the last LOOKED_AT players waiting, or the first who costs nothing."""
    best, least = 0, -1
    for place in range(min(len(waiting), LOOKED_AT)):
        price = cost(waiting[-1 - place])
        if least < 0 or price < least:
            best, least = place, price
        if price <= 0:
            break
    return waiting.pop(-1 - best)


def greedy_start(task: Task, people: Sequence[int], prices: TaskCost, rng: Random) -> list[Tables]:
    """Return the tables of the hanchan to be planned, people as indices into `people`."""
    index = index_of(people)
    gathering = GreedyTables(prices, len(task.past))
    rounds = []
    for which, sitting in enumerate(task.sitting):
        tables: Tables = [[] for _ in range(len(sitting) // task.size)]
        _keep(task, which, index, tables)
        seated = {person for table in tables for person in table}
        waiting = shuffled(sorted({index[player] for player in sitting} - seated), rng)
        seats = prices.seat[which]
        _seat_bound([person for person in waiting if person in seats], tables, task.size, seats, gathering)
        _fill([person for person in waiting if person not in seats], tables, task.size, gathering)
        gathering.close(tables)
        rounds.append(tables)
    return rounds


def _keep(task: Task, which: int, index: dict[int, int], tables: Tables) -> None:
    """Keep the planned tables of players who still play, as far as tables and seats allow."""
    if which >= len(task.keep):
        return
    for table, kept in zip(tables, task.keep[which], strict=False):
        table += [index[player] for player in kept if player in task.sitting[which]][: task.size]


def _seat_bound(
    waiting: list[int], tables: Tables, size: int, seats: dict[int, list[int]], gathering: GreedyTables
) -> None:
    """Seat players limited to some tables: those with the fewest tables first, each at the cheapest with a seat."""

    def choice(person: int) -> int:
        return sum(cost == min(seats[person]) for cost in seats[person])

    for person in sorted(waiting, key=choice):
        open_tables = [number for number, table in enumerate(tables) if len(table) < size]
        line = seats[person]
        best = min(open_tables, key=lambda number: line[number] + gathering.joining(tables[number], person))
        tables[best].append(person)


def _fill(waiting: list[int], tables: Tables, size: int, gathering: GreedyTables) -> None:
    """Seat the others: tables with the fewest empty seats first."""
    for table in sorted(tables, key=len, reverse=True):
        while len(table) < size:
            table.append(take_cheapest(waiting, partial(gathering.joining, table)))
