"""The fouls of a tournament and what they cost.

A *schedule* says for each foul what may follow, mildest first. Points are positive amounts taken off the
tournament score (WRC 2025 §12.2); they never change the table score. Names and notes are our own words.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files

from scoring.points import Points
from scoring.words import gettext_noop

SCHEDULES = ("wrc-2022", "wrc-2025", "lower", "bare-minimum", "higher")
OFFICIAL_CHONBO = 30_000


class Consequence(StrEnum):
    """What a foul leads to (WRC 2025 §12.2)."""

    NONE = "none"
    WARNING = "warning"
    DEAD_HAND = "dead-hand"
    CHONBO = "chonbo"
    POINTS = "points"
    DISQUALIFICATION = "disqualification"
    DISCRETION = "discretion"

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _LABELS[self]


_LABELS = {
    Consequence.NONE: gettext_noop("no penalty"),
    Consequence.WARNING: gettext_noop("warning"),
    Consequence.DEAD_HAND: gettext_noop("dead hand"),
    Consequence.CHONBO: gettext_noop("chonbo"),
    Consequence.POINTS: gettext_noop("points"),
    Consequence.DISQUALIFICATION: gettext_noop("disqualification"),
    Consequence.DISCRETION: gettext_noop("referee's discretion"),
}


_WITHOUT_POINTS = (Consequence.NONE, Consequence.DISQUALIFICATION, Consequence.DISCRETION)


@dataclass(frozen=True, slots=True)
class Foul:
    """One row of a schedule.

    `consequences` are alternatives, mildest first. `amount` is the points that go with the last one that can
    take points, `lesser` those that go with the ones before it, `repeat` those of a repetition; None for no points.
    """

    code: str
    title: str
    consequences: tuple[Consequence, ...]
    amount: Points | None
    repeat: Points | None
    note: str
    source: str
    lesser: Points | None = None

    def points_for(self, consequence: Consequence) -> Points:
        """The points to suggest for one of the foul's consequences, 0 where none are taken.

        Raises ValueError for a consequence that the schedule does not give for this foul.
        """
        if consequence not in self.consequences:
            raise ValueError(f"{self.code} has no consequence {consequence}")
        priced = [own for own in self.consequences if own not in _WITHOUT_POINTS]
        if consequence not in priced:
            return 0
        return (self.amount if consequence is priced[-1] else self.lesser) or 0

    def with_chonbo(self, points: Points) -> "Foul":
        """The foul with `points` for a chonbo that has the official price; any other foul as it is."""
        follows = self.consequences[-1] is Consequence.CHONBO and self.amount == OFFICIAL_CHONBO
        return replace(self, amount=points) if follows else self

    def to_json(self) -> dict[str, object]:
        return {item.name: _plain(getattr(self, item.name)) for item in fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Foul":
        """The foul that `to_json` wrote. Raises ValueError or KeyError when a part is wrong or missing."""
        code = str(data.get("code", "?"))
        consequences = data.get("consequences")
        if not isinstance(consequences, list) or not consequences:
            raise ValueError(f"{code}: no consequences")
        return cls(
            code=code,
            title=str(data["title"]),
            consequences=tuple(Consequence(value) for value in consequences),
            amount=_points(code, data.get("amount")),
            repeat=_points(code, data.get("repeat")),
            note=str(data.get("note", "")),
            source=str(data.get("source", "")),
            lesser=_points(code, data.get("lesser")),
        )


def _plain(value: object) -> object:
    return [part.value for part in value] if isinstance(value, tuple) else value


def _points(code: str, value: object) -> Points | None:
    if value is None or (type(value) is int and value >= 0):
        return value
    raise ValueError(f"{code}: {value!r} is not a number of points")


@dataclass(frozen=True, slots=True)
class Schedule:
    """A complete list of fouls, in the order of the rule book."""

    key: str
    title: str
    fouls: tuple[Foul, ...]

    def foul(self, code: str) -> Foul:
        """The foul with this code. Raises KeyError when the schedule has none."""
        for foul in self.fouls:
            if foul.code == code:
                return foul
        raise KeyError(code)

    def with_chonbo(self, points: Points) -> "Schedule":
        """The schedule with `points`, the rule set's price, for every chonbo that has the official price.

        A schedule with a price of its own ("lower", "bare-minimum": 20P) keeps it.
        """
        return replace(self, fouls=tuple(foul.with_chonbo(points) for foul in self.fouls))

    def to_json(self) -> dict[str, object]:
        return {"key": self.key, "title": self.title, "fouls": [foul.to_json() for foul in self.fouls]}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Schedule":
        """The schedule that `to_json` wrote. Raises ValueError or KeyError for anything else."""
        rows = data["fouls"]
        if not isinstance(rows, list):
            raise ValueError("a schedule has a list of fouls")
        return cls(str(data["key"]), str(data["title"]), tuple(Foul.from_json(row) for row in rows))


@cache
def titles() -> Mapping[str, str]:
    """The name of each foul by code."""
    return {code: str(title) for code, title in _toml("titles").items()}


@cache
def schedule(key: str) -> Schedule:
    """The schedule named `key`, one of SCHEDULES; read once. Raises KeyError for another name."""
    if key not in SCHEDULES:
        raise KeyError(key)
    data = _toml(key)
    common = {"source": data["source"]}
    rows: Mapping[str, Mapping[str, object]] = data["fouls"]  # type: ignore[assignment]  # a table of tables in every file
    fouls = (Foul.from_json({"code": code, "title": titles()[code], **common, **row}) for code, row in rows.items())
    return Schedule(key, str(data["title"]), tuple(fouls))


def _toml(name: str) -> dict[str, object]:
    return tomllib.loads(files("scoring").joinpath("schedules", f"{name}.toml").read_text(encoding="utf-8"))
