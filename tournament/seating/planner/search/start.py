"""Something good to begin with: the plan that is to be kept with its gaps filled, else tables of people who are new
to each other, put together one by one.
"""

from collections.abc import Sequence
from functools import partial
from random import Random

from ..chance import shuffled
from ..task import Task
from .gathering import Gathering, take_cheapest
from .indices import Tables, index_of
from .prices import Prices


def start(task: Task, people: Sequence[int], prices: Prices, rng: Random) -> list[Tables]:
    """The tables of the hanchan to be planned, everybody as an index into ``people``."""
    index = index_of(people)
    gathering = Gathering(prices, len(task.past))
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
    """Who still sits keeps the table, as far as there are as many tables and seats."""
    if which >= len(task.keep):
        return
    for table, kept in zip(tables, task.keep[which], strict=False):
        table += [index[player] for player in kept if player in task.sitting[which]][: task.size]


def _seat_bound(
    waiting: list[int], tables: Tables, size: int, seats: dict[int, list[int]], gathering: Gathering
) -> None:
    """People who may not sit everywhere: who has the fewest tables first, each at the cheapest table with a seat."""

    def choice(person: int) -> int:
        return sum(cost == min(seats[person]) for cost in seats[person])

    for person in sorted(waiting, key=choice):
        open_tables = [number for number, table in enumerate(tables) if len(table) < size]
        line = seats[person]
        best = min(open_tables, key=lambda number: line[number] + gathering.joining(tables[number], person))
        tables[best].append(person)


def _fill(waiting: list[int], tables: Tables, size: int, gathering: Gathering) -> None:
    """The others: tables with the fewest empty seats first."""
    for table in sorted(tables, key=len, reverse=True):
        while len(table) < size:
            table.append(take_cheapest(waiting, partial(gathering.joining, table)))
