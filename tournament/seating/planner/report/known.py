"""The best seating of a size that is known here: the layout the planner itself makes. Kept, for it never changes."""

from functools import lru_cache

from ..layouts import layout
from ..quality import Quality, measure
from ..words import CannotPlan

MOST_PLAYERS = 120
"""Above this no figure falls short up to 15 hanchan; longer layouts are not made only for a word on a page."""


@lru_cache(maxsize=128)
def best_known(players: int, hanchan: int, size: int = 4) -> Quality | None:
    """The figures of the layout; None when there is none, or not at once."""
    if not size <= players <= MOST_PLAYERS or players % size or hanchan < 1:
        return None
    try:
        return measure(layout(players, hanchan, size), players)
    except CannotPlan:
        return None
