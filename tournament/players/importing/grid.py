"""What a file of players is once it has been read: lines of text cells that know their number in the file."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

MAX_BYTES = 2 * 1024 * 1024
MAX_LINES = 2_000  # players of one file; the largest riichi event so far had fewer than 1,000
MAX_COLUMNS = 60
MAX_CELL = 2_000  # characters; no field of a player takes as many


class Level(StrEnum):
    ERROR = "error"  # nothing is added while there is one
    WARNING = "warning"  # to be looked at
    NOTE = "note"  # what was understood


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to say about a line; `field` names the column it belongs to."""

    level: Level
    code: str
    message: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file. `remarks` pairs a column's index with what reading the cell had to say."""

    number: int
    cells: tuple[str, ...]
    remarks: tuple[tuple[int, Remark], ...] = ()

    @property
    def is_blank(self) -> bool:
        return not any(cell.strip() for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Grid:
    """The lines of a file that are not blank. `notes` say how it was read."""

    lines: tuple[Line, ...]
    source: str = ""
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        lines = [
            [line.number, line.cells, [[column, r.level, r.code, r.message] for column, r in line.remarks]]
            for line in self.lines
        ]
        return {"source": self.source, "notes": self.notes, "lines": lines}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Grid":
        lines = tuple(
            Line(
                number,
                tuple(cells),
                tuple((column, Remark(Level(level), code, message)) for column, level, code, message in remarks),
            )
            for number, cells, remarks in data["lines"]
        )
        return cls(lines, data["source"], tuple(data["notes"]))


def without_blanks(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(line for line in lines if not line.is_blank)
