"""The cut: who stays above the line, and what part of the total goes on (RULES.md §5 and A6).

A cut makes tiers: totals are compared only inside a tier, and everybody above the line stands above
everybody below it, whatever the totals say later.
"""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from scoring.points import Points
from scoring.standings import Standing
from scoring.uma import STEP


class Rounding(StrEnum):
    """What happens to a carried total that is not a full 0.1P."""

    UP = "up"
    HALF_AWAY = "half-away"
    EXACT = "exact"


def carry_over(points: Points, factor: Fraction, rounding: Rounding = Rounding.UP) -> Points:
    """`factor` of a total, in points, rounded to 0.1P (100 points) as `rounding` says.

    UP rounds toward plus infinity, as "rounding up" was played in Toronto in 2023; HALF_AWAY to the nearest,
    a half away from zero; EXACT keeps whole points and cuts off what is left.

    >>> carry_over(25_300, Fraction(1, 2)), carry_over(25_300, Fraction(1, 2), Rounding.EXACT)
    (12700, 12650)
    """
    exact = points * factor
    if rounding is Rounding.EXACT:
        return int(exact)
    if rounding is Rounding.UP:
        return -(-exact // STEP) * STEP
    size = (abs(exact) * 2 + STEP) // (STEP * 2) * STEP
    return -size if exact < 0 else size


def tiers(rows: Sequence[Standing], size: int) -> dict[int, int]:
    """Player to tier after a cut of the first `size` ranked rows: 0 above the line, 1 below.

    Raises ValueError when the line runs through a shared place, which a referee must decide first.
    """
    ranked = [row for row in rows if row.ranked]
    if 0 < size < len(ranked) and ranked[size - 1].place == ranked[size].place:
        raise ValueError(f"place {ranked[size].place} is shared across the line of {size} players")
    above = {row.player for row in ranked[:size]}
    return {row.player: 0 if row.player in above else 1 for row in rows}
