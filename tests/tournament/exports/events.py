"""Events that an archivist gets, for the tests of the exports."""

import csv
from io import BytesIO
from uuid import uuid4

from django.utils import timezone
from openpyxl import load_workbook

from scoring.rules import preset
from tests.factories import MORNING
from tests.tournament.standings.tables import GOLDEN, hanchan, play, punish, small_event
from tournament.archive.actions import load_event
from tournament.archive.reading import read_event
from tournament.events.models import Tournament
from tournament.exports.book import grids_of
from tournament.exports.grids import Grid
from tournament.exports.workbook import write_workbook
from tournament.penalties.actions import cancel
from tournament.players.actions import add_player
from tournament.players.models import Player
from tournament.seating.actions import stand_in
from tournament.seating.queries import lineup
from tournament.sheets.actions import change
from tournament.sheets.checks import AllLastEntry


def published() -> list[tuple[int, str, str]]:
    """(place, player, total in P) of the real event as it was published."""
    with (GOLDEN / "wrc-36x8-standings.csv").open(newline="") as file:
        return [(int(row["rank"]), row["player"], row["total_p"]) for row in csv.DictReader(file)]


def real_event() -> Tournament:
    """The real event as the command loads it."""
    past = read_event((GOLDEN / "wrc-36x8.csv").read_text(), preset("wrc-2022"))
    return load_event(past=past, name="Real event", preset="wrc-2022", by=None, at=MORNING)


def rich_event() -> Tournament:
    """Two hanchan with everything: a stand-in, a changed sheet, an all-last sheet, penalties, one of them cancelled,
    one hidden hanchan, names that look like formulas, an EMA number that begins with a zero."""
    tournament, (aiko, luc, ewa, tom, *_) = small_event(hanchan_count=2)
    Player.objects.filter(pk=aiko.pk).update(name="=1+1", ema_number="05100170", club="+Club", note="-note")
    Player.objects.filter(pk=luc.pk).update(name="@luc", last_name="a\x0bb\x1f\ufffe")
    substitute = add_player(tournament=tournament, name="Sub One", is_substitute=True, by=None, at=MORNING)
    stand_in(tournament=tournament, hanchan=2, absent=tom, substitute=substitute, reason="ill", by=None, at=MORNING)
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (45_200, 31_100, 25_700, 18_000)})
    play(tournament, 2, {1: (48_000, 30_000, 30_000, 12_000), 2: (30_000,) * 4}, released=False)
    correct(tournament)
    punish(aiko, 30_000)
    cancel(penalty=punish(ewa, 2_000), reason="wrong person", by=None, at=MORNING)
    tournament.refresh_from_db()
    return tournament


def correct(tournament: Tournament) -> None:
    """The first table's sheet is changed, with its all-last sheet."""
    places = lineup(tournament, 1)[1]
    points = (45_300, 31_000, 25_700, 18_000)
    change(
        hanchan=hanchan(tournament, 1), table=1, deposits=0, base_version=1, reason="misread", submission=uuid4(),
        lines=[(place.wind, place.player.pk, own) for place, own in zip(places, points, strict=True)],
        all_last=[AllLastEntry(4, (-12_000, 15_300, 1_000, -4_300))], confirmed_warnings=True, by=None, at=MORNING,
    )  # fmt: skip


def grids(tournament: Tournament) -> dict[str, Grid]:
    return {grid.key: grid for grid in grids_of(tournament, at=timezone.now())}


def rows_of(grid: Grid) -> list[dict]:
    """The grid's rows by heading."""
    headings = [column.heading for column in grid.columns]
    return [dict(zip(headings, row, strict=True)) for row in grid.rows]


def workbook_of(tournament: Tournament):
    """The event's workbook, read back."""
    file = BytesIO()
    write_workbook(grids_of(tournament, at=MORNING), file, title=tournament.name, at=MORNING)
    return load_workbook(file)


def read_back(sheet) -> list[dict]:
    """The rows of a sheet by heading."""
    headings, *rows = sheet.iter_rows(values_only=True)
    return [dict(zip(headings, row, strict=True)) for row in rows]
