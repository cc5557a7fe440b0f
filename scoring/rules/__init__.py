"""Rule sets: what they are made of, presets as data, files and snapshots."""

from scoring.rules.fields import RuleField, RulesetProblem
from scoring.rules.files import PRESETS
from scoring.rules.ruleset import BY_THE_ORGANISER, Ruleset, from_file, implied_oka, preset, rule_named, rule_names

__all__ = [
    "BY_THE_ORGANISER",
    "PRESETS",
    "RuleField",
    "Ruleset",
    "RulesetProblem",
    "from_file",
    "implied_oka",
    "preset",
    "rule_named",
    "rule_names",
]
