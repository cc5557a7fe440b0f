"""The four seat winds.

The *starting wind* is a player's seat in the first hand and names the row on the report sheet. The *current wind* moves
with the dealership; all-last sheets are filled in by current wind (S2).
"""

from enum import StrEnum

from scoring.messages import gettext_noop


class Wind(StrEnum):
    """A seat wind, worth its letter."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    @property
    def index(self) -> int:  # type: ignore[override]  # a wind is counted from East, never searched for letters
        """0 for East to 3 for North.

        >>> Wind.WEST.index
        2
        """
        return _INDEX[self]

    @property
    def glyph(self) -> str:
        """The tile's character: 東南西北."""
        return "東南西北"[self.index]

    @property
    def label(self) -> str:
        """The English word, marked for translation."""
        return _LABELS[self.index]

    @classmethod
    def at(cls, index: int) -> "Wind":
        """Return the wind of seat `index`, counted from East = 0; an index outside 0..3 raises IndexError.

        >>> Wind.at(3).label
        'North'
        """
        if not 0 <= index <= 3:
            raise IndexError(f"no wind has the index {index}; 0 is East and 3 is North")
        return WINDS[index]


WINDS = (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)
_INDEX = {wind: index for index, wind in enumerate(WINDS)}
_LABELS = (gettext_noop("East"), gettext_noop("South"), gettext_noop("West"), gettext_noop("North"))


def current_wind(start: Wind, hand: int, players: int = 4) -> Wind:
    """Return the wind in hand 1.. of a round of the player who started as `start` (S2, "by their current wind").

    A round has as many hands as the table has `players`, four or three. Raises ValueError for another hand.

    >>> current_wind(Wind.NORTH, 4).label, current_wind(Wind.WEST, 3, players=3).label
    ('East', 'East')
    """
    if not 1 <= hand <= players:
        raise ValueError(f"a round has the hands 1 to {players}, not {hand}")
    return WINDS[(start.index - (hand - 1)) % players]
