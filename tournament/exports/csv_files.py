"""Tables as CSV files. The headings are the keys of the columns: the same in every language, for programs."""

import csv
from datetime import datetime
from io import StringIO

from django.utils import timezone

from scoring.points import Minus, write_p
from tournament.core.tables import Cell, CellKind, DataTable

# A spreadsheet that opens a CSV file computes text that begins like this; a leading apostrophe keeps it text.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
IN_P = (CellKind.P, CellKind.AMOUNT)


def write_csv(table: DataTable) -> str:
    """Return the table as CSV; P with one decimal and a plain minus, points as whole numbers."""
    out = StringIO(newline="")
    writer = csv.writer(out)
    columns = table.file_columns
    writer.writerow([column.key for column in columns])
    kinds = [column.kind for column in columns]
    writer.writerows([_text(value, kind) for value, kind in zip(row, kinds, strict=True)] for row in table.file_rows())
    return out.getvalue()


def _text(value: Cell, kind: CellKind) -> str:
    if value is None:
        return ""
    if kind is CellKind.FLAG:
        return "yes" if value else ""
    if kind in IN_P and isinstance(value, int):
        return write_p(value, Minus.EXPORT, plus=False)
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat(sep=" ", timespec="minutes")
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA_STARTS) else value
    return str(value)
