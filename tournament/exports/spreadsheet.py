"""An XLSX file: openpyxl makes everything but the cells, and the cells are written here.

openpyxl cannot write a value beside a formula, and readers without a calculator (phones, previews, pandas) would find
nothing. So it saves the workbook without rows, and `save` puts rows into each sheet as the file format (ECMA-376) has
them. Styles are the numbers that openpyxl gives them.
"""

import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from io import BytesIO
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

CellValue = str | int | float | Decimal | date | datetime | None
FileCell = tuple[int, CellValue] | tuple[int, CellValue, str | None] | None
"""Style and value, with a formula (no = in front) where the value follows from other cells; None for no cell."""

TYPEFACE = "Arial"  # on Windows, macOS and phones; Liberation Sans has the same widths
INK, MUTED, LINE, FELT, RED, IVORY = "1D1F1C", "636259", "DDD6C6", "1E5B46", "B3261E", "F7F3EA"
IN_MEMORY = 250_000  # bytes of a sheet's rows
LONGEST_TITLE = 31  # of a sheet
NOT_IN_TITLES = str.maketrans("[]:*?/\\", "()-  --")
# What XML cannot carry; spreadsheets refuse a file that has it.
FORBIDDEN = {code: None for code in (*range(32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)) if chr(code) not in "\t\n\r"}
_EMPTY_ROWS = re.compile(r"<sheetData\s*/>|<sheetData>.*?</sheetData>", re.DOTALL)
_SIZE = re.compile(r'<dimension ref="[^"]*"')
_DAY_0 = date(1899, 12, 30).toordinal()  # of spreadsheets' dates


@dataclass(frozen=True, slots=True)
class Look:
    """The style of a cell. `align` is left, right or center; `top` beside text of several lines; `line`
    draws one below the cell: thin, medium or none."""

    number_format: str = "General"
    align: str = ""
    size: float = 9
    bold: bool = False
    colour: str = INK
    fill: str = ""
    wrap: bool = False
    top: bool = False
    indent: int = 0
    line: str = ""
    line_colour: str = LINE


def letter(number: int) -> str:
    """Return the letters of a column, counted from 1.

    >>> letter(1), letter(27), letter(703)
    ('A', 'AA', 'AAA')
    """
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(65 + rest) + found
    return found


LETTERS = tuple(letter(number) for number in range(1, 703))


class BookSheet:
    """A sheet that is written row by row; `worksheet` is openpyxl's, without rows. They wait in `rows` as the file has
    them."""

    def __init__(self, worksheet: Any, rows: IO[bytes]):
        self.worksheet, self.title = worksheet, str(worksheet.title)
        self.column_count = self.row_count = 0
        self._rows = rows

    def append(self, cells: Sequence[FileCell], height: float | None = None) -> int:
        """Write the next row from column A on and return its number; `height` is in points."""
        self.column_count = max(self.column_count, len(cells))
        self.row_count += 1
        self._rows.write(_row(self.row_count, cells, height).encode())
        return self.row_count

    def cells(self, column: str, first: int, last: int | None = None) -> str:
        """Return the reference of cells of one column, for formulas on any sheet."""
        quoted = self.title.replace("'", "''")
        end = "" if last is None else f":${column}${last}"
        return f"'{quoted}'!${column}${first}{end}"

    def write(self, frame: str, file: IO[bytes]) -> None:
        """Write the sheet's file: the frame with the rows. Raises ValueError for a frame that is not as openpyxl
        writes it today."""
        sized, sizes = _SIZE.subn(f'<dimension ref="{self.size()}"', frame)
        parts = _EMPTY_ROWS.split(sized)
        if sizes != 1 or len(parts) != 2:
            raise ValueError(f"{self.title}: openpyxl wrote the sheet in another way")
        self._rows.seek(0)
        file.write(f"{parts[0]}<sheetData>".encode())
        copyfileobj(self._rows, file)
        file.write(f"</sheetData>{parts[1]}".encode())

    def size(self) -> str:
        """Return the range that has cells. Readers go no further than the file says."""
        return f"A1:{LETTERS[max(self.column_count, 1) - 1]}{max(self.row_count, 1)}"


def _row(number: int, cells: Sequence[FileCell], height: float | None) -> str:
    parts = [_cell(f"{at}{number}", *one) for at, one in zip(LETTERS, cells, strict=False) if one is not None]
    tall = f' ht="{height:g}" customHeight="1"' if height else ""
    return f'<row r="{number}"{tall}>{"".join(parts)}</row>'


def _cell(reference: str, style: int, value: CellValue, formula: str | None = None) -> str:
    """Return a cell. Text is always text: a name that begins with = stays a name."""
    if formula is not None:
        text = escape(formula)
        if isinstance(value, str):
            return f'<c r="{reference}" s="{style}" t="str"><f>{text}</f><v>{_text(value)}</v></c>'
        return f'<c r="{reference}" s="{style}"><f>{text}</f><v>{value}</v></c>'
    if value is None:
        return f'<c r="{reference}" s="{style}"/>'
    if isinstance(value, str):
        return f'<c r="{reference}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{_text(value)}</t></is></c>'
    return f'<c r="{reference}" s="{style}"><v>{_serial(value) if isinstance(value, date) else value}</v></c>'


@lru_cache(maxsize=16_384)  # names come again and again
def _text(value: str) -> str:
    return escape(value.translate(FORBIDDEN))


def _serial(moment: date) -> float:
    """Return a date as spreadsheets count it: days, without a time zone."""
    days = moment.toordinal() - _DAY_0
    if not isinstance(moment, datetime):
        return days
    seconds = moment.hour * 3_600 + moment.minute * 60 + moment.second + moment.microsecond / 1_000_000
    return days + seconds / 86_400


class Book(ExitStack):
    """A workbook that is being written, in a `with` block: the rows of a large event wait on disk."""

    def __init__(self, title: str, at: datetime):
        from openpyxl import Workbook  # 0.4 s to import: only who exports pays for it
        from openpyxl.styles import Font
        from openpyxl.utils.indexed_list import IndexedList

        super().__init__()
        self.workbook = Workbook()
        self.workbook.properties.title = title.translate(FORBIDDEN)
        self.workbook.properties.creator = "Sekigime"
        self.workbook.properties.created = self.workbook.properties.modified = at.replace(tzinfo=None)
        # The style of every cell that has none: openpyxl has no other way to its typeface.
        font = Font(name=TYPEFACE, family=2, size=9)
        self.workbook._fonts = IndexedList([font])
        self.workbook._named_styles["Normal"].font = font
        self._scratch = self.workbook.active
        self._styles: dict[Look, int] = {}
        self._sheets: dict[str, BookSheet] = {}

    def sheet(self, title: str, position: int | None = None) -> BookSheet:
        """Add a sheet with a title that no other has; `position` counts from 0, the last is the default."""
        allowed = title.translate(FORBIDDEN).translate(NOT_IN_TITLES)[:LONGEST_TITLE].strip(" '") or "-"
        taken, number, free = {name.casefold() for name in self._sheets}, 1, allowed
        while free.casefold() in taken:
            number += 1
            free = f"{allowed[: LONGEST_TITLE - 4]} {number}"
        rows = self.enter_context(SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115
        sheet = BookSheet(self.workbook.create_sheet(free, position), rows)
        self._sheets[sheet.title] = sheet
        return sheet

    def style(self, look: Look) -> int:
        """Return the number of a style."""
        if look not in self._styles:
            self._styles[look] = self._new_style(look)
        return self._styles[look]

    def _new_style(self, look: Look) -> int:
        from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

        cell = self._scratch.cell(len(self._styles) + 1, 1)
        cell.font = Font(name=TYPEFACE, family=2, size=look.size, bold=look.bold, color=look.colour)
        cell.number_format = look.number_format
        cell.alignment = Alignment(
            horizontal=look.align or None,
            vertical="top" if look.wrap or look.top else "center",
            wrap_text=look.wrap,
            indent=look.indent,
        )
        if look.fill:
            cell.fill = PatternFill("solid", start_color=look.fill)
        if look.line:
            cell.border = Border(bottom=Side(style=look.line, color=look.line_colour))
        return int(cell.style_id)

    def name(self, name: str, reference: str) -> None:
        """Give cells a name that formulas can use."""
        from openpyxl.workbook.defined_name import DefinedName

        self.workbook.defined_names[name] = DefinedName(name, attr_text=reference)

    def row_counts(self) -> dict[str, int]:
        """Return the sheets that were saved by title, in their order, with the number of rows below the first."""
        return {page.title: self._sheets[page.title].row_count - 1 for page in self.workbook.worksheets}

    def save(self, file: IO[bytes]) -> None:
        """Write the workbook with the rows of its sheets."""
        self.workbook.remove(self._scratch)
        self.workbook.active = 0
        frame = BytesIO()
        self.workbook.save(frame)
        places = {
            f"xl/worksheets/sheet{number}.xml": self._sheets[worksheet.title]
            for number, worksheet in enumerate(self.workbook.worksheets, 1)
        }
        with ZipFile(frame) as old, ZipFile(file, "w", ZIP_DEFLATED) as new:
            for item in old.infolist():
                with new.open(item.filename, "w") as part:
                    if sheet := places.get(item.filename):
                        sheet.write(old.read(item).decode(), part)
                    else:
                        part.write(old.read(item))
