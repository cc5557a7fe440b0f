"""Grids as CSV files."""

import csv
from collections.abc import Iterable
from datetime import datetime
from io import StringIO

from django.utils import timezone

from scoring.points import Minus, write_p
from tournament.exports.grids import Cell, Grid, Kind

# A spreadsheet that opens a CSV file computes what begins like this; a leading apostrophe makes it read text.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
IN_P = (Kind.P, Kind.AMOUNT)


def write_csv(grid: Grid) -> str:
    """The grid as CSV with a heading; P with one decimal and a plain minus, points as whole numbers."""
    out = StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([column.heading for column in grid.columns])
    writer.writerows(_texts(grid, row) for row in grid.rows)
    return out.getvalue()


def _texts(grid: Grid, row: Iterable[Cell]) -> list[str]:
    return [_text(value, column.kind) for value, column in zip(row, grid.columns, strict=True)]


def _text(value: Cell, kind: Kind) -> str:
    if value is None:
        return ""
    if kind in IN_P and isinstance(value, int):
        return write_p(value, Minus.EXPORT, plus=False)
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat(sep=" ", timespec="minutes")
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA_STARTS) else value
    return str(value)
