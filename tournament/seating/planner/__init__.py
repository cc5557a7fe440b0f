"""Who sits where: a seating for all hanchan of a tournament, standard library only.

``plan`` makes one from a seed; ``measure`` recounts any seating; ``problems`` lists what is wrong with an imported
one; ``swap`` exchanges two people and ``swap_cost`` says what that costs.
"""

from .faults import SeatingProblem, problems
from .planning import Plan, plan
from .quality import Quality, RepeatedPair, measure
from .swaps import SwapCost, swap, swap_cost
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
    "SwapCost",
    "measure",
    "plan",
    "problems",
    "swap",
    "swap_cost",
]
