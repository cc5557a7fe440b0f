"""Winds in a plan to stay close to: whoever keeps a table keeps the wind, the others take what is left there."""

from collections.abc import Sequence
from itertools import permutations

from ..task import Task
from .indices import Tables, index_of
from .unevenness import past_winds


def keep_winds(task: Task, people: Sequence[int], rounds: list[Tables]) -> None:
    """Put every table into the order of its winds, in place; newcomers sit so that their winds are most even so far."""
    index = index_of(people)
    counts = [list(had) for had in past_winds(task, people)]
    for which, tables in enumerate(rounds):
        kept = task.keep[which] if which < len(task.keep) else ()
        for number, table in enumerate(tables):
            before = kept[number] if number < len(kept) else ()
            table[:] = _ordered(table, [index.get(player, -1) for player in before], counts)
            for wind, person in enumerate(table):
                counts[person][wind] += 1


def _ordered(table: list[int], before: list[int], counts: Sequence[Sequence[int]]) -> list[int]:
    seats = [person if person in table else -1 for person in before[: len(table)]]
    seats += [-1] * (len(table) - len(seats))
    free = [wind for wind, person in enumerate(seats) if person < 0]
    newcomers = [person for person in table if person not in seats]
    best = min(
        permutations(newcomers), key=lambda order: sum(counts[who][w] for who, w in zip(order, free, strict=True))
    )
    for wind, person in zip(free, best, strict=True):
        seats[wind] = person
    return seats
