"""Classes by rank with lots inside them: separate groups, or one of each pot per table."""

from collections.abc import Sequence

from seating.chance import chance
from seating.rounds import Round
from seating.swiss.local_search import exchange_players
from seating.swiss.rank_cost import sum_prices
from seating.swiss.task import PairingTask
from seating.swiss.wind_rotation import seat_groups

MOVES = 40_000
"""Tries: fewer than for closeness in rank, as only repeats and winds are to be avoided."""

REPEAT, WIND = 1_000, 300
"""The cost of a further meeting, and of the square of what a wind gets ahead."""


def groups(task: PairingTask, tables: int) -> Round:
    """Groups A, B, C of `tables` tables each by rank, the last what is left; everybody sits within the group, with
    people whom he or she has not met where that can be, else by lot."""
    return _drawn(task, [at // (tables * task.size) for at in range(len(task.order))], pots=False)


def pots(task: PairingTask) -> Round:
    """One of the first quarter at each table, one of the second, and so on: strong and weak are spread, seeds are
    apart; who of each is drawn by lot among what avoids repeats."""
    tables = len(task.order) // task.size
    return _drawn(task, [at // tables for at in range(len(task.order))], pots=True)


def _drawn(task: PairingTask, classes: Sequence[int], *, pots: bool) -> Round:
    """Draw lots within the classes, then exchange within them until no avoidable repeat is left."""
    rng, size = chance(f"{task.seed} classes"), task.size
    lots = sorted(range(len(classes)), key=lambda at: (classes[at], rng.random(), at))
    tables = len(classes) // size
    start = [lots[at::tables] for at in range(tables)] if pots else [lots[at * size :][:size] for at in range(tables)]
    best = exchange_players(
        start,
        sum_prices(task.meetings(REPEAT), task.wished()),
        rng,
        moves=MOVES,
        hot=REPEAT,
        reach=max(classes.count(kind) for kind in set(classes)),
        classes=classes,
        winds=task.winds(WIND if task.wind_weight else 0),
    )
    return seat_groups([[task.order[at] for at in table] for table in best], task)
