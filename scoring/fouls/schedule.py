"""Schedules of fouls: the fouls of a tournament and their price.

A *schedule* is a list of fouls (`fouls.cases`) from a data file in `schedules/` that names its clauses; a new file is a
new schedule. Points are positive amounts deducted from the tournament score (WRC 2025 §12.2); they never change the
table score. Names and notes are our own words.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from scoring.fouls.cases import OFFICIAL_CHONBO, Case, Consequence, Foul, Question, catalogue
from scoring.fouls.snapshots import VERSION, from_json, outcome_from, parse_conditions, to_json
from scoring.points import Points

_HOME = files("scoring.fouls")
LATE, TOO_LATE, ABSENT = "LATE_1_10", "LATE_10", "FORFEIT"  # the codes of who comes late, or not at all
_FOLDER = _HOME.joinpath("schedules")
SCHEDULES = tuple(sorted(path.name.removesuffix(".toml") for path in _FOLDER.iterdir() if path.name.endswith(".toml")))
_OF_AN_OUTCOME = ("then", "points", "each_player", "up_to", "dealt_again", "note", "unverified")


@dataclass(frozen=True, slots=True)
class Schedule:
    """A complete list of fouls, in the order of the rule book."""

    key: str
    title: str
    fouls: tuple[Foul, ...]

    def foul(self, code: str) -> Foul:
        """Return the foul with this code. Raises KeyError when the schedule has none."""
        for foul in self.fouls:
            if foul.code == code:
                return foul
        raise KeyError(code)

    def has(self, code: str) -> bool:
        """Return whether the schedule has this foul."""
        return any(foul.code == code for foul in self.fouls)

    def lateness(self, code: str) -> Consequence:
        """Return the consequence of LATE, TOO_LATE or ABSENT: points, unless the schedule is milder.

        >>> str(schedule("bare-minimum").lateness(LATE)), str(schedule("friendly").lateness(LATE))
        ('warning', 'points')
        """
        return self.foul(code).consequences[0] if self.has(code) else Consequence.POINTS

    def price_of_chonbo(self, of_rules: Points) -> Points:
        """Return the price of a chonbo, in points: the schedule's own if it has one, else `of_rules`.

        >>> schedule("lower").price_of_chonbo(30_000), schedule("wrc-2022").price_of_chonbo(20_000)
        (20000, 20000)
        """
        return max(self._own_chonbo(), default=of_rules)

    @property
    def has_own_chonbo(self) -> bool:
        """Return whether the schedule has a price of its own for a chonbo."""
        return bool(self._own_chonbo())

    def _own_chonbo(self) -> set[Points]:
        outcomes = (case.outcome for foul in self.fouls for case in foul.cases)
        return {one.points for one in outcomes if one.consequence is Consequence.CHONBO} - {0, OFFICIAL_CHONBO}

    def with_chonbo(self, points: Points) -> "Schedule":
        """Return the schedule with `points`, the rule set's price, for every chonbo at the official price, or none.

        A schedule with a price of its own ("lower", "bare-minimum", "tori-open-2026": 20P) keeps it.
        """
        return replace(self, fouls=tuple(foul.with_chonbo(points) for foul in self.fouls))

    def to_json(self) -> dict[str, object]:
        """Return the schedule in JSON types, for a snapshot; `from_json` reads it back."""
        rows = [to_json(foul) for foul in self.fouls]
        return {"version": VERSION, "key": self.key, "title": self.title, "fouls": rows}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Schedule":
        """Read the schedule of a snapshot, of earlier versions too. Raises ValueError or KeyError for anything else."""
        rows = data["fouls"]
        if not isinstance(rows, list):
            raise ValueError("a schedule has a list of fouls")
        return cls(str(data["key"]), str(data["title"]), tuple(from_json(row) for row in rows))


@cache
def titles() -> Mapping[str, str]:
    """Return the name of each foul by code, in the order of the rule book."""
    return {code: str(title) for code, title in _toml("titles").items()}


@cache
def schedule(key: str) -> Schedule:
    """Return the schedule named `key`, one of SCHEDULES; read once. Raises KeyError for another name."""
    if key not in SCHEDULES:
        raise KeyError(key)
    data, rows = _toml(key), _rows(key)
    found = tuple(_foul(code, rows[code], data) for code in titles() if code in rows)
    return Schedule(key, str(data["title"]), found)


def _rows(key: str) -> dict[str, dict[str, Any]]:
    """Return the rows of a file by code, each with its source: its own, those of its base, and the codes that neither
    has.
    """
    data = _toml(key)
    source, unverified = data["source"], data.get("unverified", False)
    rows: dict[str, dict[str, Any]] = {}
    for other in (data.get("also"), data.get("base")):
        for code, row in (_rows(other) if other else {}).items():
            known = {**row, "source": f"{source}; {row['source']}"}
            rows[code] = {**known, "unverified": True} if unverified else known
    return {**rows, **{code: {"source": source, **row} for code, row in data.get("fouls", {}).items()}}


def _foul(code: str, row: Mapping[str, Any], data: Mapping[str, Any]) -> Foul:
    """Return the foul of a row; `data` is the schedule that prices it."""
    lines = row.get("cases") or [{name: row[name] for name in _OF_AN_OUTCOME if name in row and name != "note"}]
    cases = tuple(_case(code, line, data) for line in lines)
    named = {(key, answer) for case in cases for key, answers in case.when for answer in answers}
    questions = (_only(question, named) for question in _questions().values())
    return Foul(
        code=code,
        title=titles()[code],
        cases=cases,
        questions=tuple(question for question in questions if question.answers),
        note=row.get("note", ""),
        source=row["source"],
        unverified=row.get("unverified", False),
    )


def _only(question: Question, named: set[tuple[str, str]]) -> Question:
    """Return the question with only the answers that a foul's cases name."""
    return replace(question, answers=tuple(one for one in question.answers if (question.key, one.key) in named))


def _case(code: str, line: Mapping[str, object], data: Mapping[str, Any]) -> Case:
    """Return a case with its price: a chonbo without one gets the schedule's; warnings and dead hands get the
    schedule's surcharge.
    """
    outcome = outcome_from(line, code)
    if outcome.consequence is Consequence.CHONBO and not outcome.points:
        outcome = replace(outcome, points=data["chonbo"])
    if outcome.consequence in (Consequence.WARNING, Consequence.DEAD_HAND):
        outcome = replace(outcome, points=outcome.points + data.get("added", 0))
    conditions = {name: value for name, value in line.items() if name not in _OF_AN_OUTCOME}
    return Case(parse_conditions(conditions), outcome)


@cache
def _questions() -> Mapping[str, Question]:
    return catalogue(_toml("questions"))


@cache
def _toml(name: str) -> dict[str, Any]:
    folder = _FOLDER if name in SCHEDULES else _HOME
    return tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
