"""The matter of a ranking: contests, which are events or games, each with its results; and penalties."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from scoring.ema import MOST_SUBSTITUTES
from scoring.points import Points
from scoring.rankings.rule import ONE


class PersonResult(NamedTuple):
    """A result of a person, who has the same name in every contest. `score` is in points, where scores count."""

    person: str
    place: int
    score: Points = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """An event that ended on its last day, or a game of that day, and the results in it.

    `weight` is what the event was given, for a rule by which it was; the others are what EMA computes a weight from.
    `sharing` is how many have each place, where not all of them are among the results: nobody knows who they are.
    Raises ValueError for a place that there is not, or a person twice.
    """

    name: str
    ended: date
    results: tuple[PersonResult, ...]
    players: int = 4
    substitutes: int = 0
    days: int = 1
    countries: int = 1
    qualification: bool = False
    weight: Fraction = ONE
    sharing: Mapping[int, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        seen = set()
        for person, place, _score in self.results:
            if not 1 <= place <= self.places:
                raise ValueError(f"{self.name}: place {place} of {self.places}")
            if person in seen:
                raise ValueError(f"{self.name}: {person} twice")
            seen.add(person)

    @property
    def places(self) -> int:
        """The number of places: players, and up to three substitutes."""
        return self.players + min(self.substitutes, MOST_SUBSTITUTES)


@dataclass(frozen=True, slots=True)
class RankingPenalty:
    """A penalty of a day, in points where scores count, else in what the ranking is counted in. It is never dropped."""

    person: str
    amount: int
    day: date
