"""The seating report: the matrix of meetings, each player's path, the worst cases by name, meetings within groups, and
two seatings compared. Any number of hanchan, three or four to a table.
"""

from seating.report.comparison import Comparison, HanchanChanges, best_known, compare
from seating.report.matrix import (
    GroupMeetings,
    Matrix,
    MeetingKind,
    StrangerPair,
    late_from,
    matrix,
    meetings_by_group,
    most_meetings_bound,
    strangers,
)
from seating.report.paths import PathSeat, PlayerPath, WorstCases, paths, worst_cases
from seating.rounds import Pair

__all__ = [
    "Comparison",
    "GroupMeetings",
    "HanchanChanges",
    "Matrix",
    "MeetingKind",
    "Pair",
    "PathSeat",
    "PlayerPath",
    "StrangerPair",
    "WorstCases",
    "best_known",
    "compare",
    "late_from",
    "matrix",
    "meetings_by_group",
    "most_meetings_bound",
    "paths",
    "strangers",
    "worst_cases",
]
