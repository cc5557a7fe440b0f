"""Read XLSX workbooks as text: streamed, never evaluated, and no more of them than a list needs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message, Refused
from tournament.reading.raw_table import ABOVE, MAX_CELL, Grid, HasHeadings, IsMeant, Limits, Line, no_sheet
from tournament.reading.workbook_parts import EnoughRead, PartReader, WorkbookParts, too_large, whole_workbook

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK\x03\x04"
MAX_MERGED = 500
MAX_SHEETS = 200
MAX_STRINGS = 300_000
MAX_KEPT = 200_000
"""Cells and remarks that are kept of a sheet: 20,000 rows with ten each."""
MAX_STYLES = 65_536
MAX_COLUMNS = 16_384  # of a spreadsheet program
MOST_BLANKS = 5_000
_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})")

Block = tuple[int, int, int, int]  # columns from 0 and rows from 1: left, top, right, bottom


def refuse_other_workbooks(content: bytes) -> None:
    """Refuse old, protected and other formats that look like a workbook."""
    if content.startswith(OLE):
        if "EncryptedPackage".encode("utf-16-le") in content:
            raise Refused.of(
                "workbook-locked",
                _("The workbook is protected by a password. Save it without one and choose it again."),
            )
        raise Refused.of(
            "file-xls", _("This is an old Excel file (.xls). Save it as .xlsx or as CSV and choose it again.")
        )
    if content.startswith(b"%PDF"):
        raise Refused.of("file-pdf", _("This is a PDF. Save the list as XLSX or CSV, or paste its rows."))


def read_xlsx(
    parts: WorkbookParts, *, source: str, has_headings: HasHeadings, limits: Limits, is_meant: IsMeant = no_sheet
) -> Grid:
    """The first sheet with known headings, those first whose title `is_meant`; else the first that is not empty.

    A formula gives the value its program computed last, with a note; it is never evaluated here. A merged block
    gives its value to each of its rows. Raises Refused with the kind of file and the remedy.
    """
    with whole_workbook():
        parts.refuse_entities()
        book = _book(parts)
        chosen = SheetLines("", ())
        for title, name in sorted(book.visible, key=lambda sheet: not is_meant(sheet[0])):
            reader = _SheetReader(book, limits)
            parts.read(name, reader)
            read = reader.sheet(title)
            if any(has_headings(line.cells) for line in read.lines[:10]):
                chosen = read
                break
            chosen = chosen if chosen.lines else read
    if len(chosen.lines) > limits.rows + ABOVE:
        limits.refuse_rows(None)
    return Grid(chosen.lines, source, tuple(sheet_notes(chosen, parts.names, book.sheet_count)))


@dataclass(frozen=True, slots=True)
class SheetLines:
    """A sheet as it was read."""

    title: str
    lines: tuple[Line, ...]
    stopped_at: int = 0  # the last row before thousands of blank ones


def sheet_notes(sheet: SheetLines, names: set[str], sheets: int) -> Iterator[Message]:
    """Yield how the sheet was chosen and read."""
    if sheets > 1:
        yield Message("sheet", _("sheet “{title}”"), {"title": sheet.title})
    if any(name.endswith("vbaProject.bin") for name in names):
        yield Message("macros", _("the workbook has macros; they were not run"))
    if sheet.stopped_at:
        text = _("read to row {row}, where thousands of blank rows begin")
        yield Message("blank-rows", text, {"row": sheet.stopped_at})


# --- the workbook -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Book:
    """The parts that the sheets refer to. `visible` has the title and part of each visible sheet, each part once."""

    visible: tuple[tuple[str, str], ...]
    sheet_count: int
    strings: list[str]
    dates: dict[int, bool]  # styles of dates; true for those of lengths of time
    from_1904: bool


def _book(parts: WorkbookParts) -> _Book:
    by_kind = dict(parts.relations("").values())
    main = by_kind.get("officeDocument", "xl/workbook.xml")
    relations = parts.relations(main)
    others = {kind: name for kind, name in relations.values() if name in parts.names}
    book, strings, styles = _BookReader(), _StringReader(), _StyleReader()
    parts.read(main, book)
    if "sharedStrings" in others:
        parts.read(others["sharedStrings"], strings)
    if "styles" in others:
        parts.read(others["styles"], styles)
    sheets: dict[str, str] = {}
    for title, state, relation in book.sheets:
        kind, name = relations.get(relation, ("", ""))
        if kind == "worksheet" and state == "visible" and name in parts.names:
            sheets.setdefault(name, title)
    visible = tuple((title, name) for name, title in sheets.items())
    return _Book(visible, len(book.sheets), strings.found, styles.dates(), book.from_1904)


class _BookReader(PartReader):
    """The list of sheets: title, state, and the id of the relation to the part."""

    def __init__(self) -> None:
        self.sheets: list[tuple[str, str, str]] = []
        self.from_1904 = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "workbookPr":
            self.from_1904 = attributes.get("date1904") in ("1", "true")
        elif tag == "sheet" and len(self.sheets) < MAX_SHEETS:
            relation = next((value for name, value in attributes.items() if name.endswith(" id")), "")
            self.sheets.append((attributes.get("name", "")[:100], attributes.get("state", "visible"), relation))


class _TextReader(PartReader):
    """The text of a cell, from a shared string or its own: without how it is pronounced, and not more than is used."""

    def __init__(self) -> None:
        self._collects = self._is_reading_aid = False
        self._pieces: list[str] = []
        self._length = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "rPh":
            self._is_reading_aid = True
        elif tag in ("t", "v") and not self._is_reading_aid:
            self._collects = True

    def end(self, tag: str) -> None:
        if tag == "rPh":
            self._is_reading_aid = False
        elif tag in ("t", "v"):
            self._collects = False

    def text(self, text: str) -> None:
        if self._collects and self._length < 2 * MAX_CELL:
            self._pieces.append(text)
            self._length += len(text)

    def taken(self) -> str:
        """Return what was collected and begin again."""
        text = "".join(self._pieces)[: 2 * MAX_CELL]
        self._pieces.clear()
        self._length = 0
        return text


class _StringReader(_TextReader):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def end(self, tag: str) -> None:
        super().end(tag)
        if tag == "si":
            if len(self.found) == MAX_STRINGS:
                raise too_large()
            self.found.append(self.taken().replace("x005F_", ""))


class _StyleReader(PartReader):
    """The styles of cells that show a number as a date or as a length of time."""

    def __init__(self) -> None:
        self._formats: dict[str, str] = {}
        self._styles: list[str] = []
        self._is_cells = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "numFmt" and len(self._formats) < MAX_STYLES:
            self._formats[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")[:MAX_CELL]
        elif tag == "cellXfs":
            self._is_cells = True
        elif tag == "xf" and self._is_cells and len(self._styles) < MAX_STYLES:
            self._styles.append(attributes.get("numFmtId", "0"))

    def end(self, tag: str) -> None:
        if tag == "cellXfs":
            self._is_cells = False

    def dates(self) -> dict[int, bool]:
        from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format

        known = {str(number): code for number, code in BUILTIN_FORMATS.items()} | self._formats
        of_time = {one: is_timedelta_format(code) for one, code in known.items() if is_date_format(code)}
        return {index: of_time[style] for index, style in enumerate(self._styles) if style in of_time}


# --- a sheet ------------------------------------------------------------------------------------------------------


class _SheetReader(_TextReader):
    """The rows that are not blank, at most one more than are allowed; thousands of blank rows end the sheet."""

    def __init__(self, book: _Book, limits: Limits) -> None:
        super().__init__()
        self._book, self._limits = book, limits
        self._lines: list[Line] = []
        self._blocks: list[Block] = []
        self._row = self._column = self._stopped_at = 0
        self._cells: dict[int, str] = {}
        self._remarks: list[tuple[int, Message]] = []
        self._kind = self._style = ""
        self._is_formula = False
        self._kept = self._letters = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        super().start(tag, attributes)
        if tag == "row":
            self._row = int(attributes.get("r", self._row + 1))
            self._column = -1
            self._cells, self._remarks = {}, []
        elif tag == "c":
            found = _REFERENCE.fullmatch(attributes.get("r", ""))
            self._column = _column(found[1]) if found else self._column + 1
            if self._column >= MAX_COLUMNS:
                raise too_large()
            self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "0")
            self._is_formula = False
        elif tag == "f":
            self._is_formula = True
        elif tag == "mergeCell":
            self._merge(attributes.get("ref", ""))

    def end(self, tag: str) -> None:
        super().end(tag)
        if tag == "c":
            self._end_cell(self.taken())
        elif tag == "row":
            self._end_row()

    def _merge(self, reference: str) -> None:
        first, _colon, last = reference.partition(":")
        top, bottom = _REFERENCE.fullmatch(first), _REFERENCE.fullmatch(last)
        if top and bottom:
            self._blocks.append((_column(top[1]), int(top[2]), _column(bottom[1]), int(bottom[2])))
        if len(self._blocks) > MAX_MERGED:
            raise Refused.of(
                "workbook-merged", _("The sheet has hundreds of merged cells. Undo the merging and choose it again.")
            )

    def _end_cell(self, typed: str) -> None:
        if self._column >= self._limits.columns or self._stopped_at:
            return
        kind, value = self._value(typed)
        text = _text(value)
        remark = cell_remark("f" if self._is_formula else kind, text)
        if remark:
            self._remarks.append((self._column, remark))
        if text:
            self._cells[self._column] = text[:MAX_CELL]

    def _value(self, typed: str) -> tuple[str, object]:
        """Return the kind of the cell, and what it holds as a spreadsheet program shows it."""
        from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel, from_ISO8601

        kind = self._kind
        if not typed:
            return kind, None
        if kind == "s":
            return kind, self._book.strings[int(typed)]
        if kind == "b":
            return kind, bool(int(typed))
        if kind == "d":
            return kind, from_ISO8601(typed)
        if kind != "n":
            return kind, typed
        number = float(typed) if set(typed) & set(".eE") else int(typed)
        style = int(self._style)
        if style not in self._book.dates:
            return kind, number
        epoch = CALENDAR_MAC_1904 if self._book.from_1904 else CALENDAR_WINDOWS_1900
        try:
            return kind, from_excel(number, epoch, timedelta=self._book.dates[style])
        except (OverflowError, ValueError):
            return "e", "#VALUE!"

    def _end_row(self) -> None:
        last = self._lines[-1].number if self._lines else 0
        if not self._cells or self._row <= last or self._stopped_at:
            return
        if self._row - last > MOST_BLANKS:
            self._stopped_at = last
            return
        cells = tuple(self._cells.get(column, "") for column in range(max(self._cells) + 1))
        self._kept += len(cells) + len(self._remarks)
        self._letters += sum(map(len, self._cells.values()))
        if self._kept > MAX_KEPT or self._letters > self._limits.bytes:
            raise too_large()
        self._lines.append(Line(self._row, cells, tuple(self._remarks)))
        if len(self._lines) > self._limits.rows + ABOVE:
            raise EnoughRead

    def sheet(self, title: str) -> SheetLines:
        """Return what was read, with the values of merged blocks in each of their rows."""
        blocks = [block for block in self._blocks if block[1] < block[3] and block[0] < self._limits.columns]
        above: dict[Block, str] = {}
        lines = []
        for line in self._lines:
            lines.append(unmerged(line, blocks, above))
            self._kept += len(lines[-1].remarks) - len(line.remarks)
            if self._kept > MAX_KEPT:
                raise too_large()
        return SheetLines(title, tuple(lines), self._stopped_at)


def cell_remark(kind: str, text: str) -> Message | None:
    """Return what is to be said of a cell; `kind` is f for a formula, e for an error."""
    if kind == "f" and not text:
        missing = _("The cell has a formula without a value. Copy the column and paste it as values.")
        return Message("formula-without-value", missing, {}, Level.ERROR)
    if kind == "e" or (kind == "f" and re.fullmatch(r"#[A-Z/0]+[!?]?", text)):
        return Message("cell-error", _("The cell shows {text} instead of a value."), {"text": text}, Level.ERROR)
    if kind == "f":
        return Message("formula", _("“{text}” is the saved result of a formula."), {"text": text[:60]})
    return None


def _text(value: object) -> str:
    """A cell as a person reads it: 7.0 is 7, yes and no are words, days are ISO."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 10**15 else repr(value)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, date | time):
        return value.isoformat()
    return " ".join(str(value).split())


# --- merged blocks ------------------------------------------------------------------------------------------------


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def unmerged(line: Line, blocks: list[Block], above: dict[Block, str]) -> Line:
    """The line with the values of the merged blocks that reach into it; `above` has the value of each block."""
    cells, remarks = list(line.cells), list(line.remarks)
    for block in blocks:
        left, top, _right, bottom = block
        if line.number == top and left < len(cells):
            above[block] = cells[left]
        elif top < line.number <= bottom and above.get(block) and any(cells):
            cells += [""] * (left + 1 - len(cells))
            cells[left] = above[block]
            text = _("“{text}” is taken from the merged cell above.")
            remarks.append((left, Message("merged", text, {"text": cells[left][:60]})))
    return Line(line.number, tuple(cells), tuple(remarks))
