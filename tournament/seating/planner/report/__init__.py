"""What people want to know of a seating beyond its figures: the matrix of meetings, each player's path, the worst
cases by name, people of one club, and two seatings side by side. Any number of hanchan, three or four to a table.
"""

from .comparing import Comparison, Moved, compare
from .groups import GroupMeetings, meetings_by_group
from .known import best_known
from .matrix import Matrix, Meeting, Pair, late_from, matrix, most_meetings_bound
from .paths import Path, Sat, paths
from .strangers import Strangers, strangers
from .worst import Worst, worst_cases

__all__ = [
    "Comparison",
    "GroupMeetings",
    "Matrix",
    "Meeting",
    "Moved",
    "Pair",
    "Path",
    "Sat",
    "Strangers",
    "Worst",
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
