"""The rule of a ranking as one frozen value; its fields are declared as those of a rule set are.

By default all results count, once, added up, and equal totals share a place.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Any

from scoring.ema import COUNTRIES
from scoring.messages import gettext_noop
from scoring.rules.fields import RulesetProblem, check_fields, plain_fields, read_fields, rule
from scoring.rules.value_kinds import NonEmptyText, OneOf, ValueKind, Whole
from scoring.standings.settings import ChoiceList, PartList, RisingNumbers, TextLine
from scoring.standings.ties import Breaker

ONE, ZERO = Fraction(1), Fraction()
BREAKERS = (Breaker.FIRSTS, Breaker.PLACES, Breaker.BEST, Breaker.LOT)
VERSION = 1  # of a snapshot
MOST_POINTS, MOST_RESULTS, MOST_FILLED, MOST_PARTS = 1_000_000, 10_000, 1_000, 26
"""For a place; that count or are needed; that are filled in for somebody; each part has a letter."""
_FRACTION = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}|/[0-9]{1,9})?")


def read_fraction(text: str) -> Fraction | None:
    """Return the number of a text such as 2, 0.8 or 2/3; None for another text.

    >>> read_fraction("0.8"), read_fraction("2/3"), read_fraction("1/0")
    (Fraction(4, 5), Fraction(2, 3), None)
    """
    if not _FRACTION.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


@dataclass(frozen=True, slots=True)
class Share(ValueKind):
    """A fraction from 0 to 1, above 0 unless it is `optional`."""

    optional: bool = True

    def read(self, name: str, value: object) -> object:
        return value if isinstance(value, Fraction) else read_fraction(str(value))

    def check(self, name: str, value: object) -> None:
        if not isinstance(value, Fraction) or value > ONE:
            raise RulesetProblem(name, gettext_noop("“{field}” is a fraction up to 1: write it as 1/2 or 0.5."))
        if not value and not self.optional:
            raise RulesetProblem(name, gettext_noop("“{field}” is above 0."))

    def plain(self, value: Fraction) -> object:
        return str(value)


class Day(ValueKind):
    """A day of the calendar."""

    def read(self, name: str, value: object) -> object:
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            return value

    def check(self, name: str, value: object) -> None:
        if type(value) is not date:
            raise RulesetProblem(name, gettext_noop("“{field}” is a day: write it as 2022-07-01."))

    def plain(self, value: date) -> object:
        return value.isoformat()


class PointsForPlaces(ValueKind):
    """Whole numbers for the places from the first on, none larger than the one before; places without one bring 0."""

    def read(self, name: str, value: object) -> object:
        return tuple(value) if isinstance(value, list | tuple) else value

    def check(self, name: str, value: object) -> None:
        if not isinstance(value, tuple) or any(type(one) is not int or one < 0 for one in value):
            raise RulesetProblem(
                name, gettext_noop("“{field}” lists whole numbers, as [25, 18, 15], from the first on.")
            )
        if max(value, default=0) > MOST_POINTS:
            raise RulesetProblem(name, gettext_noop("“{field}” is above {most}."), most=MOST_POINTS)
        if list(value) != sorted(value, reverse=True):
            raise RulesetProblem(name, gettext_noop("“{field}” gives a lower place more than a higher one."))

    def plain(self, value: tuple[int, ...]) -> object:
        return list(value)


@dataclass(frozen=True, slots=True)
class PartsInShort(PartList):
    """Any number of parts of one type; in a file each names only what differs from the type's defaults."""

    def read(self, name: str, value: object) -> object:
        usual = {one.name: one.default for one in fields(self.type) if one.default is not MISSING}
        if isinstance(value, list):
            value = [{**usual, **one} if isinstance(one, Mapping) else one for one in value]
        return PartList.read(self, name, value)


class ResultOf(StrEnum):
    """One result of a person: a game, as in a league, or an event."""

    GAME = "game"
    EVENT = "event"


class Counted(StrEnum):
    """The worth of a result: its score, points for its place, or the base rank of EMA."""

    SCORE = "score"
    PLACE = "place-points"
    BASE_RANK = "base-rank"


class WeightBy(StrEnum):
    """The weight of a result: 1, what its event was given, or what EMA computes from the event."""

    EQUAL = "equal"
    GIVEN = "given"
    MERS = "mers"


class Combination(StrEnum):
    """The way results become one number: each times its weight, added up; for a mean divided by the weights."""

    SUM = "sum"
    MEAN = "mean"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgeStep:
    """Up to `months` after its last day an event counts by `factor`; the steps stand from new to old."""

    months: int = rule(Whole(1, 1_200))
    factor: Fraction = rule(Share())


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedEvent:
    """An event whose age is counted as if it had ended on another day."""

    event: str = rule(NonEmptyText())
    ended: date = rule(Day())


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPart:
    """A part of the ranking, its `share`: the `best` results, and of the `rest` that share of them, rounded up.

    >>> part = RankingPart(best=5, rest=Fraction(4, 5))
    >>> part.taken(3), part.taken(10), RankingPart().taken(10)
    (3, 9, 10)
    """

    share: Fraction = rule(Share(optional=False), default=ONE)
    best: int | None = rule(Whole(1, MOST_RESULTS, optional=True), default=None)
    rest: Fraction = rule(Share(), default=ZERO)

    def taken(self, results: int) -> int:
        """Return how many of so many results count."""
        if self.best is None or results <= self.best:
            return results
        return self.best - (-self.rest.numerator * (results - self.best) // self.rest.denominator)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingRule:
    """Everything that turns results of many events into a ranking. Raises RulesetProblem, which names the field.

    `fill` are as many results as everybody has at least: missing ones count 0 with weight 1. `least` are the results
    that somebody needs to have a place. `carry` is the part of the last season's ranking that is added. A country's
    ranking is the mean of its `country_best` best people, 0 for no countries; people above `country_above` are counted.
    `sources` names where each value is said, `documents` what that is.
    """

    key: str = rule(NonEmptyText())
    title: str = rule(NonEmptyText())
    edition: str = rule(TextLine(), default="")
    result: ResultOf = rule(OneOf(ResultOf))
    counted: Counted = rule(OneOf(Counted))
    points: tuple[int, ...] = rule(PointsForPlaces(), default=())
    weight: WeightBy = rule(OneOf(WeightBy), default=WeightBy.EQUAL)
    countries: tuple[int, ...] = rule(RisingNumbers(), default=COUNTRIES)
    age: tuple[AgeStep, ...] = rule(PartList(AgeStep), default=())
    moved: tuple[MovedEvent, ...] = rule(PartList(MovedEvent), default=())
    parts: tuple[RankingPart, ...] = rule(PartsInShort(RankingPart), default=(RankingPart(),))
    together: Combination = rule(OneOf(Combination), default=Combination.SUM)
    fill: int = rule(Whole(0, MOST_FILLED), default=0)
    least: int = rule(Whole(1, MOST_RESULTS), default=1)
    breakers: tuple[Breaker, ...] = rule(ChoiceList(Breaker), default=())
    lot_seed: str = rule(TextLine(), default="")
    carry: Fraction = rule(Share(), default=ZERO)
    country_best: int = rule(Whole(0, MOST_RESULTS), default=0)
    country_above: int | None = rule(Whole(0, MOST_POINTS, optional=True), default=None)
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    documents: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check_fields(self)
        for problem in _contradictions(self):
            raise problem

    def to_json(self) -> dict[str, object]:
        """In JSON types, with the sources, for a snapshot; `from_json` reads it back."""
        said = {"sources": dict(self.sources), "documents": dict(self.documents)}
        return {"version": VERSION, **plain_fields(self), **said}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RankingRule":
        """The rule of a snapshot. Raises RulesetProblem naming the field."""
        given = {name: value for name, value in data.items() if name not in ("version", "sources", "documents")}
        sources, documents = (dict(data.get(name, {})) for name in ("sources", "documents"))
        return cls(**read_fields(cls, given), sources=sources, documents=documents)

    @property
    def weighs(self) -> bool:
        """Return whether results can have different weights."""
        return self.weight is not WeightBy.EQUAL or bool(self.age)

    def age_factor(self, ended: date, on: date) -> Fraction:
        """Return by how much an event counts on a day: a step lasts until the same day of its last month, so that an
        event of 29 February is over a year old on 1 March.
        """
        if not self.age:
            return ONE
        today = (on.year * 12 + on.month, on.day)
        month = ended.year * 12 + ended.month
        return next((one.factor for one in self.age if today <= (month + one.months, ended.day)), ZERO)


def _contradictions(rules: RankingRule) -> Iterator[RulesetProblem]:
    """Yield every way in which the values contradict each other; each of them alone is right."""
    if rules.counted is Counted.PLACE and not rules.points:
        yield RulesetProblem(
            "points", gettext_noop("Say what the places bring, from first to last: points = [25, 18].")
        )
    if rules.weight is WeightBy.MERS and rules.result is ResultOf.GAME:
        yield RulesetProblem("weight", gettext_noop('MERS weighs events; games weigh the same: weight = "equal".'))
    if any(later.months <= before.months for before, later in pairwise(rules.age)):
        yield RulesetProblem("age", gettext_noop("The steps of “{field}” stand from new to old, with rising months."))
    if len(rules.parts) > MOST_PARTS:
        yield RulesetProblem("parts", gettext_noop("A ranking has at most {most} “{field}”."), most=MOST_PARTS)
    if sum(part.share for part in rules.parts) != 1:
        yield RulesetProblem("parts", gettext_noop("The shares of “{field}” add up to 1, as 1/2 and 1/2."))
    for one in rules.breakers:
        if one not in BREAKERS:
            template = gettext_noop("“{breaker}” tells nobody apart in a ranking; there are: {choices}.")
            raise RulesetProblem("breakers", template, breaker=one, choices=", ".join(BREAKERS))
    if Breaker.LOT in rules.breakers and not rules.lot_seed:
        yield RulesetProblem("lot_seed", gettext_noop("A lot is drawn from a text that everybody knows: give one."))
