"""Reproducible random numbers: only `random()` is guaranteed to stay the same in every Python.

Also what simulated annealing draws: by how much a change may make things worse at one temperature, from tables that are
the same on every machine, and something wrong from an indexed set.
"""

from collections.abc import Iterable
from math import log
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def chance(seed: int | str) -> Random:
    """Return a generator for a seed; a whole number and its decimal string are the same seed."""
    return Random(str(seed))  # noqa: S311  a seeded drawing, no secret


def shuffled(items: Iterable[Item], rng: Random) -> list[Item]:
    """Return the items in random order, all orders equally likely (Fisher and Yates)."""
    mixed = list(items)
    random = rng.random
    for last in range(len(mixed) - 1, 0, -1):
        other = int(random() * (last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


GRAIN = 1024


SCALE = 256


def _thresholds() -> tuple[int, ...]:
    """Return exponentially distributed acceptance thresholds, in 1/SCALE of the temperature, to be drawn by index.

    Repeated multiplication instead of a logarithm, because only that is exactly the same everywhere.
    """
    found = []
    power, steps = 1.0, 0
    for part in range(GRAIN - 1, -1, -1):
        while power > (part + 0.5) / GRAIN:
            power *= 1 - 1 / SCALE
            steps += 1
        found.append(steps)
    return tuple(found)


THRESHOLDS = _thresholds()


LOGS = tuple(round(-GRAIN * log((step + 0.5) / GRAIN)) for step in range(GRAIN))
"""The same distribution, finer: -ln(u) in 1/GRAIN at GRAIN evenly spaced u, rounded, so that no library's last digit
decides. Swiss pairing accepts by it: by THRESHOLDS it sits people further apart in rank (decision 16).
"""


class IndexedSet:
    """A set of numbers with constant-time insertion, removal and access by index."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.listed = list(numbers)
        self._at = {number: at for at, number in enumerate(self.listed)}

    def put(self, number: int) -> None:
        """Add a number."""
        if number not in self._at:
            self._at[number] = len(self.listed)
            self.listed.append(number)

    def take(self, number: int) -> None:
        """Remove a number; the last one moves to its place."""
        at = self._at.pop(number, None)
        if at is not None:
            last = self.listed.pop()
            if last != number:
                self.listed[at] = last
                self._at[last] = at

    def note(self, number: int, belongs: bool) -> None:
        """Add or remove a number."""
        if belongs:
            self.put(number)
        else:
            self.take(number)
