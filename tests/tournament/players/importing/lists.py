"""Lists of players for tests: grids from text, workbooks made on the spot."""

import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook

from tests.factories import MORNING
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.players.importing import files
from tournament.players.importing.actions import import_players
from tournament.players.importing.headings import LIMITS, known_headings
from tournament.players.importing.plan import ImportPlan, make_plan
from tournament.players.importing.raw_table import Grid
from tournament.players.queries import players_of


def read_file(name: str, content: bytes) -> Grid:
    return files.read_file(name, content, limits=LIMITS, has_headings=lambda cells: known_headings(cells) > 1)


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
    return make_plan(grid, list(players_of(tournament)), **options)


def apply(tournament: Tournament, grid: Grid, *, distinct: Iterable[int] = (), overwrite: bool = False) -> ImportPlan:
    """Preview and apply at once."""
    digest = plan_for(tournament, grid, overwrite=overwrite).digest
    return import_players(
        tournament=tournament,
        grid=grid,
        digest=digest,
        act=Act(by=None, at=MORNING),
        distinct=distinct,
        overwrite=overwrite,
    )
