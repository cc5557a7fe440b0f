"""Who sits where: a seating for all hanchan of a tournament, standard library only.

``plan`` makes one from a seed; ``measure`` recounts any seating; ``problems`` lists what is wrong with an imported one.
"""

from .faults import SeatingProblem, problems
from .planning import Plan, plan
from .quality import Quality, RepeatedPair, measure
from .words import CannotPlan, Round, Rounds, Sentence

__all__ = [
    "CannotPlan",
    "Plan",
    "Quality",
    "RepeatedPair",
    "Round",
    "Rounds",
    "SeatingProblem",
    "Sentence",
    "measure",
    "plan",
    "problems",
]
