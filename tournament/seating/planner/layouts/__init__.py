"""The plan of a size: how many players, how many hanchan, over places 1..N. No chance is in it; lots are drawn later.

So its figures are facts that hold for every draw, and can be counted once and for all.
"""

from functools import lru_cache
from random import Random

from ..algebra.designs import design
from ..bounds import most_hanchan_without_repeat
from ..tables import number_tables
from ..winds import assign_winds
from ..words import Rounds
from .crowded import crowded
from .places import places
from .recipes import placed
from .stored import stored
from .three import CLASSES, three


@lru_cache(maxsize=64)
def layout(players: int, hanchan: int, size: int = 4) -> Rounds:
    """Who sits with whom, where and on which wind, for places 1..``players`` in tables of ``size``."""
    kept = stored(players, hanchan, size)
    if kept:
        return kept
    if size == CLASSES:
        return three(players, hanchan)
    rng = Random(1)  # noqa: S311  no chance: always the same
    numbered = placed(players, hanchan)
    if numbered:
        return assign_winds(places(numbered), rng)
    rounds = design(players, hanchan, rng) if hanchan <= most_hanchan_without_repeat(players) else []
    if len(rounds) < hanchan:
        return assign_winds(crowded(players, hanchan, rng), rng)
    return assign_winds(number_tables(places(rounds), players, rng), rng)
