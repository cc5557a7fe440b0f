"""Read XLSX workbooks as text. Sizes are checked before anything is unpacked."""

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from xml.etree.ElementTree import ParseError

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message, Refused
from tournament.players.importing.raw_table import ABOVE, MAX_CELL, Grid, HasHeadings, Limits, Line

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK\x03\x04"
MAX_UNPACKED = 24 * 1024 * 1024
MAX_PARTS = 2_000
MAX_MERGED = 500
MOST_BLANKS = 5_000
_DAMAGED = (
    zipfile.BadZipFile,
    ParseError,
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    IndexError,
    EOFError,
)
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^>]*ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')

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


def _archive(content: bytes) -> zipfile.ZipFile:
    """The workbook's archive, its sizes checked."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise Refused.of(
            "workbook-damaged", _("The workbook is damaged: it cannot be unpacked. Save it again and choose it again.")
        ) from error
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise Refused.of(
            "workbook-large",
            _("The workbook is too large when unpacked. Copy only the list into a new workbook."),
        )
    names = {part.filename for part in parts}
    if any(part.flag_bits & 0x1 for part in parts):
        raise Refused.of(
            "workbook-locked", _("The workbook is protected by a password. Save it without one and choose it again.")
        )
    if "xl/workbook.bin" in names:
        raise Refused.of(
            "file-xlsb", _("This is a binary workbook (.xlsb). Save it as .xlsx or as CSV and choose it again.")
        )
    if "mimetype" in names or "content.xml" in names:
        raise Refused.of("file-ods", _("This is an OpenDocument file. Save it as .xlsx or as CSV and choose it again."))
    if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise Refused.of(
            "workbook-other", _("This file is not an XLSX workbook. Save the list as XLSX or CSV and choose it again.")
        )
    return archive


def _refuse_entities(archive: zipfile.ZipFile) -> None:
    """Refuse document types: no workbook needs one, and its entities may expand without end."""
    for name in archive.namelist():
        if name.endswith((".xml", ".rels")) and b"<!DOCTYPE" in archive.read(name):
            raise Refused.of(
                "workbook-entities", _("This workbook was not written by a spreadsheet program, so it is not read.")
            )


def read_xlsx(content: bytes, *, source: str, has_headings: HasHeadings, limits: Limits) -> Grid:
    """The first sheet with known headings, else the first that is not empty, as lines of text.

    A formula gives the value its program computed last, with a note; it is never evaluated here. A merged block
    gives its value to each of its rows. Raises Refused with the kind of file and the remedy.
    """
    try:
        archive = _archive(content)
        _refuse_entities(archive)
        return _read(archive, content, source, has_headings, limits)
    except _DAMAGED as error:
        raise Refused.of(
            "workbook-unreadable", _("The workbook is damaged: it cannot be read. Save it again and choose it again.")
        ) from error


def _read(archive: zipfile.ZipFile, content: bytes, source: str, has_headings: HasHeadings, limits: Limits) -> Grid:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=False, keep_links=False)
    computed = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    chosen = _Sheet("", ())
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            continue
        # openpyxl streams a sheet without its merged blocks; they come after the rows in the same part.
        blocks = _merged(archive.read(sheet._worksheet_path.lstrip("/")))
        read = _sheet(sheet, computed[sheet.title], blocks, limits)
        if any(has_headings(line.cells) for line in read.lines[:10]):
            chosen = read
            break
        chosen = chosen if chosen.lines else read
    if len(chosen.lines) > limits.rows + ABOVE:
        limits.refuse_rows(None)
    return Grid(chosen.lines, source, tuple(_notes(chosen, archive, len(book.worksheets))))


@dataclass(frozen=True, slots=True)
class _Sheet:
    title: str
    lines: tuple[Line, ...]
    stopped_at: int = 0  # the last row before thousands of blank ones


def _notes(sheet: _Sheet, archive: zipfile.ZipFile, sheets: int) -> Iterator[Message]:
    if sheets > 1:
        yield Message("sheet", _("sheet “{title}”"), {"title": sheet.title})
    if any(name.endswith("vbaProject.bin") for name in archive.namelist()):
        yield Message("macros", _("the workbook has macros; they were not run"))
    if sheet.stopped_at:
        text = _("read to row {row}, where thousands of blank rows begin")
        yield Message("blank-rows", text, {"row": sheet.stopped_at})


def _sheet(sheet: Any, computed: Any, blocks: list[Block], limits: Limits) -> _Sheet:
    """The rows that are not blank, at most one more than are allowed; thousands of blank rows end the sheet."""
    for part in (sheet, computed):
        part.reset_dimensions()  # the size written in a sheet is often wrong
    lines: list[Line] = []
    number = blanks = 0
    above: dict[Block, str] = {}
    rows = zip(
        sheet.iter_rows(max_col=limits.columns),
        computed.iter_rows(max_col=limits.columns, values_only=True),
        strict=True,
    )
    for number, (cells, values) in enumerate(rows, start=1):
        line = _unmerged(Line(number, *_texts(cells, values)), blocks, above)
        blanks = blanks + 1 if line.is_blank else 0
        if not line.is_blank:
            lines.append(line)
        if len(lines) > limits.rows + ABOVE or blanks > MOST_BLANKS:
            break
    stopped_at = number - blanks if blanks > MOST_BLANKS else 0
    return _Sheet(sheet.title, tuple(lines), stopped_at)


def _texts(cells: Any, values: Any) -> tuple[tuple[str, ...], tuple[tuple[int, Message], ...]]:
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


def _remark(kind: str, text: str) -> Message | None:
    if kind == "f" and not text:
        missing = _("The cell has a formula without a value. Copy the column and paste it as values.")
        return Message("formula-without-value", missing, {}, Level.ERROR)
    if kind == "e" or (kind == "f" and re.fullmatch(r"#[A-Z/0]+[!?]?", text)):
        return Message("cell-error", _("The cell shows {text} instead of a value."), {"text": text}, Level.ERROR)
    if kind == "f":
        return Message("formula", _("“{text}” is the saved result of a formula."), {"text": text[:60]})
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
        raise Refused.of(
            "workbook-merged", _("The sheet has hundreds of merged cells. Undo the merging and choose it again.")
        )
    return [block for block in blocks if block[1] < block[3]]


def _unmerged(line: Line, blocks: list[Block], above: dict[Block, str]) -> Line:
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
