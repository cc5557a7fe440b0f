"""The command `bounds`: lower bounds for a size."""

import json

from seating.bounds import (
    common_opponents_bound,
    double_meetings_bound,
    most_hanchan_without_repeat,
    most_visits_bound,
    repeats_bound,
    stays_bound,
    table_revisits_bound,
)
from seating.rounds import check_size

Bounds = dict[str, int | None]

TEXTS = {
    "most_hanchan_without_repeat": "hanchan without a repeat, at most",
    "repeats": "repeats, at least",
    "double_meetings": "sum of C(m, 2) over all pairs, at least",
    "table_revisits": "repeated tables, at least",
    "most_table_visits": "most visits of a player to one table, at least",
    "consecutive_table": "same table twice running, at least",
    "common_opponents": "opponents in common of strangers, at most",
}


def bounds(players: int, hanchan: int, size: int = 4) -> Bounds:
    """Return the bounds under the names of the figures; raises `CannotPlan`."""
    check_size(players, hanchan, size)
    return {
        "most_hanchan_without_repeat": most_hanchan_without_repeat(players, size),
        "repeats": repeats_bound(players, hanchan, size),
        "double_meetings": double_meetings_bound(players, hanchan, size),
        "table_revisits": table_revisits_bound(players, hanchan, size),
        "most_table_visits": most_visits_bound(players, hanchan, size),
        "consecutive_table": stays_bound(players, hanchan, size),
        "common_opponents": common_opponents_bound(players, hanchan, size),
    }


def as_json(found: Bounds) -> str:
    """One JSON object."""
    return json.dumps(found)


def as_text(found: Bounds) -> str:
    """One line for each bound."""
    return "\n".join(f"  {'-' if value is None else value:>6}  {TEXTS[name]}" for name, value in found.items())
