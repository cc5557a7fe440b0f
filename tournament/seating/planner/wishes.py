"""What an organiser wishes of a seating: people apart, people together, people at tables; and how much it weighs.

Players are the planner's numbers, hanchan and tables count from 1. A wish says who; whether all wishes can be had
together is for :mod:`.contradictions`, how well a seating meets them is counted by :mod:`.unmet`.
"""

from dataclasses import dataclass
from enum import Enum

from .words import gettext_noop


class Weight(Enum):
    """How much a wish weighs, in words."""

    MUST = "must"
    STRONG = "strong"
    SOFT = "soft"

    @property
    def label(self) -> str:
        return LABELS[self]


LABELS = {
    Weight.MUST: gettext_noop("must hold"),
    Weight.STRONG: gettext_noop("as far as possible, before anything but new opponents"),
    Weight.SOFT: gettext_noop("if it costs nothing else"),
}


@dataclass(frozen=True, slots=True)
class Apart:
    """Two people of one group do not sit together: a club, a country, a team, a forbidden pair, the seeds.

    ``before`` None: in no hanchan; k: not before hanchan k. With a weight below MUST: as few times as can be proved
    possible, spread over different pairs, and late.
    """

    groups: tuple[frozenset[int], ...]
    before: int | None = None
    weight: Weight = Weight.STRONG
    name: str = ""
    """What the people of a group share, to say it in sentences: a club's name, for example."""

    def holds_in(self, hanchan: int) -> bool:
        """Whether they are wished apart in this hanchan (from 1)."""
        return self.before is None or hanchan < self.before


@dataclass(frozen=True, slots=True)
class Together:
    """Two people meet: in ``hanchan``, or in any when it is None."""

    one: int
    other: int
    hanchan: int | None = None
    weight: Weight = Weight.STRONG


@dataclass(frozen=True, slots=True)
class AtTables:
    """People sit at these tables only, in every hanchan: one table for one person is a fixed place, several tables
    for several people are, say, tables where a language is spoken. Others may sit there too.
    """

    players: frozenset[int]
    tables: frozenset[int]
    weight: Weight = Weight.MUST
    name: str = ""


Wish = Apart | Together | AtTables
