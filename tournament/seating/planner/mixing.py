"""Of several designs the one in which those who never meet have the most opponents in common.

Designs of one size all have zero repeats; they differ in how well results compare across people who never meet.
"""

from itertools import combinations
from random import Random

from .designs import Design, drawing

WORK = 2400
"""Designs tried times players."""

MOST_TRIES = 24


def well_mixed(players: int, hanchan: int, rng: Random) -> Design:
    """The best of some designs, by :func:`common_opponents`; may be short of hanchan as a design may."""
    best, construct = drawing(players, hanchan, rng)
    most = common_opponents(best, players)
    for _ in range(min(MOST_TRIES, WORK // players) - 1):
        if most is None or len(best) < hanchan:
            break
        other = construct(players, hanchan, rng)
        common = common_opponents(other, players) if other else -1
        if other and (common is None or common > most):
            best, most = other, common
    return best


def common_opponents(rounds: Design, players: int) -> int | None:
    """Fewest opponents in common of two points that never meet; None when all meet."""
    opponents = [0] * players
    for table in (table for tables in rounds for table in tables):
        everybody = sum(1 << point for point in table)
        for point in table:
            opponents[point] |= everybody
    strangers = (
        (opponents[one] & opponents[other]).bit_count()
        for one, other in combinations(range(players), 2)
        if not opponents[one] >> other & 1
    )
    return min(strangers, default=None)
