"""Which ways there are to go on when so many people play: tables, substitutes, byes. Arithmetic only.

Nobody is ever dropped: who plays sits, or has a bye that is said and shared.
"""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """The ways, by what they ask of the organiser."""

    SUBSTITUTES = "substitutes"
    """Others take the very seats that are empty; nobody else moves."""
    TABLES = "tables"
    """As many tables as the people fill, substitutes where they do not; the rest is planned anew."""
    BYES = "byes"
    """Nobody plays who does not have to; who is left over sits out in turn; the rest is planned anew."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way: so many tables, substitutes among the people at them, byes in every hanchan.

    ``missing`` substitutes would have to be found first; 0 when it can be done now.
    """

    kind: Kind
    tables: int
    substitutes: int = 0
    byes: int = 0
    missing: int = 0


def ways(players: int, substitutes: int, *, empty: int, tables: int, size: int = 4) -> tuple[Way, ...]:
    """What can be done when ``players`` play on, ``substitutes`` could, and ``empty`` seats wait at ``tables`` tables.

    ``empty`` counts the places of people who left and for whom nobody has come.

    >>> [(way.kind.value, way.tables, way.substitutes, way.byes) for way in ways(14, 1, empty=2, tables=4)]
    [('substitutes', 4, 2, 0), ('tables', 4, 2, 0), ('byes', 3, 0, 2)]
    """
    found = []
    if empty:
        found.append(Way(Kind.SUBSTITUTES, tables, empty, missing=max(0, empty - substitutes)))
    needed = -players % size
    full = (players + needed) // size
    if full:
        found.append(Way(Kind.TABLES, full, needed, missing=max(0, needed - substitutes)))
    if needed and players >= size:
        found.append(Way(Kind.BYES, players // size, byes=players % size))
    return tuple(found)
