"""The file of a finished event as CSV text: text as it is; of a workbook the sheet that has what every row needs."""

import csv
from collections.abc import Sequence
from io import StringIO

from django.utils.translation import gettext, gettext_noop

from tournament.archive.columns import KNOWN, NEEDED, heading
from tournament.archive.faults import BadFile, fault
from tournament.core.messages import Level, Refused
from tournament.players.names import key
from tournament.reading.encodings import candidates, decode, is_clear
from tournament.reading.files import read_file
from tournament.reading.raw_table import Limits, Line
from tournament.reading.workbook_parts import too_large
from tournament.reading.xlsx import OLE, ZIP

LIMITS = Limits(megabytes=10, rows=40_000, columns=60)
"""A row for each seat of 1,000 players and 40 hanchan, in the columns that every row needs. A workbook
with more columns is too large sooner; its sheet is loaded as CSV."""


def text_of(data: bytes, name: str = "") -> str:
    """The table of a file, each row in the line of its number there. Raises Refused for what is neither text nor a
    workbook, BadFile where a line of it cannot be read."""
    if not data.startswith((ZIP, OLE)):
        return _decoded(data)
    try:
        lines = read_file(name, data, limits=LIMITS, has_headings=_has_headings, is_meant=_is_own_sheet).lines
    except Refused as refused:
        if refused.codes != too_large().codes:
            raise
        text = gettext_noop(
            "The workbook is too large to read. Save the sheet with the tables as “CSV UTF-8” and load that."
        )
        raise BadFile([fault(0, "workbook-large", text)]) from refused
    _refuse_formulas(lines)
    return _as_csv(lines)


def _has_headings(cells: Sequence[str]) -> bool:
    """Return whether the cells are headings, with a column for all that every row needs."""
    names = {heading(cell) for cell in cells}
    return all(names & {*KNOWN[column]} for column in NEEDED)


def _is_own_sheet(title: str) -> bool:
    """Return whether a sheet of this title is the one of our own workbook that has penalties too."""
    return key(title) in {key("Tables"), key(gettext("Tables"))}


def _refuse_formulas(lines: Sequence[Line]) -> None:
    """Refuse formulas that were saved without their values: read as empty, a penalty would be lost."""
    found = [
        fault(line.number, remark.code, gettext_noop("column {column}: {problem}"), column=column + 1, problem=remark)
        for line in lines
        for column, remark in line.remarks
        if remark.level == Level.ERROR and not "".join(line.cells[column : column + 1])
    ]
    if found:
        raise BadFile(found)


def _as_csv(lines: Sequence[Line]) -> str:
    """The rows from the headings on, or all of them where no line has the headings."""
    first = next((at for at, line in enumerate(lines) if _has_headings(line.cells)), 0)
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    written = 0
    for line in lines[first:]:
        text.write("\n" * (line.number - written - 1))
        writer.writerow([" ".join(cell.split()) for cell in line.cells])
        written = line.number
    return text.getvalue()


def _decoded(data: bytes) -> str:
    """The text of a file in the encoding that its bytes tell; raises BadFile where they tell none, or several."""
    try:
        text, encoding = decode(data)
        if encoding in ("utf-8", "utf-16") or is_clear(candidates(data)):
            return text
    except Refused as refused:
        if b"\0" in data:
            damaged = gettext_noop("there is a NUL character: the file is damaged, or it is not a text file.")
            raise BadFile([fault(_line_at(data, data.index(b"\0")), "nul", damaged)]) from refused
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        unclear = gettext_noop("this is not UTF-8 text (byte {byte}). Save the file as “CSV UTF-8” and load that.")
        byte = f"0x{data[problem.start]:02X}"
        raise BadFile([fault(_line_at(data, problem.start), "encoding", unclear, byte=byte)]) from problem


def _line_at(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1
