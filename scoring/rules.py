"""The rule set of a tournament, as a value.

A preset is a data file in `rulesets/` that names the clause of every value. A tournament keeps a copy
(`to_json`), so that a preset edited later changes no old result. Source keys: S0 WRC optional rules
(21 June 2022), S2 WRC 2022 changes (29 March 2022), S3 and S4 club rules; others as in the rule notes.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files

from scoring.fouls import SCHEDULES
from scoring.points import Points
from scoring.rule_sentences import Sentence, sentences
from scoring.rule_values import (
    LatenessRule,
    Leftover,
    RulesetProblem,
    Ties,
    TimeUp,
    check_amount,
    check_choice,
    check_number,
    check_uma,
    plain,
    read_field,
)
from scoring.uma import STEP, Uma
from scoring.words import gettext_noop

__all__ = ["PRESETS", "LatenessRule", "Leftover", "Ruleset", "RulesetProblem", "Ties", "TimeUp", "preset"]

PRESETS = ("wrc-2022", "wrc-2025", "ema-2025", "jpml-a", "own")
BY_THE_ORGANISER = "set by the organiser"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Everything that turns report sheets into scores. Amounts are points; `minutes` is None for no limit.

    Raises RulesetProblem, which names the field, for values that cannot be played.
    """

    key: str
    title: str
    start: Points
    goal: Points
    uma: Uma
    ties: Ties
    leftover: Leftover
    chonbo: Points
    minutes: int | None
    time_up: TimeUp
    lateness: LatenessRule
    schedule: str
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check_amount("start", self.start, least=STEP)
        check_amount("goal", self.goal, least=STEP)
        if self.goal < self.start:
            raise RulesetProblem("goal", gettext_noop("The goal is below the starting points."))
        check_uma(self.uma)
        check_amount("chonbo", self.chonbo)
        if self.minutes is not None:
            check_number("minutes", self.minutes, least=1, most=600)
        check_amount("lateness", self.lateness.per_minute)
        check_number("lateness", self.lateness.minutes, most=600)
        check_amount("lateness", self.lateness.forfeit)
        check_choice("schedule", self.schedule, SCHEDULES)

    @property
    def oka(self) -> Points:
        """The winner's bonus in points: what four players started below the goal (S0 Mod.4.2)."""
        return (self.goal - self.start) * 4

    @property
    def total(self) -> Points:
        """All points of a table."""
        return self.start * 4

    def replace(self, **changes: object) -> "Ruleset":
        """The rule set with `changes`, checked like any other; a changed value is the organiser's, no clause's.

        Takes values as fields or as JSON says them. Raises RulesetProblem naming the field.
        """
        data = self.to_json() | changes
        changed = Ruleset.from_json({name: plain(value) for name, value in data.items()})
        edited = {item.name for item in fields(self) if getattr(self, item.name) != getattr(changed, item.name)}
        sources = {**changed.sources, **dict.fromkeys(edited & self.sources.keys(), BY_THE_ORGANISER)}
        return replace(changed, sources=sources)

    def sentences(self) -> tuple[Sentence, ...]:
        """What the rule set says, one sentence for each rule, with its source."""
        return sentences(self)

    def to_json(self) -> dict[str, object]:
        """The rule set in JSON types, for a snapshot; `from_json` reads it back."""
        return {item.name: plain(getattr(self, item.name)) for item in fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Ruleset":
        """The rule set of a snapshot. Raises RulesetProblem naming the first field that is missing or wrong."""
        names = [item.name for item in fields(cls)]
        for name in data:
            if name not in names:
                raise RulesetProblem(str(name), gettext_noop("“{field}” is not a part of a rule set."))
        values = {name: read_field(name, data) for name in names}
        return cls(**values)  # type: ignore[arg-type]  # each value was read by the reader of its field


@cache
def preset(key: str) -> Ruleset:
    """The preset named `key`, one of PRESETS; read once. Raises KeyError for another name."""
    if key not in PRESETS:
        raise KeyError(key)
    text = files("scoring").joinpath("rulesets", f"{key}.toml").read_text(encoding="utf-8")
    return Ruleset.from_json({"key": key, "minutes": None, **tomllib.loads(text)})
