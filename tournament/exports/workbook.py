"""The event as an XLSX workbook: sheets that compute, then every table with real numbers, frozen headings, filters and
print set-up.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from math import ceil
from typing import IO, Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.tables import AnyTable, Cell, CellKind, FileColumn
from tournament.exports.live import LiveEvent, add_live_sheets
from tournament.exports.row_heights import filter_height, row_height, text_width
from tournament.exports.spreadsheet import FORBIDDEN, INK, LETTERS, MUTED, Book, BookSheet, FileCell, Look
from tournament.translation.formats import wind_letters

FORMATS = {
    CellKind.NUMBER: "0",
    CellKind.DECIMAL: "0.00",
    CellKind.PLACE: "0",
    CellKind.POINTS: "#,##0;-#,##0;0",
    CellKind.P: "+0.0##;-0.0##;0.0",
    CellKind.AMOUNT: "0.0##",
    CellKind.MOMENT: "yyyy-mm-dd hh:mm",
    CellKind.ANY: "General",
}
TEXT = "@"
DAY = "yyyy-mm-dd"
A4 = 9  # its number in the format
SCALE = 89  # per cent: type of 9 points prints with 8, the least that is legible
ROOM = {"portrait": (108.0, 58), "landscape": (158.0, 40)}
"""Characters across A4, and rows of one line down it, so printed; 5 % are left for typefaces wider than Arial."""
BOLD = 1.15
"""How much wider letters of a heading are than digits."""
PADDING = 3
"""Characters beside the longest text of a column: its distance from the column before, and capitals are wide."""
BUTTON = 4
"""The characters that LibreOffice keeps free beside words for the button of a filter."""


def write_workbook(
    tables: Iterable[AnyTable],
    file: IO[bytes],
    *,
    title: str,
    at: datetime,
    live: LiveEvent | None = None,
    with_empty: bool = False,
) -> dict[str, int]:
    """Write the tables to `file`, one sheet each; return the sheets by title with their rows below the first. Empty
    tables are left out, unless `with_empty`: a file needs a sheet.

    Amounts of kind P are written in P (146.8). The sheets that compute come first, where `live` is given and something
    was played.
    """
    with Book(title, at) as book:
        for table in tables:
            _add_table(book, table, title, with_empty=with_empty)
        if live is not None and live.inputs.tables:
            add_live_sheets(book, live)
        book.save(file)
        return book.row_counts()


def cell_value(value: Cell, kind: CellKind) -> Any:
    """The value as the workbook holds it: P as a number with decimals, moments in the hall's time, winds in the letters
    of its language, text as text."""
    if value is None or value == "":
        return None
    if kind is CellKind.FLAG:
        return _("yes") if value else None
    if isinstance(value, str):
        return wind_letters(value) if kind in (CellKind.WIND, CellKind.WINDS) else value
    if isinstance(value, datetime):
        return timezone.localtime(value).replace(tzinfo=None)
    if kind in (CellKind.P, CellKind.AMOUNT) and isinstance(value, int):
        return value / 1000
    return value


def _add_table(book: Book, table: AnyTable, title: str, *, with_empty: bool) -> None:
    kinds = [column.kind for column in table.file_columns]
    rows = [tuple(map(cell_value, row, kinds)) for row in table.file_rows()]
    if not rows and not with_empty:
        return
    longest = [_longest(column, {row[at] for row in rows}) for at, column in enumerate(table.file_columns)]
    columns = [_fitted(column, width) for column, width in zip(table.file_columns, longest, strict=True)]
    wrapped = [at for at, column in enumerate(columns) if longest[at] > column.width - PADDING]
    sheet = book.sheet(str(table.title))
    for at, column in zip(LETTERS, columns, strict=False):
        sheet.worksheet.column_dimensions[at].width = width_of(column)
    _write_facts(book, sheet, table.facts)
    top = sheet.row_count + 1
    sheet.worksheet.freeze_panes = f"{LETTERS[table.frozen_columns]}{top + 1}"
    sheet.worksheet.auto_filter.ref = f"A{top}:{LETTERS[len(columns) - 1]}{top + len(rows)}"
    _set_up_print(sheet.worksheet, table, columns, len(rows), title)
    sheet.worksheet.print_title_rows = f"{top}:{top}"
    _write_rows(book, sheet, columns, rows, wrapped)


def _write_facts(book: Book, sheet: BookSheet, facts: Sequence[tuple[str, Cell]]) -> None:
    """Write names and values, the values as text beside them, and an empty row below."""
    name, value = book.style(Look(colour=MUTED)), book.style(Look("@", "left", bold=True))
    for what, fact in facts:
        sheet.append([(name, what), None, (value, str(fact))])
    if facts:
        sheet.append([])


def _set_up_print(sheet: Any, table: AnyTable, columns: Sequence[FileColumn], row_count: int, title: str) -> None:
    """Set up printing on A4, on as many pages side by side as legible type needs."""
    widths = [width_of(column) for column in columns]
    sheet.page_setup.orientation, across = paper_for(widths, row_count, table.frozen_columns)
    sheet.page_setup.paperSize, sheet.page_setup.scale = A4, SCALE
    page = sheet.page_margins
    page.left = page.right = 0.45  # inches
    page.top, page.bottom, page.header, page.footer = 0.62, 0.5, 0.3, 0.25
    if across > 1 and table.frozen_columns:
        sheet.print_title_cols = f"A:{LETTERS[table.frozen_columns - 1]}"
    # An ampersand begins a code in a header; doubled it is the character.
    sheet.oddHeader.left.text = title.translate(FORBIDDEN).replace("&", "&&")
    sheet.oddHeader.right.text = str(table.title).replace("&", "&&")
    sheet.oddFooter.center.text = "&P / &N"


def paper_for(widths: Sequence[int], row_count: int, titles: int) -> tuple[str, int]:
    """Return how the paper lies for a list with columns of these widths, in characters, and how many pages side by side
    it takes; the first `titles` columns stand on each. The fewest pages win, then the fewest side by side.

    >>> paper_for([8, 90], 300, 1), paper_for([8, 140], 30, 1), paper_for([20, 100, 100], 30, 1)
    (('portrait', 1), ('landscape', 1), ('landscape', 2))
    """

    def pages(orientation: str) -> tuple[int, int]:
        room, rows = ROOM[orientation]
        across, left = 1, room
        for width in widths:
            if width > left:
                across, left = across + 1, room - sum(widths[:titles])
            left -= width
        return across * -(-max(row_count, 1) // rows), across

    orientation = min(ROOM, key=pages)
    return orientation, pages(orientation)[1]


def _write_rows(
    book: Book,
    sheet: BookSheet,
    columns: Sequence[FileColumn],
    rows: Sequence[tuple[Any, ...]],
    wrapped: Collection[int],
) -> None:
    """Write headings and rows. Text wraps in the `wrapped` columns, by position; then all cells align at the top."""
    headings = [(book.style(_heading_look(column)), column.heading) for column in columns]
    sheet.append(headings, filter_height((column.heading, width_of(column)) for column in columns))
    writers = [_writer(book, column, wrap=at in wrapped, top=len(wrapped) > 0) for at, column in enumerate(columns)]
    for row in rows:
        height = row_height([(str(row[at] or ""), width_of(columns[at])) for at in wrapped]) if wrapped else None
        sheet.append([write(value) for write, value in zip(writers, row, strict=True)], height)


def _fitted(column: FileColumn, longest: float) -> FileColumn:
    """Return a column of text no wider than its `longest` text, in characters: empty columns would cost paper."""
    return replace(column, width=min(column.width, ceil(longest) + PADDING)) if _is_text(column) else column


def _longest(column: FileColumn, values: Collection[Any]) -> float:
    """Return the width of the longest text of a column in characters; 0 for a column of numbers."""
    texts = (str(value) for value in values if value is not None) if _is_text(column) else ()
    return max(map(text_width, texts), default=0.0)


def width_of(column: FileColumn) -> int:
    """The width of a column in characters: as declared, and no word of its heading is broken."""
    longest = max(map(text_width, column.heading.split()), default=0.0)
    return max(column.width, round(longest * BOLD) + BUTTON + 2 * _is_text(column))


def _is_text(column: FileColumn) -> bool:
    return column.kind not in FORMATS or column.kind is CellKind.ANY


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


def _writer(book: Book, column: FileColumn, *, wrap: bool, top: bool) -> Callable[[Any], FileCell]:
    """Return what makes a column's cells from values as the workbook holds them."""
    text, kind = _is_text(column), column.kind
    look = Look(
        FORMATS.get(kind, TEXT),
        "left" if text else "",
        wrap=wrap,
        indent=1 if text else 0,
        top=top,
    )
    style = book.style(look)
    moment, day = book.style(_dated(look, FORMATS[CellKind.MOMENT])), book.style(_dated(look, DAY))

    def write(value: Any) -> FileCell:
        if value is None:
            return None
        if kind is CellKind.ANY and isinstance(value, date):
            return (moment if isinstance(value, datetime) else day, value)
        return (style, value)

    return write


def _dated(look: Look, number_format: str) -> Look:
    return replace(look, number_format=number_format)
