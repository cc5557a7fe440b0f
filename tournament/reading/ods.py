"""Read OpenDocument spreadsheets as text, behind the same guard as XLSX workbooks: streamed, with every limit."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message, Refused
from tournament.reading.raw_table import ABOVE, MAX_CELL, Grid, HasHeadings, IsMeant, Limits, Line, no_sheet
from tournament.reading.workbook_parts import PartReader, WorkbookParts, too_large, whole_workbook
from tournament.reading.xlsx import (
    MAX_KEPT,
    MAX_MERGED,
    MAX_SHEETS,
    MAX_STYLES,
    MOST_BLANKS,
    Block,
    SheetLines,
    cell_remark,
    sheet_notes,
    unmerged,
)

SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"
_TYPED = {"date": "date-value", "time": "time-value", "boolean": "boolean-value"}
_NUMBERS = {"float", "percentage", "currency"}


def read_ods(
    parts: WorkbookParts, *, source: str, has_headings: HasHeadings, limits: Limits, is_meant: IsMeant = no_sheet
) -> Grid:
    """The first sheet with known headings, those first whose title `is_meant`; else the first that is not empty.

    What a cell shows is read, never its formula. Raises Refused with the kind of file and the remedy.
    """
    with whole_workbook():
        parts.refuse_entities()
        _refuse_other_documents(parts)
        reader = _ContentReader(limits)
        parts.read("content.xml", reader)
    sheets = sorted(reader.sheets(), key=lambda sheet: not is_meant(sheet.title))
    chosen = next((one for one in sheets if any(has_headings(line.cells) for line in one.lines[:10])), None)
    chosen = chosen or next((one for one in sheets if one.lines), SheetLines("", ()))
    if len(chosen.lines) > limits.rows + ABOVE:
        limits.refuse_rows(None)
    return Grid(chosen.lines, source, tuple(sheet_notes(chosen, set(), reader.count)))


class _ManifestReader(PartReader):
    """The kind of document, and whether a part is encrypted."""

    def __init__(self) -> None:
        self.kind, self.is_locked = "", False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        named = _local(attributes)
        if tag == "file-entry" and named.get("full-path") == "/":
            self.kind = named.get("media-type", "")
        elif tag == "encryption-data":
            self.is_locked = True


def _refuse_other_documents(parts: WorkbookParts) -> None:
    manifest = _ManifestReader()
    if "META-INF/manifest.xml" in parts.names:
        parts.read("META-INF/manifest.xml", manifest)
    if manifest.is_locked:
        raise Refused.of(
            "workbook-locked", _("The workbook is protected by a password. Save it without one and choose it again.")
        )
    if not manifest.kind.startswith(SPREADSHEET):
        raise Refused.of(
            "file-document", _("This is a document, not a list. Save the list as XLSX or CSV, or paste its rows.")
        )


def _local(attributes: dict[str, str]) -> dict[str, str]:
    return {name.rpartition(" ")[2]: value for name, value in attributes.items()}


def _times(text: str | None) -> int:
    """Return how often a cell or row is repeated: programs write a million for the blank rest of a sheet."""
    return int(text) if text and re.fullmatch(r"[1-9]\d{0,6}", text) else 1


class _SheetInput:
    """The lines of one sheet as they come in, with the blocks of merged cells."""

    def __init__(self, title: str, is_hidden: bool) -> None:
        self.title, self.is_hidden = title, is_hidden
        self.lines: list[Line] = []
        self.blocks: list[Block] = []
        self.row = self.stopped_at = 0

    def sheet(self) -> SheetLines:
        """Return what was read, with the values of merged blocks in each of their rows."""
        above: dict[Block, str] = {}
        lines = tuple(unmerged(line, self.blocks, above) for line in self.lines)
        return SheetLines(self.title, lines, self.stopped_at)


class _ContentReader(PartReader):
    """All sheets of the document: at most one row more of each than is allowed."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._sheets: list[_SheetInput] = []
        self._cells: dict[int, str] = {}
        self._remarks: list[tuple[int, Message]] = []
        self._cell: dict[str, str] = {}
        self._pieces: list[str] = []
        self._column = self._repeated = self._ignored = self._paragraphs = 0
        self._kept = self._length = 0
        self._is_text = False

    @property
    def count(self) -> int:
        return len(self._sheets)

    def sheets(self) -> Iterator[SheetLines]:
        """Yield the visible sheets."""
        return (one.sheet() for one in self._sheets if not one.is_hidden)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in ("annotation", "shapes", "tracked-changes"):
            self._ignored += 1
        if self._ignored:
            return
        named = _local(attributes)
        if tag == "style":
            self._style = named.get("name", "") if named.get("family") == "table" else ""
        elif tag == "table-properties" and self._style and named.get("display") == "false":
            self._hidden_styles.add(self._style)
            if len(self._hidden_styles) > MAX_STYLES:
                raise too_large()
        elif tag == "table":
            if len(self._sheets) == MAX_SHEETS:
                raise too_large()
            is_hidden = named.get("style-name", "") in self._hidden_styles
            self._sheets.append(_SheetInput(named.get("name", "")[:100], is_hidden))
        elif tag == "table-row":
            self._cells, self._remarks, self._column = {}, [], 0
            self._repeated = _times(named.get("number-rows-repeated"))
        elif tag in ("table-cell", "covered-table-cell"):
            self._cell, self._pieces, self._paragraphs, self._length = named, [], 0, 0
        elif tag == "p":
            self._is_text = True
            self._pieces += [" "] if self._paragraphs else []
            self._paragraphs += 1
        elif tag in ("s", "tab", "line-break"):
            self._pieces.append(" ")

    def end(self, tag: str) -> None:
        if tag in ("annotation", "shapes", "tracked-changes"):
            self._ignored -= 1
        elif self._ignored:
            return
        elif tag == "p":
            self._is_text = False
        elif tag in ("table-cell", "covered-table-cell"):
            self._end_cell()
        elif tag == "table-row" and self._sheets:
            self._end_row(self._sheets[-1])

    def text(self, text: str) -> None:
        if self._is_text and not self._ignored and self._length < MAX_CELL:
            self._pieces.append(text)
            self._length += len(text)

    def _end_cell(self) -> None:
        shown = " ".join("".join(self._pieces).split())[:MAX_CELL]
        text = self._value(shown)
        remark = cell_remark(self._kind(shown), text)
        for column in range(self._column, min(self._column + self._times(), self._limits.columns)):
            if text:
                self._cells[column] = text
            if remark:
                self._remarks.append((column, remark))
        rows = _times(self._cell.get("number-rows-spanned"))
        if rows > 1 and self._sheets and self._column < self._limits.columns:
            self._merge(self._sheets[-1], rows)
        self._column += self._times()

    def _times(self) -> int:
        return _times(self._cell.get("number-columns-repeated"))

    def _kind(self, shown: str) -> str:
        if re.match(r"#[A-Z/0]+[!?]?$|Err:\d+$", shown):
            return "e"
        return "f" if self._cell.get("formula") else ""

    def _value(self, shown: str) -> str:
        """Return what the cell shows; a number without the separators of its format, a day as ISO."""
        kind = self._cell.get("value-type", "")
        if kind in _TYPED:
            value = self._cell.get(_TYPED[kind], shown)
            return {"true": "yes", "false": "no"}.get(value, value)
        if kind in _NUMBERS and not shown.isdecimal():
            return re.sub(r"\.0+$", "", self._cell.get("value", shown))
        return shown

    def _merge(self, sheet: _SheetInput, rows: int) -> None:
        first = sheet.row + 1
        sheet.blocks.append((self._column, first, self._column, first + rows - 1))
        if len(sheet.blocks) > MAX_MERGED:
            raise Refused.of(
                "workbook-merged", _("The sheet has hundreds of merged cells. Undo the merging and choose it again.")
            )

    def _end_row(self, sheet: _SheetInput) -> None:
        first, sheet.row = sheet.row + 1, sheet.row + self._repeated
        last = sheet.lines[-1].number if sheet.lines else 0
        if sheet.stopped_at or not self._cells:
            return
        if first - last > MOST_BLANKS:
            sheet.stopped_at = last
            return
        cells = tuple(self._cells.get(column, "") for column in range(max(self._cells) + 1))
        for number in range(first, sheet.row + 1):
            if len(sheet.lines) > self._limits.rows + ABOVE:
                return
            self._kept += len(cells) + len(self._remarks)
            if self._kept > MAX_KEPT:
                raise too_large()
            sheet.lines.append(Line(number, cells, tuple(self._remarks)))
