"""The next hanchan by the standings: who is close in rank sits together, and who has met does not, as one knob says.

Prices: the squares of the differences in rank at a table, a weight for every earlier meeting, wishes, winds. They stand
still while one hanchan is seated, so exchanging people (:mod:`.exchanging`) finds tables in a fraction of a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from ..counting import winds_had
from ..wishes import Wish
from ..words import Round, Rounds, Watch
from .asked import COOL, REACH, Asked, paid
from .exchanging import Prices, exchange
from .figures import mean_in_tenths
from .numbering import numbered
from .patterns import Groups, chunks
from .prices import STEPS, meeting_prices, rank_prices, together, weight_of, wish_prices
from .seats import OrderPrices

MOVES, EACH = 200_000, 8_000
"""Tries in all, of a small field so many for each of its people."""
CURVE_MOVES = 6_000
"""Tries for each setting of the knob, which goes on from the one before."""
WINDS, WINDS_FIRST = 32, 400
"""What a wind that gets ahead costs, in squares of ranks for each person who plays: of 64 some 45 ranks, or 160."""


def swiss(
    order: Sequence[int],
    past: Rounds,
    *,
    repeat_weight: int,
    seed: int | str,
    moves: int | None = None,
    watch: Watch | None = None,
    size: int = 4,
    wishes: Sequence[Wish] = (),
    left: int | None = None,
    wind_weight: int = WINDS,
    by_rank: bool = False,
) -> Round:
    """One hanchan for the players in ``order`` (the best first) after ``past``; a multiple of ``size`` of them.

    ``repeat_weight``: a further meeting of a pair costs as much as so many squared ranks (:func:`.prices.weight_of`).
    ``left``: hanchan still to come after this one, None: nobody knows; small fields keep them possible.
    ``wind_weight``: what a wind that gets ahead costs, as WINDS; 0: winds are drawn at the table. The same arguments
    give the same tables on every machine.
    """
    tries = moves or min(MOVES, EACH * len(order))
    task = Asked(tuple(order), past, repeat_weight, seed, tries, size, tuple(wishes), wind_weight, left)
    groups = task.with_later(watch)
    players = [[order[one] for one in group] for group in groups]
    return numbered(players, order, past, seed=seed, wishes=wishes, by_rank=by_rank)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of the knob and what comes of it: pairs that meet again, the mean of the spreads in tenths of a rank,
    the largest."""

    step: int | None
    repeats: int
    mean_tenths: int
    largest: int


def curve(
    order: Sequence[int],
    past: Rounds,
    *,
    seed: int | str,
    moves: int | None = None,
    size: int = 4,
    wishes: Sequence[Wish] = (),
    wind_weight: int = WINDS,
    steps: Sequence[int | None] = STEPS,
) -> tuple[Setting, ...]:
    """What each setting of the knob gives, about, from "only ranks count" to "never again".

    Each search goes on from where the one before has ended, and each setting takes the best for it of all that was
    found: so repeats only fall and distances only grow.
    """
    people = len(order)
    free = together(rank_prices(people), wish_prices(order, wishes, len(past) + 1))
    met = meeting_prices(order, past, 2)
    winds = OrderPrices(winds_had(past, size), order, size, wind_weight * people)
    groups, found = chunks(people, size), []
    for step in steps:
        half = weight_of(step, people) // 2
        prices = [[one + half * two for one, two in zip(*rows, strict=True)] for rows in zip(free, met, strict=True)]
        rng = Random(f"{seed} {step}")  # noqa: S311
        groups = exchange(groups, prices, rng, moves=moves or CURVE_MOVES, hot=COOL, reach=REACH, winds=winds)
        found.append(groups)

    def best(step: int | None) -> Groups:
        half = weight_of(step, people) // 2
        return min(found, key=lambda groups: squares(groups) + half * paid(groups, met))

    return tuple(_counted(step, best(step), met) for step in steps)


def _counted(step: int | None, groups: Groups, met: Prices) -> Setting:
    spreads = [max(group) - min(group) for group in groups]
    repeats = sum(met[one][other] > 0 for group in groups for one, other in combinations(group, 2))
    return Setting(step, repeats, mean_in_tenths(spreads), max(spreads))


def squares(groups: Groups) -> int:
    """The squared differences in rank of all pairs at a table."""
    return sum((one - other) ** 2 for group in groups for one, other in combinations(group, 2))
