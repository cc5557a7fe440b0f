"""A *grid* is a table on its way out: columns that know their kind, and rows of plain values.

The workbook and the CSV files are two writers of the same grids, so that they cannot disagree.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum


class Kind(StrEnum):
    """What a column holds; the writers choose format and alignment from it."""

    TEXT = "text"
    COUNT = "count"
    POINTS = "points"  # riichi points as they lie on the table: 25,300
    P = "p"  # points that may go up or down, shown as P = 1,000 points: +9.5
    AMOUNT = "amount"  # points that are taken off, shown as P: 30.0
    MOMENT = "moment"  # with its zone; the hall's time is written
    ANY = "any"  # whatever the value is by itself: a list of facts


Cell = str | int | Decimal | date | datetime | None


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, the kind of what stands below it, and a width in characters."""

    heading: str
    kind: Kind = Kind.TEXT
    width: int = 12


@dataclass(frozen=True, slots=True)
class Grid:
    """One sheet of the workbook and one CSV file.

    `key` names the file, `title` the sheet, `note` says in a sentence what it holds. The first `frozen_columns` stay
    in sight.
    """

    key: str
    title: str
    note: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    landscape: bool = False
    frozen_columns: int = 0

    def __post_init__(self) -> None:
        wrong = [row for row in self.rows if len(row) != len(self.columns)]
        if wrong:
            raise ValueError(f"{self.key}: {len(wrong[0])} cells in a row of {len(self.columns)} columns")


def grid(
    key: str, title: str, note: str, columns: Sequence[Column], rows: Iterable[Sequence[Cell]], **layout: bool | int
) -> Grid:
    """A grid from any rows."""
    return Grid(key, title, note, tuple(columns), tuple(tuple(row) for row in rows), **layout)  # type: ignore[arg-type]


def count(heading: str, width: int = 9) -> Column:
    return Column(heading, Kind.COUNT, width)


def p(heading: str, width: int = 10) -> Column:
    return Column(heading, Kind.P, width)


def moment(heading: str) -> Column:
    return Column(heading, Kind.MOMENT, 17)
