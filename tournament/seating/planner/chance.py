"""Chance that is the same everywhere: only ``random()`` is promised to stay as it is from one Python to the next."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def chance(seed: int | str) -> Random:
    """Numbers from a seed; a whole number and its decimals in a string are the same seed."""
    return Random(str(seed))  # noqa: S311  a seeded drawing, no secret


def shuffled(items: Iterable[Item], rng: Random) -> list[Item]:
    """The items in random order, every order as likely as any other (Fisher and Yates)."""
    mixed = list(items)
    random = rng.random
    for last in range(len(mixed) - 1, 0, -1):
        other = int(random() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
