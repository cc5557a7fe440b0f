"""Read an uploaded file or pasted rows into a raw table. The first bytes decide what a file is, not its name."""

import csv
import io
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.points import write
from tournament.core.messages import Message, Refused
from tournament.core.tables import is_formula
from tournament.core.turns import Turns
from tournament.reading.encodings import ENCODINGS, candidates, decode, is_clear
from tournament.reading.ods import read_ods
from tournament.reading.raw_table import (
    ABOVE,
    MAX_CELL,
    Grid,
    HasHeadings,
    IsMeant,
    Limits,
    Line,
    no_sheet,
)
from tournament.reading.workbook_parts import WorkbookParts
from tournament.reading.xlsx import ZIP, read_xlsx, refuse_other_workbooks

SEPARATORS = {
    "\t": _("columns separated by tabs"),
    ";": _("columns separated by semicolons"),
    ",": _("columns separated by commas"),
    "|": _("columns separated by vertical bars"),
}
ACCEPTED = ".xlsx,.xlsm,.ods,.csv,.tsv,.txt"
"""The ends of the names of files that can be read, for the field of a page."""
READING_TURNS = Turns(at_once=1, waiting=3)
"""A large file takes memory while it is read, and the worst of them some seconds."""
_DOCUMENTS = ("<!doctype", "<html", "<?xml", "<table", "{\\rtf", "[{", '{"', "begin:vcard")


def read_file(
    name: str,
    content: bytes,
    *,
    limits: Limits,
    has_headings: HasHeadings,
    encoding: str = "",
    rewrite: Callable[[str], str] = str,
    is_meant: IsMeant = no_sheet,
) -> Grid:
    """The raw table of an uploaded file. Raises Refused, every message with a field (`file` or `encoding`); Busy
    when too many are being read.

    `has_headings` recognises the sheet of a workbook that is meant, `is_meant` does so by its title; `encoding`
    is the one chosen, "" to guess it;
    `rewrite` turns the text of another notation into rows.
    """
    with READING_TURNS.turn():
        return _read_file(name, content, limits, has_headings, encoding, rewrite, is_meant)


def _read_file(
    name: str,
    content: bytes,
    limits: Limits,
    has_headings: HasHeadings,
    encoding: str,
    rewrite: Callable[[str], str],
    is_meant: IsMeant,
) -> Grid:
    try:
        if len(content) > limits.bytes:
            text = _("The file is larger than {most} MB. Copy only the rows you need into a new file.")
            raise Refused.of("file-large", text, most=limits.megabytes)
        if not content.strip():
            raise Refused.of("file-empty", _("The file is empty."))
        refuse_other_workbooks(content)
        if content.startswith(ZIP):
            return _not_blank(_read_workbook(name, content, limits, has_headings, is_meant))
        text, used = _text(name, content, encoding)
        notes = (Message("encoding", ENCODINGS[used]),)
        grid = _not_blank(read_text(rewrite(text), limits=limits, source=name, notes=notes))
        if used.startswith("utf"):
            return grid
        is_unclear = not encoding and not is_clear(candidates(content))
        return replace(grid, doubtful=content, encoding=used, is_unclear=is_unclear)
    except Refused as refused:
        raise Refused(replace(message, field=message.field or "file") for message in refused.messages) from refused


def _read_workbook(name: str, content: bytes, limits: Limits, has_headings: HasHeadings, is_meant: IsMeant) -> Grid:
    parts = WorkbookParts(content)
    read = read_ods if parts.is_opendocument else read_xlsx
    return read(parts, source=name, has_headings=has_headings, limits=limits, is_meant=is_meant)


def _text(name: str, content: bytes, encoding: str) -> tuple[str, str]:
    if name.lower().endswith((".xlsx", ".xlsm", ".xls", ".ods")):
        text = _("“{name}” is named like a workbook but is not one. Save the list as XLSX or CSV.")
        raise Refused.of("file-not-xlsx", text, name=name)
    text, used = decode(content, encoding)
    if text.lstrip()[:200].lower().startswith(_DOCUMENTS):
        raise Refused.of(
            "file-document", _("This is a document, not a list. Save the list as XLSX or CSV, or paste its rows.")
        )
    return text, used


def read_pasted(text: str, *, limits: Limits) -> Grid:
    """The raw table of pasted rows. Raises Refused."""
    if len(text) > limits.bytes // 2:
        raise Refused.of("paste-large", _("That is too much to paste. Choose a file instead."), field="pasted")
    if not text.strip():
        raise Refused.of("paste-empty", _("Paste rows, or choose a file."), field="pasted")
    return _not_blank(read_text(text, limits=limits, source=gettext("pasted rows")))


def _not_blank(grid: Grid) -> Grid:
    if not grid.lines:
        raise Refused.of("rows-blank", _("The list is empty: every row is blank."))
    return grid


# --- columns ------------------------------------------------------------------------------------------------------


def read_text(text: str, *, limits: Limits, source: str = "", notes: tuple[Message, ...] = ()) -> Grid:
    """The lines of a CSV or of pasted rows. Raises Refused for too many, or for a quotation mark that is not closed."""
    text = text.lstrip("\ufeff")
    first, text = _named_separator(text)
    separator = first or _separator(text)
    lines, count = [], 0
    for line in _lines(text, separator, limits.columns):
        if not line.is_blank:
            count += 1
            if count <= limits.rows + ABOVE:
                lines.append(line)
    if count > limits.rows + ABOVE:
        limits.refuse_rows(count)
    if any(len(line.cells) > 1 for line in lines):
        notes = (*notes, Message("separator", SEPARATORS[separator]))
    return Grid(tuple(lines), source, notes)


_END = "\x1e"
"""A last line that no list has."""


def _named_separator(text: str) -> tuple[str, str]:
    """Excel's own first line `sep=;`."""
    first, _newline, rest = text.partition("\n")
    if first.strip().lower().startswith("sep=") and len(first.strip("\r\n")) == 5:
        return first[4], rest
    return "", text


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    first = 1
    for cells in reader:
        yield first, cells
        first = reader.line_num + 1


def _lines(text: str, separator: str, columns: int) -> Iterator[Line]:
    """The lines that are not empty. A cell that takes up the end of the list was opened by a stray quotation mark."""
    try:
        for number, cells in _rows(f"{text}\n{_END}", separator):
            if cells == [_END] or not any(cells):
                continue
            if cells[-1].endswith(_END):
                raise csv.Error
            if any(len(cell) > MAX_CELL for cell in cells):
                raise Refused.of(
                    "cell-long",
                    _("Line {line} has a cell of more than {most} characters: is a quotation mark never closed?"),
                    line=number,
                    most=write(MAX_CELL),
                )
            yield Line(number, tuple(_plain(cell) for cell in cells[:columns]))
    except csv.Error as error:
        raise Refused.of(
            "quotes", _("The list cannot be read: a quotation mark is never closed, or a cell is far too long.")
        ) from error


def _plain(cell: str) -> str:
    """Line ends inside a quoted cell become spaces, and the apostrophe before what looks like a formula goes."""
    cell = cell[1:] if cell.startswith("'") and is_formula(cell) else cell
    return " ".join(cell.split()) if any(unicodedata.category(c) == "Cc" for c in cell) else cell.strip()


def _separator(text: str) -> str:
    """The separator that gives the most lines the same number of columns, more than one."""
    sample = "".join(islice(io.StringIO(text), 40))
    best = max(SEPARATORS, key=lambda separator: _evenness(sample, separator))
    return best if _evenness(sample, best) > (0, 0) else "\t"


def _evenness(sample: str, separator: str) -> tuple[int, int]:
    try:
        widths = Counter(len(cells) for _line, cells in _rows(sample, separator) if len(cells) > 1)
    except csv.Error:
        return 0, 0
    if not widths:
        return 0, 0
    width, lines = max(widths.items(), key=lambda item: (item[1], item[0]))
    return lines, width
