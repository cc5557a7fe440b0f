"""The words of the planner.

A *seating* is a tuple of hanchan; a hanchan is the tuple of its tables 1..g in order; a table is its players East,
South, West, North (East, South, West where three play). Players, hanchan and tables are numbered from 1 wherever a
person or another package sees them; inside the constructions players are points 0..N-1 and hanchan are indices.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

Table = tuple[int, ...]
Round = tuple[Table, ...]
Rounds = tuple[Round, ...]
Seating = Sequence[Sequence[Sequence[int]]]
"""What may be asked about: any nesting of sequences, also a faulty one."""

SIZES = (3, 4)
"""So many sit at a table: four, or three (sanma)."""

MOST_PLAYERS = 1000
MOST_HANCHAN = 40


def table_of(seats: Sequence[int]) -> Table:
    """Players as East, South, West, North, or without North; ``ValueError`` when they are not four or three."""
    if len(seats) not in SIZES:
        raise ValueError(f"a table has {' or '.join(map(str, SIZES))} players, not {len(seats)}")
    return tuple(seats)


class Watch(Protocol):
    """Who is told now and then how far long work is; an answer of False stops it, and the best so far is kept.

    ``done`` goes from 0 to 1, ``shortfall`` says what the best so far lacks (0: nothing).
    """

    def __call__(self, done: float, shortfall: int) -> bool: ...


class Sentence(NamedTuple):
    """Something to tell a person: translate ``template``, then fill in ``params`` with ``%``."""

    template: str
    params: Mapping[str, int | str]

    def __str__(self) -> str:
        return self.template % self.params


def gettext_noop(message: str) -> str:
    """Mark a string for translation; whoever shows it translates it."""
    return message


class CannotPlan(ValueError):
    """Nobody can be seated with these numbers; says why and what to do instead."""

    def __init__(self, template: str, **params: int | str) -> None:
        self.template = template
        self.params = params
        super().__init__(template % params)
