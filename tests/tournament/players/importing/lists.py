"""Lists of players for tests: grids from text, workbooks made on the spot."""

import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook

from tests.factories import MORNING
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.players.importing.actions import import_players
from tournament.players.importing.choices import Choices
from tournament.players.importing.headings import LIMITS, is_player_sheet, known_headings
from tournament.players.importing.plan import ImportPlan, make_plan
from tournament.players.queries import players_of
from tournament.reading import files
from tournament.reading.raw_table import Grid

LINES = ("distinct", "left_out", "confirmed", "waiting")


def read_file(name: str, content: bytes) -> Grid:
    return files.read_file(
        name, content, limits=LIMITS, has_headings=lambda cells: known_headings(cells) > 1, is_meant=is_player_sheet
    )


def read_pasted(text: str) -> Grid:
    return files.read_pasted(text, limits=LIMITS)


def grid(*rows: str) -> Grid:
    """Pasted rows."""
    return read_pasted("\n".join(rows))


def workbook(*rows: Sequence[Any], merged: Iterable[str] = (), title: str = "Players") -> bytes:
    """An XLSX with these rows."""
    book = Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    for block in merged:
        sheet.merge_cells(block)
    return saved(book)


def saved(book: Workbook) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def spreadsheet(*rows: Sequence[Any], title: str = "Players", before: str = "") -> bytes:
    """An ODS with these rows; `before` is XML of other sheets."""
    cells = {str: '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'}
    number = '<table:table-cell office:value-type="float" office:value="{0}"><text:p>{0}</text:p></table:table-cell>'
    body = "".join(
        f"<table:table-row>{''.join(cells.get(type(cell), number).format(cell) for cell in row)}</table:table-row>"
        for row in rows
    )
    return ods(f'{before}<table:table table:name="{title}">{body}</table:table>')


def ods(sheets: str, *, manifest: str = "", styles: str = "") -> bytes:
    """An ODS with this XML in its content."""
    names = " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for prefix, name in (("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"))
    )
    content = (
        f"<office:document-content {names}><office:automatic-styles>{styles}</office:automatic-styles><office:body>"
        f"<office:spreadsheet>{sheets}</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    entry = '<m:file-entry m:full-path="/" m:media-type="{}">{}</m:file-entry>'
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", kind)
        archive.writestr("content.xml", content)
        listed = manifest or entry.format(kind, "")
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{space}">{listed}</m:manifest>')
    return buffer.getvalue()


def with_part(content: bytes, name: str, part: bytes) -> bytes:
    """The workbook with one part of its archive replaced or added."""
    parts = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {known: archive.read(known) for known in archive.namelist()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for known, data in (parts | {name: part}).items():
            archive.writestr(known, data)
    return buffer.getvalue()


def plan_for(tournament: Tournament, grid: Grid, **options: Any) -> ImportPlan:
    """The plan with these choices."""
    return make_plan(grid, list(players_of(tournament)), Choices(**options))


def apply(tournament: Tournament, grid: Grid, **options: Any) -> ImportPlan:
    """Preview and apply at once."""
    choices = Choices(**{name: frozenset(value) if name in LINES else value for name, value in options.items()})
    digest = make_plan(grid, list(players_of(tournament)), choices).digest
    return import_players(
        tournament=tournament,
        grid=grid,
        digest=digest,
        act=Act(by=None, at=MORNING),
        choices=choices,
    )
