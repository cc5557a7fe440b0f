"""Seatings for all hanchan of a riichi mahjong tournament. Standard library only.

The actions are functions here; the measures are modules:

- `plan` makes a seating from a seed, `replan` repairs one after a past, `pair` seats the next hanchan by the standings;
- `seating.check` verifies any seating independently, `seating.quality` measures one, `seating.bounds` gives the best
  possible figures, `seating.impossible` proves that wishes contradict each other;
- wishes are values: `Apart`, `Together`, `AtTables`, each with a `Weight`.

Names are loaded when they are first used (PEP 562), so importing `seating.check` never loads the search.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seating.faults import problems
    from seating.notes import CannotPlan, Note
    from seating.plans import Plan, plan
    from seating.quality import Quality, RepeatedPair, measure
    from seating.repair import replan
    from seating.rounds import Round, Rounds
    from seating.swiss import PairingTask, pair
    from seating.task import Task
    from seating.wishes import Apart, AtTables, Together, Weight, Wish

__all__ = [
    "Apart",
    "AtTables",
    "CannotPlan",
    "Note",
    "PairingTask",
    "Plan",
    "Quality",
    "RepeatedPair",
    "Round",
    "Rounds",
    "Task",
    "Together",
    "Weight",
    "Wish",
    "measure",
    "pair",
    "plan",
    "problems",
    "replan",
]

HOMES = {
    "faults": ("problems",),
    "notes": ("CannotPlan", "Note"),
    "plans": ("Plan", "plan"),
    "quality": ("Quality", "RepeatedPair", "measure"),
    "repair": ("replan",),
    "rounds": ("Round", "Rounds"),
    "swiss": ("PairingTask", "pair"),
    "task": ("Task",),
    "wishes": ("Apart", "AtTables", "Together", "Weight", "Wish"),
}
"""The module of each public name."""


def __getattr__(name: str) -> object:
    """Load a public name from its module on first use."""
    for module, names in HOMES.items():
        if name in names:
            value = getattr(import_module(f"seating.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'seating' has no attribute {name!r}")
