"""Hanchan that ranks part into classes while lots decide within them: groups apart, or one of each pot per table."""

from collections.abc import Sequence
from random import Random

from ..counting import winds_had
from ..wishes import Wish
from ..words import Round, Rounds
from .exchanging import exchange
from .numbering import numbered
from .prices import meeting_prices, together, wish_prices
from .seats import OrderPrices

MOVES = 40_000
"""Tries: fewer than for closeness in rank, as only repeats and winds are to be avoided."""

REPEAT, WIND = 1_000, 300
"""What a further meeting costs, and the square of what a wind gets ahead."""


def groups(
    order: Sequence[int], past: Rounds, *, tables: int, seed: int | str, size: int = 4, wishes: Sequence[Wish] = (),
    by_rank: bool = False, winds: bool = True,
) -> Round:  # fmt: skip
    """Groups A, B, C of ``tables`` tables each by rank, the last what is left; everybody sits within the group, with
    people whom he or she has not met where that can be, else by lot."""
    return _drawn(
        order, past, [at // (tables * size) for at in range(len(order))], seed=seed, size=size, wishes=wishes,
        by_rank=by_rank, winds=winds, pots=False,
    )  # fmt: skip


def pots(
    order: Sequence[int], past: Rounds, *, seed: int | str, size: int = 4, wishes: Sequence[Wish] = (),
    by_rank: bool = False, winds: bool = True,
) -> Round:  # fmt: skip
    """One of the first quarter at each table, one of the second, and so on: strong and weak are spread, seeds are
    apart; who of each is drawn by lot among what avoids repeats."""
    tables = len(order) // size
    return _drawn(
        order, past, [at // tables for at in range(len(order))], seed=seed, size=size, wishes=wishes,
        by_rank=by_rank, winds=winds, pots=True,
    )  # fmt: skip


def _drawn(
    order: Sequence[int], past: Rounds, classes: Sequence[int], *, seed: int | str, size: int,
    wishes: Sequence[Wish], by_rank: bool, winds: bool, pots: bool,
) -> Round:  # fmt: skip
    """Lots within the classes, then exchanges within them until nobody meets again who need not."""
    rng = Random(f"{seed} classes")  # noqa: S311
    lots = sorted(range(len(order)), key=lambda at: (classes[at], rng.random(), at))
    tables = len(order) // size
    start = [lots[at::tables] for at in range(tables)] if pots else [lots[at * size :][:size] for at in range(tables)]
    prices = together(meeting_prices(order, past, REPEAT), wish_prices(order, wishes, len(past) + 1))
    needed = OrderPrices(winds_had(past, size), order, size, WIND if winds else 0)
    best = exchange(
        start, prices, rng, moves=MOVES, hot=REPEAT, reach=max(classes.count(kind) for kind in set(classes)),
        classes=classes, winds=needed,
    )  # fmt: skip
    return numbered(
        [[order[at] for at in table] for table in best], order, past, seed=seed, wishes=wishes, by_rank=by_rank
    )
