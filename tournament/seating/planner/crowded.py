"""More hanchan than can be had without a repeat."""

from random import Random

from .designs import Design, design
from .words import Progress


def crowded(players: int, hanchan: int, rng: Random, tell: Progress) -> Design:
    """Whole designs one after the other."""
    rounds: Design = []
    while len(rounds) < hanchan:
        rounds += design(players, hanchan - len(rounds), rng)
    return rounds[:hanchan]
