"""Who and when, as the sentences about wishes need it."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from ..task import Task
from ..wishes import Apart, AtTables, Together, Weight

WishKind = TypeVar("WishKind", Apart, AtTables)

MUCH = 12
"""So many people are named in a sentence, of more only the first."""


def people_text(people: Iterable[int]) -> str:
    """Numbers of people, at most MUCH of them."""
    numbers = sorted(people)
    return ", ".join(map(str, numbers[:MUCH])) + (" …" if len(numbers) > MUCH else "")


def coming(task: Task) -> list[tuple[int, frozenset[int], int]]:
    """Number, people and tables of the hanchan to be planned."""
    return [
        (number, sitting, len(sitting) // task.size)
        for number, sitting in enumerate(task.sitting, start=len(task.past) + 1)
    ]


def must(task: Task, kind: type[WishKind]) -> Iterator[WishKind]:
    """The wishes of a kind that must hold."""
    for wish in task.wishes:
        if isinstance(wish, kind) and wish.weight is Weight.MUST:
            yield wish


def pair(wish: Together) -> dict[str, int]:
    """The two for a sentence, the lower number first."""
    one, other = sorted((wish.one, wish.other))
    return {"one": one, "other": other}


def met_in(task: Task, wish: Together) -> list[int]:
    """The hanchan of the past in which the two have met."""
    both = {wish.one, wish.other}
    return [number for number, tables in enumerate(task.past, start=1) if any(both <= set(table) for table in tables)]
