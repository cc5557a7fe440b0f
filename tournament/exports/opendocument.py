"""The workbook as an ODS file (OpenDocument 1.3): every sheet with values, formulas, names, styles, widths and paper.

Charts and marks by rule are those of the XLSX file alone. The parts are few and flat, so they are written here: a
library would build a tree of every cell first (docs/decisions/0006-dependencies.md).
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import IO
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from tournament.exports.opendocument_styles import cell_styles, default_style, page_name, page_styles, size_styles
from tournament.exports.spreadsheet import FORBIDDEN, LETTERS, Book, BookSheet, CellValue, FileCell

ODS = "application/vnd.oasis.opendocument.spreadsheet"
DEFAULT_WIDTH = 13.0  # characters
_URN = "urn:oasis:names:tc:opendocument:xmlns"
_PREFIXES = {
    **{prefix: f"{_URN}:{prefix}:1.0" for prefix in ("office", "table", "text", "style", "config", "meta")},
    "number": f"{_URN}:datastyle:1.0",
    "fo": f"{_URN}:xsl-fo-compatible:1.0",
    "of": f"{_URN}:of:1.2",
    "dc": "http://purl.org/dc/elements/1.1/",
    "ooo": "http://openoffice.org/2004/office",
}
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_CELL = r"\$?[A-Z]{1,3}\$?\d+"
_TOKEN = re.compile(rf"""("(?:[^"]|"")*")|(?<![\w.])('(?:[^']|'')*'!)?({_CELL})(?::({_CELL}))?(?![\w(])|(,)""")
_SPACES = re.compile(r"^ | {2,}| $")


def save_opendocument(book: Book, file: IO[bytes]) -> None:
    """Write the book as an ODS file."""
    with ZipFile(file, "w", ZIP_DEFLATED) as parts:
        parts.writestr("mimetype", ODS, ZIP_STORED)  # the first, as it is: programs tell the kind of file by it
        parts.writestr("content.xml", _document("content", _content(book)))
        parts.writestr("styles.xml", _document("styles", _styles(book)))
        parts.writestr("meta.xml", _document("meta", _meta(book)))
        parts.writestr("settings.xml", _document("settings", _settings(book.sheets)))
        parts.writestr("META-INF/manifest.xml", _manifest())


def open_formula(formula: str) -> str:
    """Return a formula of the workbook as OpenDocument has it: cells in brackets, arguments parted by semicolons.

    >>> print(open_formula("IF(B2:B5=\\"a,A1\\",'Live, 1'!$D$2,Cut_1+MAX(A1,2))"))
    IF([.B2:.B5]="a,A1";[$'Live, 1'.$D$2];Cut_1+MAX([.A1];2))
    """
    return _TOKEN.sub(_token, formula)


def _token(found: re.Match[str]) -> str:
    text, sheet, first, last, comma = found.groups()
    if comma:
        return ";"
    if text:
        return text
    where = f"${sheet[:-1]}" if sheet else ""
    return f"[{where}.{first}:.{last}]" if last else f"[{where}.{first}]"


def _document(name: str, content: str) -> str:
    spaces = " ".join(f'xmlns:{prefix}="{address}"' for prefix, address in _PREFIXES.items())
    element = f"office:document-{name}"
    return f'{_HEAD}<{element} {spaces} office:version="1.3">{content}</{element}>'


def _content(book: Book) -> str:
    sheets = book.sheets
    widths = [width for sheet in sheets for width in _widths(sheet)]
    heights = [height for sheet in sheets for _cells, height in sheet.rows if height]
    tables = "".join(_sheet(sheet) for sheet in sheets)
    return (
        f"<office:automatic-styles>{cell_styles(book.looks)}{size_styles(widths, heights)}{_sheet_styles(sheets)}"
        "</office:automatic-styles><office:body><office:spreadsheet>"
        '<table:calculation-settings table:use-regular-expressions="false"/>'
        f"{tables}{_names(book)}{_filters(sheets)}</office:spreadsheet></office:body>"
    )


def _paper(sheet: BookSheet) -> tuple[str, int | None]:
    """How the paper of a sheet lies, and the scale in per cent where it is not as wide as the sheet."""
    page = sheet.worksheet.page_setup
    return page.orientation or "portrait", page.scale


def _papers(sheets: Sequence[BookSheet]) -> list[tuple[str, int | None]]:
    return list(dict.fromkeys(map(_paper, sheets)))


def _sheet_styles(sheets: Sequence[BookSheet]) -> str:
    """A style for the sheets of each paper."""
    return "".join(
        f'<style:style style:name="ta-{name}" style:family="table" style:master-page-name="{name}">'
        '<style:table-properties table:display="true"/></style:style>'
        for name in (page_name(*paper) for paper in _papers(sheets))
    )


def _widths(sheet: BookSheet) -> list[float]:
    known = sheet.worksheet.column_dimensions
    letters = LETTERS[: sheet.column_count]
    return [float(known[at].width) if at in known else DEFAULT_WIDTH for at in letters]


def _sheet(sheet: BookSheet) -> str:
    columns = [f'<table:table-column table:style-name="co{width:g}"/>' for width in _widths(sheet)]
    titles = _title_columns(sheet)
    rows = [_row(cells, height) for cells, height in sheet.rows]
    first, last = _heading_rows(sheet)
    body = [*rows[:first], *_headed("rows", rows[first:last]), *rows[last:]]
    columns = [*_headed("columns", columns[:titles]), *columns[titles:]]
    area = str(sheet.worksheet.print_area or "")
    printed = f" table:print-ranges={quoteattr(_range(area))}" if area else ""
    return (
        f'<table:table table:name={quoteattr(sheet.title)} table:style-name="ta-{page_name(*_paper(sheet))}"{printed}>'
        f"{''.join(columns)}{''.join(body)}</table:table>"
    )


def _heading_rows(sheet: BookSheet) -> tuple[int, int]:
    """The rows that are repeated on every page, counted from 0, without the last."""
    found = re.findall(r"\d+", str(sheet.worksheet.print_title_rows or ""))
    return (int(found[0]) - 1, int(found[-1])) if found else (0, 0)


def _title_columns(sheet: BookSheet) -> int:
    """The number of columns, from the first, that are repeated on pages side by side."""
    found = re.findall(r"[A-Z]+", str(sheet.worksheet.print_title_cols or ""))
    return LETTERS.index(found[-1]) + 1 if found else 0


def _headed(what: str, parts: Sequence[str]) -> list[str]:
    return [f"<table:table-header-{what}>", *parts, f"</table:table-header-{what}>"] if parts else []


def _row(cells: Sequence[FileCell], height: float | None) -> str:
    style = f' table:style-name="ro{height:g}"' if height else ""
    return f"<table:table-row{style}>{''.join(map(_cell, cells)) or _NO_CELL}</table:table-row>"


_NO_CELL = "<table:table-cell/>"


def _cell(cell: FileCell) -> str:
    if cell is None:
        return _NO_CELL
    style, value, formula = (*cell, None)[:3]
    opened = f'<table:table-cell table:style-name="ce{style}"'
    if formula is not None:
        opened += f" table:formula={quoteattr('of:=' + open_formula(formula))}"
    if value is None:
        return f"{opened}/>"
    return f"{opened} {_typed(value)}>{_text(_shown(value))}</table:table-cell>"


def _typed(value: CellValue) -> str:
    if isinstance(value, str):
        return 'office:value-type="string"'
    if isinstance(value, date):
        return f'office:value-type="date" office:date-value="{_moment(value)}"'
    return f'office:value-type="float" office:value="{value}"'


def _moment(value: date) -> str:
    return value.isoformat(timespec="seconds") if isinstance(value, datetime) else value.isoformat()


def _shown(value: CellValue) -> str:
    """The value as readers without number formats show it."""
    return _moment(value).replace("T", " ") if isinstance(value, date) else str(value)


def _text(text: str) -> str:
    """The text in paragraphs, one for each line; spaces that XML would drop are counted. Text is always text: a name
    that begins with = stays a name."""
    lines = escape(text.translate(FORBIDDEN)).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "".join(f"<text:p>{_SPACES.sub(_counted, line)}</text:p>" for line in lines).replace("\t", "<text:tab/>")


def _counted(spaces: re.Match[str]) -> str:
    return f'<text:s text:c="{len(spaces[0])}"/>'


def _range(reference: str) -> str:
    """A range as attributes have it: 'Sheet'!$A$1:$B$2 is $'Sheet'.$A$1:.$B$2."""
    sheet, _, cells = reference.rpartition("!")
    quoted = sheet if sheet.startswith("'") else f"'{sheet}'"
    return f"${quoted}." + cells.replace(":", ":.")


def _names(book: Book) -> str:
    if not book.names:
        return ""
    named = "".join(
        f'<table:named-range table:name="{name}" table:cell-range-address={quoteattr(_range(cells))} '
        f"table:base-cell-address={quoteattr(_range(cells).partition(':')[0])}/>"
        for name, cells in book.names.items()
    )
    return f"<table:named-expressions>{named}</table:named-expressions>"


def _filters(sheets: Sequence[BookSheet]) -> str:
    ranges = "".join(
        f'<table:database-range table:name="__Anonymous_Sheet_DB__{number}" table:display-filter-buttons="true" '
        f"table:target-range-address={quoteattr(_range(f'{_quoted(sheet)}!{sheet.worksheet.auto_filter.ref}'))}/>"
        for number, sheet in enumerate(sheets)
        if sheet.worksheet.auto_filter.ref
    )
    return f"<table:database-ranges>{ranges}</table:database-ranges>" if ranges else ""


def _quoted(sheet: BookSheet) -> str:
    escaped = sheet.title.replace("'", "''")
    return f"'{escaped}'"


def _styles(book: Book) -> str:
    layouts, masters = page_styles(_papers(book.sheets))
    return (
        f"<office:styles>{default_style()}</office:styles><office:automatic-styles>{layouts}"
        f"</office:automatic-styles><office:master-styles>{masters}</office:master-styles>"
    )


def _meta(book: Book) -> str:
    about = book.workbook.properties
    return (
        f"<office:meta><meta:generator>Sekigime</meta:generator><dc:title>{escape(about.title)}</dc:title>"
        f"<meta:creation-date>{_moment(about.created)}</meta:creation-date></office:meta>"
    )


def _settings(sheets: Sequence[BookSheet]) -> str:
    """What stays in sight when a sheet is scrolled, and whether it has gridlines."""
    tables = "".join(_map("entry", sheet.title, "".join(_view(sheet))) for sheet in sheets)
    views = (
        '<config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>'
        f'{_item("ViewId", "string", "view1")}<config:config-item-map-named config:name="Tables">{tables}'
        "</config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed>"
    )
    return (
        '<office:settings><config:config-item-set config:name="ooo:view-settings">'
        f"{views}</config:config-item-set></office:settings>"
    )


def _map(kind: str, name: str, content: str) -> str:
    return f"<config:config-item-map-{kind} config:name={quoteattr(name)}>{content}</config:config-item-map-{kind}>"


def _view(sheet: BookSheet) -> Iterator[str]:
    yield _item("ShowGrid", "boolean", "true" if sheet.worksheet.sheet_view.showGridLines else "false")
    frozen = re.fullmatch(r"([A-Z]+)(\d+)", str(sheet.worksheet.freeze_panes or ""))
    if frozen is None:
        return
    sizes = ("Horizontal", LETTERS.index(frozen[1]), "Right"), ("Vertical", int(frozen[2]) - 1, "Bottom")
    for way, size, side in sizes:
        if size:
            yield _item(f"{way}SplitMode", "short", "2")
            yield _item(f"{way}SplitPosition", "int", str(size))
            yield _item(f"Position{side}", "int", str(size))


def _item(name: str, kind: str, value: str) -> str:
    return f'<config:config-item config:name="{name}" config:type="{kind}">{value}</config:config-item>'


def _manifest() -> str:
    space = f"{_URN}:manifest:1.0"
    parts = {"/": ODS, **dict.fromkeys(("content.xml", "styles.xml", "meta.xml", "settings.xml"), "text/xml")}
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{kind}"/>'
        for path, kind in parts.items()
    )
    return f'{_HEAD}<manifest:manifest xmlns:manifest="{space}" manifest:version="1.3">{entries}</manifest:manifest>'
