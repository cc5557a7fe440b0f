"""XLSX workbooks: read as text, whatever they hold. Sizes are checked before anything is unpacked."""

import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, NamedTuple
from xml.etree.ElementTree import ParseError

from django.utils.translation import gettext as _

from tournament.players.importing.grid import MAX_CELL, MAX_COLUMNS, MAX_LINES, Grid, Level, Line, Remark
from tournament.players.importing.text import too_many
from tournament.problems import Refused

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK\x03\x04"
MAX_UNPACKED = 24 * 1024 * 1024
MAX_PARTS = 2_000
MAX_MERGED = 500
ABOVE = 20  # headings and what stands above them are not counted yet
MOST_BLANKS = 5_000
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^>]*ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')

Block = tuple[int, int, int, int]  # columns from 0 and rows from 1: left, top, right, bottom


def refuse_other_workbooks(content: bytes) -> None:
    """Say what a file is that looks like a workbook and is none we read."""
    if content.startswith(OLE):
        if "EncryptedPackage".encode("utf-16-le") in content:
            raise Refused(_("The workbook is protected by a password. Save it without one and choose it again."))
        raise Refused(_("This is an old Excel file (.xls). Save it as .xlsx or as CSV and choose it again."))
    if content.startswith(b"%PDF"):
        raise Refused(_("This is a PDF. Save the list as XLSX or CSV, or paste its rows."))


def _archive(content: bytes) -> zipfile.ZipFile:
    """The workbook's archive, once its sizes are known to be sane."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise Refused(
            _("The workbook is damaged: it cannot be unpacked. Save it again and choose it again.")
        ) from error
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise Refused(_("The workbook is too large when unpacked. Copy the list of players alone into a new workbook."))
    names = {part.filename for part in parts}
    if any(part.flag_bits & 0x1 for part in parts):
        raise Refused(_("The workbook is protected by a password. Save it without one and choose it again."))
    if "xl/workbook.bin" in names:
        raise Refused(_("This is a binary workbook (.xlsb). Save it as .xlsx or as CSV and choose it again."))
    if "mimetype" in names or "content.xml" in names:
        raise Refused(_("This is an OpenDocument file. Save it as .xlsx or as CSV and choose it again."))
    if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise Refused(_("This file is not an XLSX workbook. Save the list as XLSX or CSV and choose it again."))
    return archive


def _refuse_entities(archive: zipfile.ZipFile) -> None:
    """No workbook needs a document type; one that has it means to be unfolded without end."""
    for name in archive.namelist():
        if name.endswith((".xml", ".rels")) and b"<!DOCTYPE" in archive.read(name):
            raise Refused(_("The workbook is not one that a spreadsheet program writes; it is not read."))


def read_xlsx(
    content: bytes, *, source: str, has_headings: Callable[[tuple[str, ...]], bool], most: int = MAX_LINES,
    columns: int = MAX_COLUMNS,
) -> Grid:  # fmt: skip
    """The sheet whose headings we know, else the first that holds anything, as lines of text.

    A formula gives the value its program computed last, with a note; it is never evaluated here. A merged block
    gives its value to each of its rows. Raises Refused, saying what the file is and what would do.
    """
    try:
        archive = _archive(content)
        _refuse_entities(archive)
        return _read(archive, content, source, has_headings, _Most(most, columns))
    except (
        zipfile.BadZipFile,
        ParseError,
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        EOFError,
    ) as error:
        raise Refused(_("The workbook is damaged: it cannot be read. Save it again and choose it again.")) from error


class _Most(NamedTuple):
    """So many rows and columns are read."""

    rows: int
    columns: int


def _read(
    archive: zipfile.ZipFile, content: bytes, source: str, has_headings: Callable[[tuple[str, ...]], bool], most: _Most
) -> Grid:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=False, keep_links=False)
    computed = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    sheets = []
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            continue
        # openpyxl streams a sheet without telling its merged blocks; they stand after the rows in the same part.
        blocks = _merged(archive.read(sheet._worksheet_path.lstrip("/")))
        read = _sheet(sheet, computed[sheet.title], blocks, most)
        if any(has_headings(line.cells) for line in read.lines[:10]):
            return _grid(read, source, archive, len(book.worksheets), most)
        if read.lines:
            sheets.append(read)
    return _grid(sheets[0] if sheets else _Sheet("", ()), source, archive, len(book.worksheets), most)


@dataclass(frozen=True, slots=True)
class _Sheet:
    title: str
    lines: tuple[Line, ...]
    stopped_at: int = 0  # the row after which thousands of blank ones were not gone through


def _grid(sheet: _Sheet, source: str, archive: zipfile.ZipFile, sheets: int, most: _Most) -> Grid:
    if len(sheet.lines) > most.rows + ABOVE:
        raise too_many(None, most.rows)
    notes = [_("sheet “%(title)s”") % {"title": sheet.title}] if sheets > 1 else []
    if any(name.endswith("vbaProject.bin") for name in archive.namelist()):
        notes.append(_("the workbook has macros; they were not run"))
    if sheet.stopped_at:
        notes.append(_("read to row %(row)s, where thousands of blank rows begin") % {"row": sheet.stopped_at})
    return Grid(sheet.lines, source, tuple(notes))


def _sheet(sheet: Any, computed: Any, blocks: list[Block], most: _Most) -> _Sheet:
    """The sheet's rows that hold something, one more than are taken at most; a desert of blank rows ends it."""
    for part in (sheet, computed):
        part.reset_dimensions()  # what a sheet says of its own size is often wrong
    lines: list[Line] = []
    number = blanks = 0
    above: dict[Block, str] = {}
    rows = zip(
        sheet.iter_rows(max_col=most.columns), computed.iter_rows(max_col=most.columns, values_only=True), strict=True
    )
    for number, (cells, values) in enumerate(rows, start=1):
        line = _unmerged(Line(number, *_texts(cells, values)), blocks, above)
        blanks = blanks + 1 if line.is_blank else 0
        if not line.is_blank:
            lines.append(line)
        if len(lines) > most.rows + ABOVE or blanks > MOST_BLANKS:
            break
    stopped_at = number - blanks if blanks > MOST_BLANKS else 0
    return _Sheet(sheet.title, tuple(lines), stopped_at)


def _texts(cells: Any, values: Any) -> tuple[tuple[str, ...], tuple[tuple[int, Remark], ...]]:
    texts, remarks = [], []
    for column, (cell, value) in enumerate(zip(cells, values, strict=True)):
        is_formula = cell.data_type == "f"
        text = _text(value if is_formula else cell.value)
        remark = _remark(cell.data_type, text)
        if remark:
            remarks.append((column, remark))
        texts.append(text[:MAX_CELL])
    while texts and not texts[-1]:
        texts.pop()
    return tuple(texts), tuple(remarks)


def _remark(kind: str, text: str) -> Remark | None:
    if kind == "f" and not text:
        message = _("The cell is a formula without a value. Copy the column and paste it as values.")
        return Remark(Level.ERROR, "formula-without-value", message)
    if kind == "e" or (kind == "f" and re.fullmatch(r"#[A-Z/0]+[!?]?", text)):
        return Remark(Level.ERROR, "cell-error", _("The cell shows %(text)s instead of a value.") % {"text": text})
    if kind == "f":
        message = _("“%(text)s” is what a formula gave when the file was saved.") % {"text": text[:60]}
        return Remark(Level.NOTE, "formula", message)
    return None


def _text(value: Any) -> str:
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


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def _merged(part: bytes) -> list[Block]:
    blocks = [
        (_column(left), int(top), _column(right), int(bottom)) for left, top, right, bottom in _MERGED.findall(part)
    ]
    if len(blocks) > MAX_MERGED:
        raise Refused(_("The sheet has hundreds of merged cells. Undo the merging and choose it again."))
    return [block for block in blocks if block[1] < block[3]]


def _unmerged(line: Line, blocks: list[Block], above: dict[Block, str]) -> Line:
    """The line with the values of the merged blocks that reach into it; `above` remembers where they began."""
    cells, remarks = list(line.cells), list(line.remarks)
    for block in blocks:
        left, top, _right, bottom = block
        if line.number == top and left < len(cells):
            above[block] = cells[left]
        elif top < line.number <= bottom and above.get(block) and any(cells):
            cells += [""] * (left + 1 - len(cells))
            cells[left] = above[block]
            message = _("“%(text)s” is taken from the merged cell above.") % {"text": cells[left][:60]}
            remarks.append((left, Remark(Level.NOTE, "merged", message)))
    return Line(line.number, tuple(cells), tuple(remarks))
