"""Tables as CSV files. For programs, headings are the keys of the columns, the same in every language, and amounts are
whole points, as in the API; for an office, headings are translated, and amounts are in P, as spreadsheets read them.
"""

import csv
from datetime import datetime
from decimal import Decimal
from io import StringIO

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.points import Minus, write_p
from tournament.core.tables import AnyTable, Cell, CellKind, is_formula
from tournament.exports.csv_forms import PROGRAMS, CsvForm

IN_P = (CellKind.P, CellKind.AMOUNT)


def write_csv(table: AnyTable, form: CsvForm = PROGRAMS) -> str:
    """Return the table as CSV; points as whole numbers, for an office P with one decimal and a plain minus."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=form.separator)
    columns = table.file_columns
    if form.is_for_office and table.facts:
        writer.writerows([_safe(what), _text(value, CellKind.ANY, form)] for what, value in table.facts)
        writer.writerow([])
    writer.writerow([_safe(column.heading) if form.is_for_office else column.key for column in columns])
    kinds = [column.kind for column in columns]
    writer.writerows(
        [_text(value, kind, form) for value, kind in zip(row, kinds, strict=True)] for row in table.file_rows()
    )
    return out.getvalue()


def _text(value: Cell, kind: CellKind, form: CsvForm) -> str:
    if value is None:
        return ""
    if kind is CellKind.FLAG:
        return (_("yes") if form.is_for_office else "yes") if value else ""
    if kind in IN_P and isinstance(value, int) and form.is_for_office:
        return write_p(value, Minus.EXPORT, plus=False).replace(".", form.decimal)
    if isinstance(value, Decimal):
        return str(value).replace(".", form.decimal)
    if isinstance(value, datetime):
        local = timezone.localtime(value)
        written = local.replace(tzinfo=None) if form.is_for_office else local
        return written.isoformat(sep=" ", timespec="minutes")
    return _safe(value) if isinstance(value, str) else str(value)


def _safe(text: str) -> str:
    return f"'{text}" if is_formula(text) else text
