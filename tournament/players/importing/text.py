"""CSV and pasted rows: which characters the bytes are, and what separates the columns."""

import codecs
import csv
import io
import unicodedata
from collections import Counter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.players.importing.grid import MAX_CELL, MAX_COLUMNS, MAX_LINES, Grid, Line, without_blanks
from tournament.problems import Refused

ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp932": "Shift_JIS (Japan)",
}
SEPARATORS = ("\t", ";", ",", "|")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WHAT_SEPARATES = {
    "\t": gettext_lazy("tabs"),
    ";": gettext_lazy("semicolons"),
    ",": gettext_lazy("commas"),
    "|": gettext_lazy("bars"),
}


def decode(content: bytes, told: str = "") -> tuple[str, str]:
    """The text and the encoding it was in: what the file says of itself, what was told, or what fits best.

    Raises Refused when the bytes are not in the encoding that was told, or are no text at all.
    """
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return _decoded(content, encoding), encoding
    encoding = told or _guess(content)
    return _decoded(content, encoding), encoding


def _decoded(content: bytes, encoding: str) -> str:
    codec = {"utf-8": "utf-8-sig", "utf-16": _utf16(content)}.get(encoding, encoding)
    try:
        text = content.decode(codec)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = _(
            "This is not %(encoding)s: line %(line)s cannot be read. "
            "Choose another encoding, or save the file as UTF-8."
        )
        raise Refused(message % {"encoding": ENCODINGS[encoding], "line": line}, field="encoding") from error
    if "\0" in text:
        raise Refused(_("This is not a list of players but some other kind of file. Save the list as XLSX or CSV."))
    return text


def _utf16(content: bytes) -> str:
    """UTF-16 with its mark, or the byte order in which ASCII's zero bytes stand."""
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
    """Whether bytes above ASCII come in runs that Shift_JIS makes kana and everyday kanji of.

    Western letters above 0xC0 read as rare kanji or as half-width kana, and mostly alone; everyday kanji and kana
    begin below 0x99 and stand together.
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


def read_text(
    text: str, *, source: str = "", notes: tuple[str, ...] = (), most: int = MAX_LINES, columns: int = MAX_COLUMNS
) -> Grid:
    """The lines of a CSV or of pasted rows. Raises Refused for more than `most`, or quotes that never end."""
    text = text.lstrip("\ufeff")
    told, text = _told_separator(text)
    separator = told or _separator(text)
    lines = without_blanks(_lines(text, separator, columns))
    if len(lines) > most + 20:  # headings and what stands above them are not counted yet
        raise too_many(len(lines), most)
    if any(len(line.cells) > 1 for line in lines):
        notes = (*notes, _("columns separated by %(what)s") % {"what": _WHAT_SEPARATES[separator]})
    return Grid(lines, source, notes)


def too_many(found: int | None, most: int = MAX_LINES) -> Refused:
    """More rows than are read at once; `found` None when nobody counted to the end."""
    if found is None:
        message = _("The list has more than %(most)s rows, which is what is read at once. Split it into several lists.")
    else:
        message = _("The list has %(found)s rows; %(most)s are read at once. Split it into several lists.")
    return Refused(message % {"found": f"{found or 0:,}", "most": f"{most:,}"})


def _told_separator(text: str) -> tuple[str, str]:
    """Excel's own first line `sep=;`."""
    first, _newline, rest = text.partition("\n")
    if first.strip().lower().startswith("sep=") and len(first.strip("\r\n")) == 5:
        return first[4], rest
    return "", text


def _rows(text: str, separator: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    rows, first = [], 1
    for cells in reader:
        rows.append((first, cells))
        first = reader.line_num + 1
    return rows


def _lines(text: str, separator: str, columns: int) -> list[Line]:
    try:
        rows = _rows(text, separator)
    except csv.Error as error:
        raise Refused(
            _("The list cannot be taken apart: a quotation mark is never closed, or a cell is far too long.")
        ) from error
    lines = []
    for number, cells in rows:
        if any(len(cell) > MAX_CELL for cell in cells):
            message = _("Line %(line)s has a cell of more than %(most)s characters: is a quotation mark never closed?")
            raise Refused(message % {"line": number, "most": f"{MAX_CELL:,}"})
        lines.append(Line(number, tuple(_plain(cell) for cell in cells[:columns])))
    return lines


def _plain(cell: str) -> str:
    """Line ends inside a quoted cell become spaces."""
    return " ".join(cell.split()) if any(unicodedata.category(c) == "Cc" for c in cell) else cell.strip()


def _separator(text: str) -> str:
    """The separator that gives the most lines the same number of columns, more than one."""
    sample = "\n".join(text.splitlines()[:40])
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
