"""More hanchan than can be had without a repeat: as few repeats as possible, spread over the pairs, and late.

A maximal design is played first and its hanchan again behind it; then the added hanchan are annealed, and if that
stays above the bound, all of them.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from .bounds import clashes_bound, clashes_of
from .designs import Design, design, turned
from .search import anneal
from .starters import WHIST, base_round
from .words import Progress, Round, table_of

MOVES_ADDED = 150_000
MOVES_ALL = 200_000
ATTEMPTS = 3
LEAST_KNOWN = {(12, 15): 422, (20, 6): 6, (20, 12): 174, (24, 8): 18, (24, 15): 273, (36, 12): 27}
"""Clashes of the best seatings known, where no seating is known that reaches the bound: good enough to stop at."""

SOON = 4
"""Meeting again in the very next hanchan counts as many times worse."""


def crowded(players: int, hanchan: int, rng: Random, tell: Progress) -> Design:
    """Hanchan for any size, over points 0..N-1. The work is capped in moves."""
    whole = cycle(players, hanchan, rng)
    start = [whole[number % len(whole)] for number in range(hanchan)]
    tell(0.1)
    enough = LEAST_KNOWN.get((players, hanchan), clashes_bound(players, hanchan))
    if players <= 8 or clashes_of(start) <= enough:
        return start
    best = start
    if hanchan > len(whole):
        best = anneal(start, first=len(whole), players=players, moves=MOVES_ADDED, enough=enough, rng=rng)
    for attempt in range(ATTEMPTS):
        tell(0.3 + 0.1 * attempt)
        if clashes_of(best) <= enough:
            break
        other = anneal(best, first=0, players=players, moves=MOVES_ALL, enough=enough, rng=rng)
        best = min(best, other, key=clashes_of)
    return late_repeats(best)


def cycle(players: int, hanchan: int, rng: Random) -> Design:
    """The hanchan to play over and over: a maximal design, or for few tables one that meets all pairs evenly."""
    if players == 8:
        return planes()
    if players == 12 and hanchan >= 11:
        return [turned(base_round(WHIST), 11, 1, by) for by in range(11)]
    return design(players, hanchan, rng)


def planes() -> Design:
    """Eight players: the seven pairs of parallel planes of the cube over two elements.

    Any two hanchan have four pairs in common, which is the least that eight players allow, so every part is optimal.
    """
    rounds = []
    for mask in range(1, 8):
        sides: tuple[list[int], list[int]] = ([], [])
        for point in range(8):
            sides[(point & mask).bit_count() % 2].append(point)
        rounds.append(tuple(map(table_of, sides)))
    return rounds


def late_repeats(rounds: Sequence[Round]) -> Design:
    """The same hanchan in an order in which people meet again as late as possible, and not at once.

    Exchanges two hanchan as long as that helps; the work is bounded by the number of hanchan.
    """
    pairs = [frozenset(pair for table in tables for pair in combinations(sorted(table), 2)) for tables in rounds]
    common = [[len(one & other) for other in pairs] for one in pairs]
    order = list(range(len(rounds)))
    cost = _order_cost(order, common)
    for one, other in list(combinations(range(len(order)), 2)) * 3:
        order[one], order[other] = order[other], order[one]
        changed = _order_cost(order, common)
        if changed >= cost:
            order[one], order[other] = order[other], order[one]
        cost = min(cost, changed)
    return [rounds[number] for number in order]


def _order_cost(order: Sequence[int], common: Sequence[Sequence[int]]) -> tuple[int, int]:
    """First how many hanchan follow the first repeat, then common pairs by how many hanchan are still to come."""
    shared = [
        (late, early, common[order[early]][order[late]])
        for late in range(len(order))
        for early in range(late)
        if common[order[early]][order[late]]
    ]
    left = len(order) - min((late for late, _, _ in shared), default=len(order))
    return left, sum(count * (len(order) - late) * (SOON if late - early == 1 else 1) for late, early, count in shared)
