"""Repair of a seating: byes, the remaining hanchan re-planned after the past, and the seats a change moves."""

from seating.repair.bounds import Floors, LeastAfter, floors, least_after, repeats_after
from seating.repair.options import (
    RepairKind,
    RepairOption,
    repair_options,
    share_byes,
)
from seating.repair.replan import NumberedHistory, number_history, replan

__all__ = [
    "Floors",
    "LeastAfter",
    "NumberedHistory",
    "RepairKind",
    "RepairOption",
    "floors",
    "least_after",
    "number_history",
    "repair_options",
    "repeats_after",
    "replan",
    "share_byes",
]
