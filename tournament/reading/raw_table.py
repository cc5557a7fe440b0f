"""The raw table of a file or of pasted rows: lines of text cells, each with its number in the file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext_noop as _

from scoring.points import write
from tournament.core.messages import Level, Message, Refused

MAX_CELL = 2_000  # characters; no field of a player takes as many
ABOVE = 20  # lines above the headings and the headings themselves, read beside the rows

HasHeadings = Callable[[tuple[str, ...]], bool]
"""Tells whether a line has the headings that are looked for."""
IsMeant = Callable[[str], bool]
"""Tells whether a sheet is looked for by its title."""


def no_sheet(_title: str) -> bool:
    """Return that no title is looked for."""
    return False


class Limits(NamedTuple):
    """The largest table that is read: bytes of the file, rows below the headings, columns."""

    megabytes: int
    rows: int
    columns: int

    @property
    def bytes(self) -> int:
        return self.megabytes * 1024 * 1024

    def refuse_rows(self, found: int | None) -> None:
        """Refuse a table with too many rows; `found` None when they were not counted to the end."""
        most = write(self.rows)
        if found is None:
            text = _("The list has more than {most} rows, the most that is read at once. Split it into several lists.")
            raise Refused.of("rows-many", text, most=most)
        if found > self.rows:
            text = _("The list has {found} rows; at most {most} are read at once. Split it into several lists.")
            raise Refused.of("rows-many", text, found=write(found), most=most)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file. `remarks` pairs a column's index with a message about its cell."""

    number: int
    cells: tuple[str, ...]
    remarks: tuple[tuple[int, Message], ...] = ()

    @property
    def is_blank(self) -> bool:
        return not any(cell.strip() for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Grid:
    """The lines of a file that are not blank. `notes` say how it was read.

    `doubtful` are the bytes of a file that may be in another encoding than `encoding`, in which it was read;
    `is_unclear` if another one reads nearly as well, so that a person has to choose.
    """

    lines: tuple[Line, ...]
    source: str = ""
    notes: tuple[Message, ...] = ()
    doubtful: bytes = b""
    encoding: str = ""
    is_unclear: bool = False

    def to_json(self) -> dict[str, Any]:
        lines = [
            [line.number, line.cells, [[column, *_to_json(message)] for column, message in line.remarks]]
            for line in self.lines
        ]
        return {
            "source": self.source,
            "notes": list(map(_to_json, self.notes)),
            "lines": lines,
            "doubtful": self.doubtful.decode("latin-1"),
            "encoding": self.encoding,
            "is_unclear": self.is_unclear,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Grid":
        lines = tuple(
            Line(number, tuple(cells), tuple((column, _from_json(*message)) for column, *message in remarks))
            for number, cells, remarks in data["lines"]
        )
        notes = tuple(_from_json(*note) for note in data["notes"])
        doubtful = data["doubtful"].encode("latin-1")
        return cls(lines, data["source"], notes, doubtful, data["encoding"], data["is_unclear"])


def _to_json(message: Message) -> Sequence[Any]:
    return [message.code, message.text, message.params, message.level]


def _from_json(code: str, text: str, params: dict[str, Any], level: str) -> Message:
    return Message(code, text, params, Level(level))
