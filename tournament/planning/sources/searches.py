"""Searches for seats: one at a time in this process, each result kept from the preview to its use."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from django.core.cache import cache

from seating.repair import replan
from seating.rounds import Rounds
from seating.task import Task
from tournament.core.turns import Turns

SEARCHES = Turns(at_once=1, waiting=3)
HALF_AN_HOUR = 30 * 60
Found = TypeVar("Found")


def searched(key: str, search: Callable[[], Found]) -> Found:
    """Return what is kept under that key, else what the search finds. Raises Busy when too many search at once."""
    found: Found | None = cache.get(key)
    if found is None:
        with SEARCHES.turn():
            found = cache.get(key) or search()
            cache.set(key, found, HALF_AN_HOUR)
    return found


@dataclass(frozen=True, slots=True)
class PlanSearch:
    """A search as `seating.repair.replan` makes it. The same task and seed give the same plan, so it is kept under
    what was searched for: a change to the players, the seating or the wishes is another search."""

    task: Task
    seed: str
    moves: int
    close: bool

    @property
    def key(self) -> str:
        """The name of the plan in the cache."""
        task = self.task
        sitting = [sorted(people) for people in task.sitting]
        parts = sitting, task.past, task.wishes, task.size, task.winds, task.keep, self.seed, self.moves, self.close
        return f"replan-{sha256(repr(parts).encode()).hexdigest()}"

    def kept(self) -> Rounds | None:
        """The plan if it was searched for before."""
        found: Rounds | None = cache.get(self.key)
        return found

    def run(self) -> Rounds:
        """The plan, searched for unless it is kept. Raises Busy when too many search at once, and CannotPlan."""
        return searched(self.key, lambda: replan(self.task, self.seed, moves=self.moves, close=self.close))
