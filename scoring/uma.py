"""Places, and their worth.

Equal points share a place, and share evenly the worth of the places they cover (S0 Mod.4.1); where the earlier seat
ranks above the later no place is shared. A place is worth its uma, for the winner the oka (S0 Mod.4.2), and its prize
(S4 4.11); they are added before they are split. Rows are in seat order, East first.
"""

from collections.abc import Callable, Sequence

from scoring.points import STEP, Points
from scoring.rules.value_kinds import FloatingUma, Uma

Divide = Callable[[Points, int], tuple[Points, ...]]
Place = tuple[int, bool]


def uma_table(points: Sequence[Points], uma: Uma, goal: Points) -> tuple[Points, ...]:
    """Return the uma in points by place, first to last, for a table with these end points."""
    if isinstance(uma, FloatingUma):
        return uma.by_floating[sum(own >= goal for own in points)]
    return uma


def worth(
    points: Sequence[Points], uma: Uma, goal: Points, oka: Points, prizes: Sequence[Points] = ()
) -> tuple[Points, ...]:
    """Return the worth of each place in points, first to last: uma, oka and prizes together (S0 Mod.4.2, S4 4.11).

    >>> worth((40_000, 30_000, 20_000, 10_000), (20_000, 10_000, -10_000, -20_000), 30_000, oka=20_000)
    (40000, 10000, -10000, -20000)
    """
    places = uma_table(points, uma, goal)
    if prizes:
        places = tuple(own + prize for own, prize in zip(places, prizes, strict=True))
    return (places[0] + oka, *places[1:]) if oka else places


def places_by_points(points: Sequence[Points], by_seat: bool = False) -> tuple[Place, ...]:
    """Return each row's place and whether it is shared; equal points have the same place (1, 2, 2, 4).

    With `by_seat` the earlier row ranks above the later one and no place is shared.

    >>> places_by_points((42_000, 30_000, 30_000, 18_000))
    ((1, False), (2, True), (2, True), (4, False))
    >>> places_by_points((42_000, 30_000, 30_000, 18_000), by_seat=True)
    ((1, False), (2, False), (3, False), (4, False))
    """
    order = sorted(points, reverse=True)
    if by_seat:
        return tuple((order.index(own) + 1 + points[:row].count(own), False) for row, own in enumerate(points))
    return tuple((order.index(own) + 1, order.count(own) > 1) for own in points)


def truncated_share(pool: Points, count: int) -> Points:
    """Return an even share of `pool` points, truncated toward zero to a full 100 points (S0 Mod.4.1).

    >>> truncated_share(20_000, 3), truncated_share(-20_000, 3)
    (6600, -6600)
    """
    share = abs(pool) // count // STEP * STEP
    return -share if pool < 0 else share


def truncated_shares(pool: Points, count: int) -> tuple[Points, ...]:
    """Return even shares, truncated toward zero to a full 100 points; the rest is lost (S0 Mod.4.1).

    An unshared amount is not split and so not truncated.

    >>> truncated_shares(20_000, 3), truncated_shares(20_050, 1)
    ((6600, 6600, 6600), (20050,))
    """
    return (pool,) if count == 1 else (truncated_share(pool, count),) * count


def stepped_shares(pool: Points, count: int) -> tuple[Points, ...]:
    """Return shares in steps of 100 that add up to the pool; an earlier seat never gets less than a later one
    (M-League).

    >>> stepped_shares(50_000, 3), stepped_shares(-20_000, 3)
    ((16700, 16700, 16600), (-6600, -6700, -6700))
    """
    share = pool // count // STEP * STEP
    rest = pool - share * count
    return tuple(share + min(max(rest - seat * STEP, 0), STEP) for seat in range(count))


def shares(places: Sequence[Place], worths: Sequence[Points], divide: Divide = truncated_shares) -> tuple[Points, ...]:
    """Return each row's share of `worths` (points by place, first to last); a shared place splits all that it covers.

    >>> shares(places_by_points((36_000, 36_000, 36_000, 12_000)), (20_000, 10_000, -10_000, -20_000))
    (6600, 6600, 6600, -20000)
    """
    found = [worths[place - 1] for place, _ in places]
    for place in {place for place, shared in places if shared}:
        rows = [row for row, other in enumerate(places) if other[0] == place]
        pool = sum(worths[place - 1 : place - 1 + len(rows)])
        for row, share in zip(rows, divide(pool, len(rows)), strict=True):
            found[row] = share
    return tuple(found)
