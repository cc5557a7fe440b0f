"""Something good to begin with: the plan that is to be kept with its gaps filled, else tables of people who are new
to each other, put together one by one.
"""

from collections.abc import Sequence
from random import Random

from ..chance import shuffled
from ..task import Task
from .prices import Prices
from .state import Tables

LOOKED_AT = 60
"""So many people are tried for a seat before the best of them gets it."""


def start(task: Task, people: Sequence[int], prices: Prices, rng: Random) -> list[Tables]:
    """The tables of the hanchan to be planned, everybody as an index into ``people``."""
    index = {player: place for place, player in enumerate(people)}
    met = [list(line) for line in prices.past]
    rounds = []
    for which, sitting in enumerate(task.sitting):
        tables: Tables = [[] for _ in range(len(sitting) // task.size)]
        _keep(task, which, index, tables)
        seated = {person for table in tables for person in table}
        waiting = shuffled(sorted({index[player] for player in sitting} - seated), rng)
        seats = prices.seat[which]
        bound = [person for person in waiting if person in seats]
        free = [person for person in waiting if person not in seats]
        bit = 1 << len(task.past) + which
        _seat_bound(bound, tables, task.size, seats, prices, met, bit)
        _fill(free, tables, task.size, prices, met, bit)
        for table in tables:
            for one in table:
                for other in table:
                    if one != other:
                        met[one][other] |= bit
        rounds.append(tables)
    return rounds


def _keep(task: Task, which: int, index: dict[int, int], tables: Tables) -> None:
    """Who still sits keeps the table, as far as there are as many tables and seats."""
    if which >= len(task.keep):
        return
    for table, kept in zip(tables, task.keep[which], strict=False):
        table += [index[player] for player in kept if player in task.sitting[which]][: task.size]


def _seat_bound(
    waiting: list[int],
    tables: Tables,
    size: int,
    seats: dict[int, list[int]],
    prices: Prices,
    met: list[list[int]],
    bit: int,
) -> None:
    """People who may not sit everywhere: who has the fewest tables first, each at the cheapest table with a seat."""

    def choice(person: int) -> int:
        return sum(cost == min(seats[person]) for cost in seats[person])

    for person in sorted(waiting, key=choice):
        open_tables = [number for number, table in enumerate(tables) if len(table) < size]
        line = seats[person]
        best = min(open_tables, key=lambda number: line[number] + _cost(person, tables[number], prices, met, bit))
        tables[best].append(person)


def _fill(waiting: list[int], tables: Tables, size: int, prices: Prices, met: list[list[int]], bit: int) -> None:
    for table in sorted(tables, key=len, reverse=True):
        while len(table) < size:
            best, least = 0, -1
            for place in range(min(len(waiting), LOOKED_AT)):
                cost = _cost(waiting[-1 - place], table, prices, met, bit)
                if least < 0 or cost < least:
                    best, least = place, cost
                if cost <= 0:
                    break
            table.append(waiting.pop(-1 - best))


def _cost(person: int, table: list[int], prices: Prices, met: list[list[int]], bit: int) -> int:
    mine, lists = met[person], prices.pair[person]
    return sum(lists[mate][mine[mate] | bit] - lists[mate][mine[mate]] for mate in table)
