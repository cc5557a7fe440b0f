"""The figures of AIM, the best public collection of seatings, as facts to be compared with (see `anchor.csv`)."""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_suffix(".csv")


@dataclass(frozen=True, slots=True)
class Anchor:
    """The figures that were counted in AIM's seating of a size."""

    above: int
    """Meetings beyond the first, over ``floor``."""
    floor: int
    """Fewest such meetings that any seating of the size is known to need."""
    uneven: int
    """Players whose winds differ by more than one at the end."""
    returns: int
    """Times a player comes to a table again."""
    common: int | None
    """Fewest opponents in common of two who never meet; None when everybody meets."""


@cache
def anchors() -> dict[tuple[int, int], Anchor]:
    """By (players, hanchan): 528 sizes, 16 to 172 players and 2 to 15 hanchan."""
    lines = (line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {
        (int(row["players"]), int(row["hanchan"])): Anchor(
            above=int(row["above"]),
            floor=int(row["floor"]),
            uneven=int(row["uneven"]),
            returns=int(row["returns"]),
            common=int(row["common"]) if row["common"] else None,
        )
        for row in csv.DictReader(lines)
    }
