"""The rule book of riichi tournaments: frozen values in, frozen values out.

Every amount is a whole number of riichi points (30_000 is the start of a hanchan). P, which is 1,000 points, exists
only in text for people. Standard library only; scoring/README.md has the API, the commands and recipes.

>>> from scoring import preset, score_points
>>> [row.score for row in score_points((45_200, 31_100, 25_700, 18_000), preset("wrc-2022"))]
[30200, 6100, -9300, -27000]
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.fouls import SCHEDULES, Schedule, schedule
    from scoring.game import RowScore, ScoreLine, Table, score_points, score_table
    from scoring.messages import InvalidValue, Level, Message
    from scoring.rules import PRESETS, Ruleset, RulesetProblem, preset
    from scoring.sentences.rules import rule_sentences
    from scoring.sheet import problems
    from scoring.winds import WINDS, Wind

__all__ = [
    "PRESETS",
    "SCHEDULES",
    "WINDS",
    "InvalidValue",
    "Level",
    "Message",
    "RowScore",
    "Ruleset",
    "RulesetProblem",
    "Schedule",
    "ScoreLine",
    "Table",
    "Wind",
    "preset",
    "problems",
    "rule_sentences",
    "schedule",
    "score_points",
    "score_table",
]
_MODULES = {
    "fouls": ("SCHEDULES", "Schedule", "schedule"),
    "game": ("RowScore", "ScoreLine", "Table", "score_points", "score_table"),
    "messages": ("InvalidValue", "Level", "Message"),
    "rules": ("PRESETS", "Ruleset", "RulesetProblem", "preset"),
    "sentences.rules": ("rule_sentences",),
    "sheet": ("problems",),
    "winds": ("WINDS", "Wind"),
}
_HOMES = {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    """Return a public name, imported when it is first used: `import scoring.points` loads nothing else."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
