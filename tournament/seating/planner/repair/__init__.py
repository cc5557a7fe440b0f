"""A seating that no longer fits: who sits out, the rest planned with the past, and what a change moves. Pure."""

from .bounds import Floors, Least, floors, least_after, repeats_after
from .byes import shared_fairly
from .history import Numbered, numbered
from .moves import Moves, moves_between
from .rest import rest
from .ways import Kind, Way, ways

__all__ = [
    "Floors",
    "Kind",
    "Least",
    "Moves",
    "Numbered",
    "Way",
    "floors",
    "least_after",
    "moves_between",
    "numbered",
    "repeats_after",
    "rest",
    "shared_fairly",
    "ways",
]
