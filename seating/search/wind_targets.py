"""Winds first, tables after: everybody's wind in each coming hanchan, then tables with one of each.

In every hanchan as many must sit East as there are tables. A player needs the winds had least so far, each once; then,
the counts being level, those had least then. As long as these needs add up, some choice for the next hanchan fits,
because each need spread evenly over the hanchan of its block is a flow, and an integral flow is as large; so choosing
hanchan by hanchan never runs into a dead end. The flow is found with augmenting paths over the winds.

It stays beside `winds`, which deals winds at given tables: 64 and 100 players after one to seven hanchan get even winds
with it, and without it do not.
"""

from collections.abc import Sequence
from random import Random

from seating.chance import shuffled
from seating.search.cost import TaskCost
from seating.search.greedy_start import GreedyTables, take_cheapest
from seating.task import Tables, Task
from seating.winds.unevenness import levels, past_winds

BYE = -1
"""Instead of a wind."""


def wind_targets(task: Task, people: Sequence[int], rng: Random) -> list[list[int]]:
    """Return everybody's wind for each hanchan to be planned; BYE without a seat."""
    counts = [list(had) for had in past_winds(task, people)]
    needs = [set(levels(had)) for had in counts]
    found = []
    for sitting in task.sitting:
        seated = [place for place, player in enumerate(people) if player in sitting]
        winds = _dealt(shuffled(seated, rng), needs, counts, len(seated) // task.size)
        for person in seated:
            counts[person][winds[person]] += 1
            needs[person].discard(winds[person])
            if not needs[person]:
                needs[person] = set(levels(counts[person]))
        found.append([winds.get(place, BYE) for place in range(len(people))])
    return found


def _dealt(
    people: Sequence[int], needs: Sequence[set[int]], counts: Sequence[Sequence[int]], tables: int
) -> dict[int, int]:
    """Deal each wind to as many people as there are tables, as many as possible of whom need it."""
    size = len(counts[people[0]])
    having: list[list[int]] = [[] for _ in range(size)]
    left = [person for person in people if not _augment(person, needs, having, tables)]
    for person in left:
        room = [wind for wind in range(size) if len(having[wind]) < tables]
        having[min(room, key=lambda wind: (counts[person][wind], wind))].append(person)
    return {person: wind for wind, seated in enumerate(having) for person in seated}


def _augment(person: int, needs: Sequence[set[int]], having: list[list[int]], tables: int) -> bool:
    """Give one more person a needed wind along an augmenting path; return whether that worked."""
    came_from: dict[int, int] = {}
    queue = sorted(needs[person])
    reached = set(queue)
    for wind in queue:
        if len(having[wind]) < tables:
            _shift(person, wind, came_from, needs, having)
            return True
        for mate in having[wind] if len(reached) < len(having) else ():
            for onward in sorted(needs[mate] - reached):
                reached.add(onward)
                came_from[onward] = wind
                queue.append(onward)
    return False


def _shift(
    person: int, wind: int, came_from: dict[int, int], needs: Sequence[set[int]], having: list[list[int]]
) -> None:
    """Move one person to the next wind at each step of the path."""
    while wind in came_from:
        before = came_from[wind]
        mover = next(mate for mate in having[before] if wind in needs[mate])
        having[before].remove(mover)
        having[wind].append(mover)
        wind = before
    having[wind].append(person)


def seated_by_winds(
    task: Task, people: Sequence[int], prices: TaskCost, targets: Sequence[Sequence[int]], rng: Random
) -> list[Tables]:
    """Build tables in the order of their winds from new opponents as far as possible."""
    gathering = GreedyTables(prices, len(task.past))
    rounds = []
    for which, winds in enumerate(targets):
        waiting: list[list[int]] = [[] for _ in range(task.size)]
        for person in shuffled(range(len(people)), rng):
            if winds[person] != BYE:
                waiting[winds[person]].append(person)
        tables: Tables = []
        for number in range(len(task.sitting[which]) // task.size):
            table: list[int] = []
            for same_wind in waiting:
                table.append(_next(same_wind, table, number, prices.seat[which], gathering))
            tables.append(table)
        gathering.close(tables)
        rounds.append(tables)
    return rounds


def _next(
    waiting: list[int], table: list[int], number: int, seats: dict[int, list[int]], gathering: GreedyTables
) -> int:
    """Take the cheapest of those waiting for this table."""

    def cost(person: int) -> int:
        return gathering.joining(table, person) + (seats[person][number] if person in seats else 0)

    return take_cheapest(waiting, cost)
