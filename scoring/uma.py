"""Places, and the bonus that goes with them.

Equal points share a place, and share evenly what the places they cover are worth (S0 Mod.4.1). A share
that does not divide keeps one decimal of a P, that is 100 points, cut off toward zero; nobody gets the rest.
The oka goes to the winner and is pooled with the uma before it is split (S0 Mod.4.2).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.points import Points

STEP = 100


@dataclass(frozen=True, slots=True)
class FloatingUma:
    """An uma that depends on how many players have at least the goal: `by_floating[n]` for n of them.

    Source: JPML A as in RULES.md §6 ("floating" = points >= 30,000).
    """

    by_floating: tuple[tuple[Points, ...], ...]


Uma = tuple[Points, ...] | FloatingUma


def uma_table(points: Sequence[Points], uma: Uma, goal: Points) -> tuple[Points, ...]:
    """The uma in points by place, first to last, that holds for a table with these end points."""
    if isinstance(uma, FloatingUma):
        return uma.by_floating[sum(own >= goal for own in points)]
    return uma


def placed(points: Sequence[Points]) -> tuple[tuple[int, bool], ...]:
    """Place and whether it is shared, row by row; equal points have the same place (1, 2, 2, 4).

    >>> placed((42_000, 30_000, 30_000, 18_000))
    ((1, False), (2, True), (2, True), (4, False))
    """
    order = sorted(points, reverse=True)
    return tuple((order.index(own) + 1, order.count(own) > 1) for own in points)


def shares(points: Sequence[Points], prizes: Sequence[Points]) -> tuple[Points, ...]:
    """What each row gets of `prizes` (in points, first place first), ties sharing evenly (S0 Mod.4.1).

    >>> shares((36_000, 36_000, 36_000, 12_000), (20_000, 10_000, -10_000, -20_000))
    (6600, 6600, 6600, -20000)
    """
    order = sorted(points, reverse=True)
    if len(set(order)) == len(order):
        return tuple(prizes[order.index(own)] for own in points)
    return tuple(_share(prizes, order.index(own), order.count(own)) for own in points)


def _share(prizes: Sequence[Points], first: int, count: int) -> Points:
    return cut(sum(prizes[first : first + count]), count)


def cut(pool: Points, count: int) -> Points:
    """An even share of `pool` points, cut toward zero to a full 100 points.

    >>> cut(20_000, 3), cut(-20_000, 3)
    (6600, -6600)
    """
    share = abs(pool) // count // STEP * STEP
    return -share if pool < 0 else share


def bonus(points: Sequence[Points], uma: Uma, goal: Points, oka: Points = 0) -> tuple[Points, ...]:
    """Uma and, for the winner, oka in points, row by row (S0 Mod.4.1, Mod.4.2)."""
    prizes = uma_table(points, uma, goal)
    if oka:
        prizes = (prizes[0] + oka, *prizes[1:])
    return shares(points, prizes)
