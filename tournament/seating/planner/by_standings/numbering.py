"""From groups of people to a hanchan: which group gets which table, and who sits where at it."""

from collections.abc import Sequence
from random import Random

from ..assignment import assign
from ..wishes import AtTables, Weight, Wish
from ..words import Round, Rounds
from .turning import turned

STAY, VISIT = 10_000, 100
"""What staying at a table costs beside coming back to one."""
LOT = 10
"""Lots add less than this to a table's cost, a tenth of a visit."""

WISH = {Weight.MUST: 10**9, Weight.STRONG: 10**6, Weight.SOFT: 1_000}
"""What it costs that somebody sits at another table than wished; soft: less than that one person stays."""


def numbered(
    groups: Sequence[Sequence[int]],
    order: Sequence[int],
    past: Rounds,
    *,
    seed: int | str,
    wishes: Sequence[Wish] = (),
    by_rank: bool = False,
) -> Round:
    """Tables 1.. with their people East to North.

    ``by_rank``: table 1 has the best by ``order``. Else nobody stays at a table where that can be, and few come back to
    one. Wishes about tables come first either way. Winds are balanced against the past.
    """
    rank = {player: at for at, player in enumerate(order)}
    rng = Random(f"{seed} seats")  # noqa: S311
    by_best = sorted(groups, key=lambda group: sorted(rank[player] for player in group))
    wished = [[_wished(group, table, wishes) for table in range(1, len(groups) + 1)] for group in by_best]
    costs = _rank_costs(len(groups)) if by_rank else _visit_costs(by_best, past, rng)
    both = [[one + two for one, two in zip(*lines, strict=True)] for lines in zip(costs, wished, strict=True)]
    at = list(range(len(groups))) if by_rank and not any(map(any, wished)) else assign(both)
    tables = [sorted(group) for _, group in sorted(zip(at, by_best, strict=True))]
    return turned(tables, order, past, rng)


def _rank_costs(count: int) -> list[list[int]]:
    return [[(group - table) ** 2 for table in range(count)] for group in range(count)]


def _visit_costs(groups: Sequence[Sequence[int]], past: Rounds, rng: Random) -> list[list[int]]:
    """Staying, then coming back, then by lot."""
    visits: dict[int, list[int]] = {}
    for hanchan, tables in enumerate(past, start=1):
        price = STAY if hanchan == len(past) else VISIT
        for table, seats in enumerate(tables[: len(groups)]):
            for player in seats:
                visits.setdefault(player, [0] * len(groups))[table] += price
    none = [0] * len(groups)
    costs = [
        [sum(prices) for prices in zip(*(visits.get(one, none) for one in group), strict=True)] for group in groups
    ]
    return [[cost + int(rng.random() * LOT) for cost in line] for line in costs]


def _wished(group: Sequence[int], table: int, wishes: Sequence[Wish]) -> int:
    """What it costs that people of a group who should sit at certain tables would sit at this one."""
    return sum(
        WISH[wish.weight] * len(wish.players & set(group))
        for wish in wishes
        if isinstance(wish, AtTables) and table not in wish.tables
    )
