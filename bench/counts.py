"""The figures counted for one size of the seating, and its shortcomings."""

import time
from dataclasses import dataclass

from bench.anchor import Anchor
from seating.bounds import most_hanchan_without_repeat
from seating.layouts.layout import layout
from seating.quality import Quality, measure

TO_THE_MAXIMUM = (*range(16, 65, 4), *range(72, 89, 4), 96, 100, *range(108, 121, 4))
"""So many players: every number of hanchan up to the greatest that is possible without a repeat."""

REPEATS = {
    8: {2: 4, 3: 12, 4: 24, 5: 40, 6: 60, 7: 84, 8: 120, 9: 160, 10: 204, 12: 304, 14: 420, 15: 492},
    12: {2: 3, 3: 9, 4: 18, 5: 30, 6: 45, 7: 63, 8: 90, 9: 126, 10: 162, 11: 198, 12: 252, 15: 422},
    16: {6: 24, 7: 48, 8: 72, 9: 96, 10: 120, 12: 216, 15: 360},
    20: {6: 6, 7: 20, 8: 50, 10: 110, 12: 174, 15: 330, 19: 570},
    24: {8: 18, 9: 48, 10: 84, 12: 156, 15: 273},
    28: {10: 42, 12: 126, 15: 252},
    32: {11: 32, 12: 80, 15: 224},
    36: {12: 27, 13: 72, 15: 180},
    40: {14: 60, 15: 120},
    44: {15: 44},
}
"""Where repeats are unavoidable: the fewest clashes (sum over pairs of m(m-1)/2 for m meetings)."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A size, what its plan was counted to be, and the seconds of processor time that it took to make."""

    players: int
    hanchan: int
    quality: Quality
    seconds: float


def counted(players: int, hanchan: int) -> Counted:
    layout.cache_clear()
    began = time.process_time()
    rounds = layout(players, hanchan)
    seconds = time.process_time() - began
    return Counted(players, hanchan, measure(rounds, players), seconds)


def behind(count: Counted, anchor: Anchor) -> list[str]:
    """In what the plan is worse than the anchor's: any of these is too much."""
    found, quality = [], count.quality
    if quality.repeats > anchor.floor + anchor.above:
        found.append("repeats")
    if quality.uneven_players or quality.wind_gap_any > 1:
        found.append("winds")
    if quality.table_revisits > anchor.returns:
        found.append("returns to a table")
    if fewer_common(quality.common_opponents, anchor.common) and not quality.repeats_bound:
        found.append("common opponents")
    return found


def fewer_common(ours: int | None, theirs: int | None) -> bool:
    """None, that everybody meets, is more than any number."""
    return ours is not None and (theirs is None or ours < theirs)


def shortcomings(count: Counted) -> list[str]:
    """Return what a plan without a past promises and this one does not keep."""
    players, hanchan, quality = count.players, count.hanchan, count.quality
    tables, large = players // 4, players >= 64
    found = []
    if quality.repeats and hanchan <= most_hanchan_without_repeat(players):
        found.append(f"{quality.repeats} repeats")
    if quality.wind_gap_any > 1 or quality.wind_gap > (1 if hanchan % 4 else 0):
        found.append("winds")
    if quality.table_revisits and large and hanchan < tables:
        found.append("returns to a table")
    if quality.most_table_visits > -(-hanchan // tables) + 1 and (players, hanchan) != (16, 5):
        found.append(f"{quality.most_table_visits} visits to one table")
    if quality.consecutive_table and large:
        found.append("stays at a table")
    return found
