"""Events that an archivist gets, for the tests of the exports."""

import csv
from io import BytesIO
from uuid import uuid4

from django.utils import timezone
from openpyxl import load_workbook

from scoring.rules import preset
from tests.events.rows import kept
from tests.factories import MORNING, load_past_event
from tests.tournament.standings.tables import GOLDEN, hanchan, play, punish, small_event
from tournament.archive.reading import read_event
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.core.tables import CellKind, DataTable
from tournament.exports.book import tables_of
from tournament.exports.live import live_event
from tournament.exports.workbook import write_workbook
from tournament.players.actions import add_player
from tournament.players.models import Player
from tournament.results.penalties.actions import cancel
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import AllLastEntry, TypedSheet
from tournament.seats.queries import lineup
from tournament.seats.stand_ins import stand_in


def published() -> list[tuple[int, str, str]]:
    """(place, player, total in P) of the real event as it was published."""
    with (GOLDEN / "wrc-36x8-standings.csv").open(newline="") as file:
        return [(int(row["rank"]), row["player"], row["total_p"]) for row in csv.DictReader(file)]


@kept
def real_event() -> Tournament:
    """The real event as the command loads it."""
    past = read_event((GOLDEN / "wrc-36x8.csv").read_text(), preset("wrc-2022"))
    return load_past_event(past)


@kept
def rich_event() -> Tournament:
    """Two hanchan with everything: a stand-in, a changed sheet, an all-last sheet, penalties, one of them cancelled,
    one hidden hanchan, names that look like formulas, an EMA number that begins with a zero."""
    tournament, (aiko, luc, ewa, tom, *_) = small_event(hanchan_count=2)
    Player.objects.filter(pk=aiko.pk).update(name="=1+1", ema_number="05100170", club="+Club", note="-note")
    Player.objects.filter(pk=luc.pk).update(name="@luc", last_name="a\x0bb\x1f\ufffe")
    substitute = add_player(tournament=tournament, name="Sub One", is_substitute=True, act=Act(by=None, at=MORNING))
    stand_in(
        tournament=tournament, hanchan=2, absent=tom, substitute=substitute, act=Act(by=None, at=MORNING, reason="ill")
    )
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (45_200, 31_100, 25_700, 18_000)})
    play(tournament, 2, {1: (48_000, 30_000, 30_000, 12_000), 2: (30_000,) * 4}, released=False)
    correct(tournament)
    punish(aiko, 30_000)
    cancel(penalty=punish(ewa, 2_000), act=Act(by=None, at=MORNING, reason="wrong person"))
    tournament.refresh_from_db()
    return tournament


def correct(tournament: Tournament) -> None:
    """The first table's sheet is changed, with its all-last sheet."""
    places = lineup(tournament, 1)[1]
    points = (45_300, 31_000, 25_700, 18_000)
    lines = [(place.wind, place.player.pk, own) for place, own in zip(places, points, strict=True)]
    change(
        hanchan=hanchan(tournament, 1),
        table=1,
        typed=TypedSheet.of(lines, 0, [AllLastEntry(4, (-12_000, 15_300, 1_000, -4_300))]),
        confirmed_warnings=True,
        act=Act(by=None, at=MORNING, reason="misread", base=1, submission=uuid4()),
    )


def tables(tournament: Tournament) -> dict[str, DataTable]:
    return {table.file_name: table for table in tables_of(tournament, at=timezone.now())}


def rows_of(table: DataTable) -> list[dict]:
    """The table's rows by the keys of its columns, flags as the workbook writes them."""
    columns = table.file_columns
    return [
        {
            column.key: ("yes" if value else "") if column.kind is CellKind.FLAG else value
            for column, value in zip(columns, row, strict=True)
        }
        for row in table.file_rows()
    ]


def workbook_of(tournament: Tournament):
    """The event's workbook, read back."""
    file = BytesIO()
    tables, live = tables_of(tournament, at=MORNING), live_event(tournament)
    write_workbook(tables, file, title=tournament.name, at=MORNING, live=live)
    return load_workbook(file)


def read_back(book, table: DataTable) -> list[dict]:
    """The rows of a table's sheet by the keys of its columns; facts stand above the headings, with a row between."""
    columns = [column.key for column in table.file_columns]
    above = len(table.facts) + 1 if table.facts else 0
    _headings, *rows = book[str(table.title)].iter_rows(min_row=above + 1, values_only=True)
    rows = [row[: len(columns)] for row in rows]
    return [dict(zip(columns, row, strict=True)) for row in rows]
