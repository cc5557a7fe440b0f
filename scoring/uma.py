"""Places, and what they are worth.

Equal points share a place, and share evenly what the places they cover are worth (S0 Mod.4.1); where the earlier
seat stands above the later no place is shared. What a place is worth is its uma, for the winner the oka (S0 Mod.4.2),
and its prize (S4 4.11); they are added before they are split. Rows stand in seat order, East first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.points import Points

STEP = 100

Divide = Callable[[Points, int], tuple[Points, ...]]
Place = tuple[int, bool]


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


def worth(
    points: Sequence[Points], uma: Uma, goal: Points, oka: Points = 0, prizes: Sequence[Points] = ()
) -> tuple[Points, ...]:
    """What each place is worth in points, first to last: uma, oka and prizes together (S0 Mod.4.2, S4 4.11).

    >>> worth((40_000, 30_000, 20_000, 10_000), (20_000, 10_000, -10_000, -20_000), 30_000, oka=20_000)
    (40000, 10000, -10000, -20000)
    """
    places = uma_table(points, uma, goal)
    if prizes:
        places = tuple(own + prize for own, prize in zip(places, prizes, strict=True))
    return (places[0] + oka, *places[1:]) if oka else places


def placed(points: Sequence[Points], by_seat: bool = False) -> tuple[Place, ...]:
    """Place and whether it is shared, row by row; equal points have the same place (1, 2, 2, 4).

    With `by_seat` the earlier row stands above the later one and no place is shared.

    >>> placed((42_000, 30_000, 30_000, 18_000))
    ((1, False), (2, True), (2, True), (4, False))
    >>> placed((42_000, 30_000, 30_000, 18_000), by_seat=True)
    ((1, False), (2, False), (3, False), (4, False))
    """
    order = sorted(points, reverse=True)
    if by_seat:
        return tuple((order.index(own) + 1 + points[:row].count(own), False) for row, own in enumerate(points))
    return tuple((order.index(own) + 1, order.count(own) > 1) for own in points)


def cut(pool: Points, count: int) -> Points:
    """An even share of `pool` points, cut toward zero to a full 100 points (S0 Mod.4.1).

    >>> cut(20_000, 3), cut(-20_000, 3)
    (6600, -6600)
    """
    share = abs(pool) // count // STEP * STEP
    return -share if pool < 0 else share


def cut_off(pool: Points, count: int) -> tuple[Points, ...]:
    """Even shares, cut toward zero to a full 100 points; nobody gets the rest (S0 Mod.4.1).

    What one player has alone is not split and so not cut.

    >>> cut_off(20_000, 3), cut_off(20_050, 1)
    ((6600, 6600, 6600), (20050,))
    """
    return (pool,) if count == 1 else (cut(pool, count),) * count


def dealt_out(pool: Points, count: int) -> tuple[Points, ...]:
    """Shares in steps of 100 that add up to the pool; the earlier seat never gets less than the later (M-League).

    >>> dealt_out(50_000, 3), dealt_out(-20_000, 3)
    ((16700, 16700, 16600), (-6600, -6700, -6700))
    """
    share = pool // count // STEP * STEP
    rest = pool - share * count
    return tuple(share + min(max(rest - seat * STEP, 0), STEP) for seat in range(count))


def shares(places: Sequence[Place], worths: Sequence[Points], divide: Divide = cut_off) -> tuple[Points, ...]:
    """What each row gets of `worths` (points by place, first to last); a shared place divides what it covers.

    >>> shares(placed((36_000, 36_000, 36_000, 12_000)), (20_000, 10_000, -10_000, -20_000))
    (6600, 6600, 6600, -20000)
    """
    found = [worths[place - 1] for place, _ in places]
    for place in {place for place, shared in places if shared}:
        rows = [row for row, other in enumerate(places) if other[0] == place]
        pool = sum(worths[place - 1 : place - 1 + len(rows)])
        for row, share in zip(rows, divide(pool, len(rows)), strict=True):
            found[row] = share
    return tuple(found)
