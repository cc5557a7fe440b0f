"""What is asked of the planner when a design alone does not answer: a past, wishes, people who come and go."""

from dataclasses import dataclass

from .wishes import Wish
from .words import Rounds, Sentence


@dataclass(frozen=True, slots=True)
class Task:
    """Hanchan to be planned, after those already played.

    ``past`` is never touched: hanchan 1.. as they were played, with people who may have left since. ``sitting`` says
    for each hanchan to be planned who sits, a multiple of ``size``; whoever is missing there has a bye. ``winds`` False
    when they are drawn at the table: then the order within a table means nothing.
    """

    sitting: tuple[frozenset[int], ...]
    past: Rounds = ()
    wishes: tuple[Wish, ...] = ()
    size: int = 4
    winds: bool = True
    keep: Rounds = ()
    """A plan of the hanchan to be planned, from the first of them on, to stay close to: as few people as possible
    change tables or winds. People in it who no longer sit are overlooked. Empty: nothing need stay as it was."""

    @property
    def people(self) -> list[int]:
        """Everybody who sits in some hanchan to be planned, in the order of their numbers."""
        return sorted(frozenset().union(*self.sitting))

    def __post_init__(self) -> None:
        for number, people in enumerate(self.sitting, start=len(self.past) + 1):
            if not people or len(people) % self.size:
                raise ValueError(f"hanchan {number}: {len(people)} people do not fill tables of {self.size}")


@dataclass(frozen=True, slots=True)
class Found:
    """An answer: the planned hanchan only, what they fall short of, and how much work it was."""

    rounds: Rounds
    unmet: tuple[Sentence, ...]
    moves: int
    stopped: bool = False
    """Somebody stopped the work; this was the best so far."""
