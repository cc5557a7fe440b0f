"""Rule sets: what they are made of, presets as data, files and snapshots."""

from scoring.rules.fields import RuleField, RulesetProblem
from scoring.rules.files import PRESETS
from scoring.rules.ruleset import Ruleset, from_file, implied_oka, preset, rule_named, rule_names
from scoring.rules.snapshots import BY_THE_ORGANISER

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
