"""Repair of a seating: byes, the remaining hanchan re-planned after the past, and the seats a change moves."""

from seating.repair.bounds import Floors, LeastAfter, floors, least_after, repeats_after
from seating.repair.options import (
    RepairKind,
    RepairOption,
    SeatMoves,
    moves_between,
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
    "SeatMoves",
    "floors",
    "least_after",
    "moves_between",
    "number_history",
    "repair_options",
    "repeats_after",
    "replan",
    "share_byes",
]
