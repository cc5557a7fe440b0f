"""The task of a search: a past, wishes, players who come and go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from seating.notes import Note
from seating.rounds import Rounds, Seating, table_of
from seating.wishes import Wish


@dataclass(frozen=True, slots=True)
class Task:
    """Hanchan to be planned, after those already played.

    `past` is never touched: hanchan 1.. as they were played, with people who may have left since. `sitting` has
    the players of each hanchan to be planned, a multiple of `size`; all others have a bye. `winds` is False when they
    are drawn at the table: then the order within a table means nothing.
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
        """Everybody who plays in some hanchan to be planned, in the order of their numbers."""
        return sorted(frozenset().union(*self.sitting))

    def __post_init__(self) -> None:
        for number, people in enumerate(self.sitting, start=len(self.past) + 1):
            if not people or len(people) % self.size:
                raise ValueError(f"hanchan {number}: {len(people)} people do not fill tables of {self.size}")


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution: the planned hanchan only, their shortfall, and the work it took."""

    rounds: Rounds
    unmet: tuple[Note, ...]
    moves: int
    stopped: bool = False
    """Somebody stopped the work; this was the best so far."""


class Watch(Protocol):
    """A callback for the progress of long work; returning False stops it, and the best so far is kept.

    `done` goes from 0 to 1, `shortfall` says what the best so far lacks (0: nothing).
    """

    def __call__(self, done: float, shortfall: int) -> bool: ...


def part_of(watch: Watch | None, begin: float, end: float) -> Watch | None:
    """A watch for one part of the work, called with 0 to 1, which passes on `begin` to `end`."""
    if watch is None:
        return None
    whole = watch

    def part(done: float, shortfall: int) -> bool:
        return whole(begin + (end - begin) * done, shortfall)

    return part


Tables = list[list[int]]
"""The tables of a hanchan in the order of the room, people as indices."""


def index_of(people: Sequence[int]) -> dict[int, int]:
    """The index of each of these people."""
    return {player: place for place, player in enumerate(people)}


def to_indices(rounds: Seating, people: Sequence[int]) -> list[Tables]:
    """The same hanchan with indices for people."""
    index = index_of(people)
    return [[[index[player] for player in table] for table in tables] for tables in rounds]


def to_players(rounds: Sequence[Tables], people: Sequence[int]) -> Rounds:
    """The same hanchan with people for indices."""
    return tuple(tuple(table_of([people[person] for person in table]) for table in tables) for tables in rounds)
