"""Read an uploaded file or pasted rows into a raw table. The first bytes decide what a file is, not its name."""

import codecs
import csv
import io
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message, Refused
from tournament.core.turns import Turns
from tournament.players.importing.raw_table import ABOVE, MAX_CELL, Grid, HasHeadings, Limits, Line
from tournament.players.importing.xlsx import ZIP, read_xlsx, refuse_other_workbooks

ENCODINGS = {
    "utf-8": _("UTF-8"),
    "utf-16": _("UTF-16"),
    "cp1252": _("Windows-1252 (Western Europe)"),
    "cp1250": _("Windows-1250 (Central Europe)"),
    "cp932": _("Shift_JIS (Japan)"),
}
SEPARATORS = {
    "\t": _("columns separated by tabs"),
    ";": _("columns separated by semicolons"),
    ",": _("columns separated by commas"),
    "|": _("columns separated by vertical bars"),
}
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
READING_TURNS = Turns(at_once=1, waiting=3)
"""A large file takes memory while it is read, and the worst of them some seconds."""
_DOCUMENTS = ("<!doctype", "<html", "<?xml", "<table", "{\\rtf")


def read_file(
    name: str,
    content: bytes,
    *,
    limits: Limits,
    has_headings: HasHeadings,
    encoding: str = "",
    rewrite: Callable[[str], str] = str,
) -> Grid:
    """The raw table of an uploaded file. Raises Refused, every message with a field (`file` or `encoding`); Busy
    when too many are being read.

    `has_headings` recognises the sheet of a workbook that is meant; `encoding` is the one chosen, "" to guess it;
    `rewrite` turns the text of another notation into rows.
    """
    with READING_TURNS.turn():
        return _read_file(name, content, limits, has_headings, encoding, rewrite)


def _read_file(
    name: str, content: bytes, limits: Limits, has_headings: HasHeadings, encoding: str, rewrite: Callable[[str], str]
) -> Grid:
    try:
        if len(content) > limits.bytes:
            text = _("The file is larger than {most} MB. Copy only the rows you need into a new file.")
            raise Refused.of("file-large", text, most=limits.megabytes)
        if not content.strip():
            raise Refused.of("file-empty", _("The file is empty."))
        refuse_other_workbooks(content)
        if content.startswith(ZIP):
            return _not_blank(read_xlsx(content, source=name, has_headings=has_headings, limits=limits))
        text, used = _text(name, content, encoding)
        return _not_blank(
            read_text(rewrite(text), limits=limits, source=name, notes=(Message("encoding", ENCODINGS[used]),))
        )
    except Refused as refused:
        raise Refused(replace(message, field=message.field or "file") for message in refused.messages) from refused


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


# --- characters ---------------------------------------------------------------------------------------------------


def decode(content: bytes, chosen: str = "") -> tuple[str, str]:
    """Return the text and its encoding: that of its byte order mark, the chosen one, or the most likely one.

    Raises Refused when the bytes are not in that encoding, or are not text.
    """
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return _decoded(content, encoding), encoding
    encoding = chosen or _guess(content)
    return _decoded(content, encoding), encoding


def _decoded(content: bytes, encoding: str) -> str:
    codec = {"utf-8": "utf-8-sig", "utf-16": _utf16(content)}.get(encoding, encoding)
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise Refused.of(
            "encoding",
            _(
                "This is not {encoding}: line {line} cannot be read. Choose another encoding, "
                "or save the file as UTF-8."
            ),
            field="encoding",
            encoding=Message("", ENCODINGS[encoding]),
            line=line,
        ) from error
    if "\0" in text:
        raise Refused.of("file-other", _("This file is neither XLSX nor CSV. Save the list as XLSX or CSV."))
    return text


def _utf16(content: bytes) -> str:
    """UTF-16 with a byte order mark, or the byte order that the zero bytes of ASCII letters suggest."""
    if content[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    return "utf-16-be" if content[0:200:2].count(0) > content[1:200:2].count(0) else "utf-16-le"


def _guess(content: bytes) -> str:
    if content[:400].count(0) * 4 > len(content[:400]):
        return "utf-16"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "cp932" if _looks_japanese(content) else "cp1252"
    return "utf-8"


def _looks_japanese(content: bytes) -> bool:
    """Return whether Shift_JIS decodes the bytes above ASCII to runs of kana and everyday kanji.

    Western letters above 0xC0 are decoded as rare kanji or half-width kana, mostly alone. Everyday kanji and kana have
    a first byte below 0x99 and follow each other.
    """
    try:
        text = content.decode("cp932")
    except UnicodeDecodeError:
        return False
    everyday = [_is_everyday(character) for character in text]
    neighbours = zip([False, *everyday[:-1]], everyday, [*everyday[1:], False], strict=True)
    together = sum(one and (before or after) for before, one, after in neighbours)
    foreign = sum(ord(character) > 127 for character in text) - sum(everyday)
    return together > foreign


def _is_everyday(character: str) -> bool:
    return ord(character) > 127 and character.encode("cp932")[0] < 0x99


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
    try:
        for number, cells in _rows(text, separator):
            if not any(cells):
                continue
            if any(len(cell) > MAX_CELL for cell in cells):
                raise Refused.of(
                    "cell-long",
                    _("Line {line} has a cell of more than {most} characters: is a quotation mark never closed?"),
                    line=number,
                    most=f"{MAX_CELL:,}",
                )
            yield Line(number, tuple(_plain(cell) for cell in cells[:columns]))
    except csv.Error as error:
        raise Refused.of(
            "quotes", _("The list cannot be read: a quotation mark is never closed, or a cell is far too long.")
        ) from error


def _plain(cell: str) -> str:
    """Line ends inside a quoted cell become spaces."""
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
