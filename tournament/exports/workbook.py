"""Grids as an XLSX workbook that an archivist can work with: real numbers, frozen headings, filters, print set-up."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import IO, Any

from tournament.exports.grids import Cell, Column, Grid, Kind

FORMATS = {
    Kind.TEXT: "@",
    Kind.COUNT: "0",
    Kind.POINTS: "#,##0;-#,##0;0",
    Kind.P: "+0.0;-0.0;0.0",
    Kind.DAY: "yyyy-mm-dd",
    Kind.MOMENT: "yyyy-mm-dd hh:mm",
}
A4 = 9  # its number in the format
# What XML cannot carry; spreadsheets refuse a file that has it.
FORBIDDEN = {code: None for code in range(32) if chr(code) not in "\t\n\r"}


def write_workbook(grids: Iterable[Grid], file: IO[bytes], *, title: str, at: datetime) -> None:
    """Write the grids to `file`, one sheet each. Amounts in points of kind P stand in the cells as P (146.8)."""
    from openpyxl import Workbook  # 0.4 s to import: only who exports pays for it

    book = Workbook(write_only=True)
    book.properties.title = title
    book.properties.creator = "Sekigime"
    book.properties.created = book.properties.modified = at.replace(tzinfo=None)
    for each in grids:
        _write_sheet(book, each, title)
    book.save(file)


def cell_value(value: Cell, kind: Kind) -> Any:
    """The value as the workbook holds it: P as a decimal number, moments without their zone, text as text."""
    if value is None or value == "":
        return None
    if kind is Kind.P:
        return Decimal(int(value)) / 1000  # type: ignore[arg-type]
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    return value.translate(FORBIDDEN) if isinstance(value, str) else value


def _write_sheet(book: Any, grid: Grid, title: str) -> None:
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(grid.title)
    for number, column in enumerate(grid.columns, 1):
        sheet.column_dimensions[get_column_letter(number)].width = column.width
    last = get_column_letter(len(grid.columns))
    sheet.freeze_panes = f"{get_column_letter(grid.frozen_columns + 1)}2"
    sheet.auto_filter.ref = f"A1:{last}{len(grid.rows) + 1}"
    _set_up_print(sheet, grid, title)
    styles = _styles(sheet, grid.columns)
    sheet.append([_heading(sheet, column) for column in grid.columns])
    for row in grid.rows:
        sheet.append(
            [_cell(sheet, value, style, column) for value, style, column in zip(row, styles, grid.columns, strict=True)]
        )


def _set_up_print(sheet: Any, grid: Grid, title: str) -> None:
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape" if grid.landscape else "portrait"
    sheet.page_setup.paperSize = A4
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    # An ampersand begins a code in a header; doubled it is the character.
    sheet.oddHeader.left.text = title.replace("&", "&&")
    sheet.oddHeader.right.text = grid.title
    sheet.oddFooter.center.text = "&P / &N"


def _heading(sheet: Any, column: Column) -> Any:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font

    cell = WriteOnlyCell(sheet, column.heading)
    cell.font = Font(bold=True)
    cell.alignment = Alignment(
        horizontal="left" if column.kind is Kind.TEXT else "right", wrap_text=True, vertical="top"
    )
    return cell


def _styles(sheet: Any, columns: tuple[Column, ...]) -> list[Any]:
    """One style array per column, made once and shared by its cells: styling each cell anew costs most of the time."""
    from openpyxl.cell import WriteOnlyCell

    styles = []
    for column in columns:
        cell = WriteOnlyCell(sheet)
        cell.number_format = FORMATS[column.kind]
        styles.append(cell._style)
    return styles


def _cell(sheet: Any, value: Cell, style: Any, column: Column) -> Any:
    from openpyxl.cell import WriteOnlyCell

    plain = cell_value(value, column.kind)
    if plain is None:
        return None
    cell = WriteOnlyCell(sheet, plain)
    if isinstance(plain, str):
        cell.data_type = "s"  # a name that begins with = is a name, never a formula
    cell._style = style
    return cell
