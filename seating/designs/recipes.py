"""Recipes: the design with numbered tables for each size; for most the first draw of a transversal design."""

from random import Random

from seating.designs.difference_family import develop
from seating.designs.transversal import CLASSES, Transversal, linear_transversal, search_transversal
from seating.rounds import Round

LEAST = 64
"""From this many players, one design has no repeats, no repeated tables and enough opponents in common."""

DRAWS: dict[int, dict[int, int]] = {
    64: {10: 4},
    72: {15: 3},
    80: {9: 1},
    84: {17: 1},
    88: {8: 1, 17: 1},
    96: {13: 2, 15: 3},
    104: {8: 4, 15: 1, 21: 8},
    112: {8: 1, 10: 1},
    120: {24: 5, 25: 2},
    124: {11: 1, 12: 1, 14: 1},
    128: {13: 9},
    132: {26: 1, 27: 9},
    136: {27: 1, 28: 4},
    144: {29: 2},
    148: {12: 1},
    152: {30: 2, 31: 1},
    168: {34: 4},
    176: {35: 1, 36: 4},
    192: {39: 2},
    204: {40: 1},
}
"""By players and hanchan: the draw used if it is not the first, 0.

Found by `python -m bench.recipes`: the first draw that gives a design at all, with as many common opponents as the
best public collection of seatings has. 64 players in 7 hanchan and 128 in 14 and 15 are among the stored layouts.
"""


def numbered_design(players: int, hanchan: int) -> list[Round] | None:
    """Return hanchan over points 0..N-1 without repeated pairings or tables; None if there are none."""
    made = numbered_transversal(players, hanchan)
    return made.rounds() if made else develop(players // 4, hanchan)


def numbered_transversal(players: int, hanchan: int) -> Transversal | None:
    """Return the design of this size with numbered tables; None if there is none."""
    if players < LEAST or hanchan > players // 4:
        return None
    return transversal_of_draw(players // 4, hanchan, DRAWS.get(players, {}).get(hanchan, 0))


def transversal_of_draw(order: int, hanchan: int, draw: int) -> Transversal | None:
    """Return the design of a draw, over fields if they are large enough, else by search."""
    rng = Random(draw)  # noqa: S311  no chance: the draw is written down
    return linear_transversal(order, hanchan, CLASSES + 1, rng) or search_transversal(order, hanchan, CLASSES + 1, rng)
