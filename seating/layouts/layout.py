"""The layout of a size: a seating of so many hanchan over places 1..N. It contains no randomness; lots are drawn later.

So its figures hold for every draw and are counted once and for all.
"""

from functools import lru_cache
from random import Random

from seating.bounds import most_hanchan_without_repeat
from seating.designs.constructions import design
from seating.designs.recipes import numbered_design
from seating.layouts.over_full import over_full, to_places
from seating.layouts.three import CLASSES, layout_of_three
from seating.rounds import Rounds
from seating.stored import stored_layout
from seating.table_numbers import number_tables
from seating.winds.dealing import assign_winds


@lru_cache(maxsize=64)
def layout(players: int, hanchan: int, size: int = 4) -> Rounds:
    """Return who sits with whom, where and on which wind, for places 1..`players` in tables of `size`."""
    kept = stored_layout(players, hanchan, size)
    if kept:
        return kept
    if size == CLASSES:
        return layout_of_three(players, hanchan)
    rng = Random(1)  # noqa: S311  no chance: always the same
    numbered = numbered_design(players, hanchan)
    if numbered:
        return assign_winds(to_places(numbered), rng)
    rounds = design(players, hanchan, rng) if hanchan <= most_hanchan_without_repeat(players) else []
    if len(rounds) < hanchan:
        return assign_winds(over_full(players, hanchan, rng), rng)
    return assign_winds(number_tables(to_places(rounds), players, rng), rng)
