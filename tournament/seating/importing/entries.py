"""What a file of a seating comes to, whatever its shape: seats, one by one, each with the row it stands in."""

from dataclasses import dataclass, field

from tournament.seating.checks import Fault


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody at a table: `wind` is the index from East, None when it is not said, -1 when it is not understood."""

    row: int
    hanchan: int
    table: int
    wind: int | None
    text: str


@dataclass(slots=True)
class Entries:
    """The seats and byes of a file in the order of its rows, and what could not be read.

    `byes` are (row, hanchan, text of the person), `blank` the same where a cell for the table is empty. `winds`:
    whether the file says who sits where at a table.
    """

    seats: list[Entry] = field(default_factory=list)
    byes: list[tuple[int, int, str]] = field(default_factory=list)
    blank: list[tuple[int, int, str]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    winds: bool = True
