"""Grids as an XLSX workbook that an archivist can work with: real numbers, frozen headings, filters, print set-up."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import IO, Any

from django.utils import timezone

from tournament.exports.grids import Cell, Column, Grid, Kind

FORMATS = {
    Kind.TEXT: "@",
    Kind.COUNT: "0",
    Kind.POINTS: "#,##0;-#,##0;0",
    Kind.P: "+0.0##;-0.0##;0.0",
    Kind.AMOUNT: "0.0##",
    Kind.MOMENT: "yyyy-mm-dd hh:mm",
    Kind.ANY: "General",
}
TO_THE_LEFT = (Kind.TEXT, Kind.ANY)
WIDE = 36  # a column of sentences, which go on on the next line
A4 = 9  # its number in the format
LONGEST_TITLE = 31  # of a sheet
NOT_IN_TITLES = str.maketrans("[]:*?/\\", "()-  --")
# What XML cannot carry; spreadsheets refuse a file that has it.
FORBIDDEN = {code: None for code in (*range(32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)) if chr(code) not in "\t\n\r"}


def write_workbook(grids: Iterable[Grid], file: IO[bytes], *, title: str, at: datetime) -> None:
    """Write the grids to `file`, one sheet each. Amounts in points of kind P stand in the cells as P (146.8)."""
    from openpyxl import Workbook  # 0.4 s to import: only who exports pays for it

    book = Workbook(write_only=True)
    book.properties.title = title.translate(FORBIDDEN)
    book.properties.creator = "Sekigime"
    book.properties.created = book.properties.modified = at.replace(tzinfo=None)
    for each in grids:
        _write_sheet(book, each, title)
    book.save(file)


def cell_value(value: Cell, kind: Kind) -> Any:
    """The value as the workbook holds it: P as a decimal number, moments in the hall's time, text as text."""
    if value is None or value == "":
        return None
    if isinstance(value, datetime):
        return timezone.localtime(value).replace(tzinfo=None)
    if kind in (Kind.P, Kind.AMOUNT) and isinstance(value, int):
        return Decimal(value) / 1000
    return value.translate(FORBIDDEN) if isinstance(value, str) else value


def _write_sheet(book: Any, grid: Grid, title: str) -> None:
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(grid.title.translate(NOT_IN_TITLES)[:LONGEST_TITLE])
    for number, column in enumerate(grid.columns, 1):
        sheet.column_dimensions[get_column_letter(number)].width = column.width
    last = get_column_letter(len(grid.columns))
    sheet.freeze_panes = f"{get_column_letter(grid.frozen_columns + 1)}2"
    sheet.auto_filter.ref = f"A1:{last}{len(grid.rows) + 1}"
    _set_up_print(sheet, grid, title)
    sheet.append([_heading(sheet, column) for column in grid.columns])
    cells = [_styled(sheet, column) for column in grid.columns]
    for row in grid.rows:
        sheet.append(
            [_filled(cell, value, column) for cell, value, column in zip(cells, row, grid.columns, strict=True)]
        )


def _set_up_print(sheet: Any, grid: Grid, title: str) -> None:
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape" if grid.landscape else "portrait"
    sheet.page_setup.paperSize = A4
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    # An ampersand begins a code in a header; doubled it is the character.
    sheet.oddHeader.left.text = title.translate(FORBIDDEN).replace("&", "&&")
    sheet.oddHeader.right.text = grid.title.replace("&", "&&")
    sheet.oddFooter.center.text = "&P / &N"


def _heading(sheet: Any, column: Column) -> Any:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font

    cell = WriteOnlyCell(sheet, column.heading)
    cell.font = Font(bold=True)
    cell.alignment = Alignment(
        horizontal="left" if column.kind in TO_THE_LEFT else "right", wrap_text=True, vertical="top"
    )
    return cell


def _styled(sheet: Any, column: Column) -> Any:
    """The one cell that stands for all of a column: a sheet is written row by row, and making and styling each cell
    anew would cost most of the time."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment

    cell = WriteOnlyCell(sheet)
    cell.number_format = FORMATS[column.kind]
    if column.kind is Kind.ANY:
        cell.alignment = Alignment(horizontal="left")
    elif column.width >= WIDE:
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    return cell


def _filled(cell: Any, value: Cell, column: Column) -> Any:
    """The column's cell with this row's value, None for nothing."""
    from openpyxl.cell import WriteOnlyCell

    plain = cell_value(value, column.kind)
    if plain is None:
        return None
    if column.kind is Kind.ANY and isinstance(plain, date):
        return WriteOnlyCell(cell.parent, plain)  # a date brings its own format, which the next value must not have
    cell.value = plain
    if isinstance(plain, str):
        cell.data_type = "s"  # a name that begins with = is a name, never a formula
    return cell
