"""Tables as an XLSX workbook to work with: real numbers, frozen headings, filters, print set-up."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import IO, Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.tables import Cell, CellKind, DataTable, FileColumn

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
WIDE = 36  # a column of sentences, which go on on the next line
A4 = 9  # its number in the format
LONGEST_TITLE = 31  # of a sheet
NOT_IN_TITLES = str.maketrans("[]:*?/\\", "()-  --")
# What XML cannot carry; spreadsheets refuse a file that has it.
FORBIDDEN = {code: None for code in (*range(32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)) if chr(code) not in "\t\n\r"}


def write_workbook(tables: Iterable[DataTable], file: IO[bytes], *, title: str, at: datetime) -> None:
    """Write the tables to `file`, one sheet each. Amounts of kind P are written in P (146.8)."""
    from openpyxl import Workbook  # 0.4 s to import: only who exports pays for it

    book = Workbook(write_only=True)
    book.properties.title = title.translate(FORBIDDEN)
    book.properties.creator = "Sekigime"
    book.properties.created = book.properties.modified = at.replace(tzinfo=None)
    for table in tables:
        _write_sheet(book, table, title)
    book.save(file)


def cell_value(value: Cell, kind: CellKind) -> Any:
    """The value as the workbook holds it: P as a decimal number, moments in the hall's time, text as text."""
    if value is None or value == "":
        return None
    if isinstance(value, datetime):
        return timezone.localtime(value).replace(tzinfo=None)
    if kind is CellKind.FLAG:
        return _("yes") if value else None
    if kind in (CellKind.P, CellKind.AMOUNT) and isinstance(value, int):
        return Decimal(value) / 1000
    return value.translate(FORBIDDEN) if isinstance(value, str) else value


def _write_sheet(book: Any, table: DataTable, title: str) -> None:
    from openpyxl.utils import get_column_letter

    columns, rows = table.file_columns, list(table.file_rows())
    sheet = book.create_sheet(str(table.title).translate(NOT_IN_TITLES)[:LONGEST_TITLE])
    for number, column in enumerate(columns, 1):
        sheet.column_dimensions[get_column_letter(number)].width = column.width
    sheet.freeze_panes = f"{get_column_letter(table.frozen_columns + 1)}2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(columns))}{len(rows) + 1}"
    _set_up_print(sheet, table, title)
    sheet.append([_heading(sheet, column) for column in columns])
    cells = [_styled(sheet, column) for column in columns]
    for row in rows:
        sheet.append([_filled(cell, value, column) for cell, value, column in zip(cells, row, columns, strict=True)])


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


def _heading(sheet: Any, column: FileColumn) -> Any:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font

    cell = WriteOnlyCell(sheet, column.heading)
    cell.font = Font(bold=True)
    cell.alignment = Alignment(
        horizontal="left" if column.kind not in FORMATS or column.kind is CellKind.ANY else "right",
        wrap_text=True,
        vertical="top",
    )
    return cell


def _styled(sheet: Any, column: FileColumn) -> Any:
    """Return the one cell that all rows of a column share: to make and style each would cost most of the time."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment

    cell = WriteOnlyCell(sheet)
    cell.number_format = FORMATS.get(column.kind, TEXT)
    if column.kind is CellKind.ANY:
        cell.alignment = Alignment(horizontal="left")
    elif column.width >= WIDE:
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    return cell


def _filled(cell: Any, value: Cell, column: FileColumn) -> Any:
    """The column's cell with this row's value, None for nothing."""
    plain = cell_value(value, column.kind)
    if plain is None:
        return None
    if column.kind is CellKind.ANY and isinstance(plain, date):
        # A date brings its own format, which the next value must not have.
        return type(cell)(cell.parent, row=1, column=1, value=plain)
    cell.value = plain
    if isinstance(plain, str):
        cell.data_type = "s"  # a name that begins with = is a name, never a formula
    return cell
