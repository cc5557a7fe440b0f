"""The event as an XLSX workbook: sheets that compute, then every table with real numbers, frozen headings, filters and
print set-up.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from typing import IO, Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.tables import Cell, CellKind, DataTable, FileColumn
from tournament.exports.live import LiveEvent, add_live_sheets
from tournament.exports.row_heights import row_height
from tournament.exports.spreadsheet import FORBIDDEN, INK, LETTERS, MUTED, Book, BookSheet, FileCell, Look

FORMATS = {
    CellKind.NUMBER: "0",
    CellKind.PLACE: "0",
    CellKind.POINTS: "#,##0;-#,##0;0",
    CellKind.P: "+0.0##;-0.0##;0.0",
    CellKind.AMOUNT: "0.0##",
    CellKind.MOMENT: "yyyy-mm-dd hh:mm",
    CellKind.ANY: "General",
}
TEXT = "@"
DAY = "yyyy-mm-dd"
WIDE = 36  # a column of sentences, which go on on the next line
A4 = 9  # its number in the format


def write_workbook(
    tables: Iterable[DataTable], file: IO[bytes], *, title: str, at: datetime, live: LiveEvent | None = None
) -> dict[str, int]:
    """Write the tables to `file`, one sheet each; return the sheets by title with their rows below the first. Empty
    tables are left out.

    Amounts of kind P are written in P (146.8). The sheets that compute come first, where `live` is given and something
    was played.
    """
    book = Book(title, at)
    for table in tables:
        _add_table(book, table, title)
    if live is not None and live.inputs.tables:
        add_live_sheets(book, live)
    book.save(file)
    return book.row_counts()


def cell_value(value: Cell, kind: CellKind) -> Any:
    """The value as the workbook holds it: P as a number with decimals, moments in the hall's time, text as text."""
    if value is None or value == "":
        return None
    if isinstance(value, datetime):
        return timezone.localtime(value).replace(tzinfo=None)
    if kind is CellKind.FLAG:
        return _("yes") if value else None
    if kind in (CellKind.P, CellKind.AMOUNT) and isinstance(value, int):
        return value / 1000
    return value


def _add_table(book: Book, table: DataTable, title: str) -> None:
    columns, rows = table.file_columns, list(table.file_rows())
    if not rows:
        return
    sheet = book.sheet(str(table.title))
    for at, column in zip(LETTERS, columns, strict=False):
        sheet.worksheet.column_dimensions[at].width = column.width
    sheet.worksheet.freeze_panes = f"{LETTERS[table.frozen_columns]}2"
    sheet.worksheet.auto_filter.ref = f"A1:{LETTERS[len(columns) - 1]}{len(rows) + 1}"
    _set_up_print(sheet.worksheet, table, title)
    _write_rows(book, sheet, columns, rows)


def _set_up_print(sheet: Any, table: DataTable, title: str) -> None:
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape" if table.landscape else "portrait"
    sheet.page_setup.paperSize = A4
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    # An ampersand begins a code in a header; doubled it is the character.
    sheet.oddHeader.left.text = title.translate(FORBIDDEN).replace("&", "&&")
    sheet.oddHeader.right.text = str(table.title).replace("&", "&&")
    sheet.oddFooter.center.text = "&P / &N"


def _write_rows(book: Book, sheet: BookSheet, columns: Sequence[FileColumn], rows: Sequence[tuple[Cell, ...]]) -> None:
    headings = [(book.style(_heading_look(column)), column.heading) for column in columns]
    sheet.append(headings, row_height([(column.heading, column.width) for column in columns]))
    writers = [_writer(book, column) for column in columns]
    wrapped = [(at, column.width) for at, column in enumerate(columns) if _is_wrapped(column)]
    for row in rows:
        height = row_height([(str(row[at] or ""), width) for at, width in wrapped]) if wrapped else None
        sheet.append([write(value) for write, value in zip(writers, row, strict=True)], height)


def _is_text(column: FileColumn) -> bool:
    return column.kind not in FORMATS or column.kind is CellKind.ANY


def _is_wrapped(column: FileColumn) -> bool:
    return column.kind is CellKind.ANY or (_is_text(column) and column.width >= WIDE)


def _heading_look(column: FileColumn) -> Look:
    """Text keeps a distance from the numbers before it."""
    text = _is_text(column)
    return Look(
        align="left" if text else "right",
        bold=True,
        colour=MUTED,
        wrap=True,
        indent=1 if text else 0,
        line="medium",
        line_colour=INK,
    )


def _writer(book: Book, column: FileColumn) -> Callable[[Cell], FileCell]:
    """Return what makes a column's cells from their values."""
    text, kind = _is_text(column), column.kind
    look = Look(FORMATS.get(kind, TEXT), "left" if text else "", wrap=_is_wrapped(column), indent=1 if text else 0)
    style = book.style(look)
    moment, day = book.style(_dated(look, FORMATS[CellKind.MOMENT])), book.style(_dated(look, DAY))

    def write(value: Cell) -> FileCell:
        plain = cell_value(value, kind)
        if plain is None:
            return None
        if kind is CellKind.ANY and isinstance(plain, date):
            return (moment if isinstance(plain, datetime) else day, plain)
        return (style, plain)

    return write


def _dated(look: Look, number_format: str) -> Look:
    return Look(number_format, look.align, wrap=look.wrap, indent=look.indent)
