"""The CSV files, read back."""

import csv
from datetime import UTC, datetime
from io import StringIO

import pytest
import time_machine
from django.utils import timezone

from tests.factories import MORNING, make_tournament
from tests.tournament.exports.events import published, real_event, rich_event, tables
from tournament.core.tables import DataTable, MomentColumn
from tournament.exports import book
from tournament.exports.csv_files import write_csv

pytestmark = pytest.mark.django_db


def rows(key, tournament):
    return list(csv.DictReader(StringIO(write_csv(tables(tournament)[key]))))


def test_the_real_event_says_what_was_published():
    found = rows("standings", real_event())
    assert [(int(row["place"]), row["name"], row["total"]) for row in found] == published()


def test_p_has_a_plain_minus_and_points_have_no_grouping():
    first = rows("tables", rich_event())[3]
    assert (first["points"], first["score"]) == ("18000", "-27.0")


def test_text_that_a_spreadsheet_would_compute_begins_with_an_apostrophe():
    players = rows("players", rich_event())
    assert [players[0][heading] for heading in ("name", "club", "note")] == ["'=1+1", "'+Club", "'-note"]
    assert players[1]["name"] == "'@luc"
    assert players[0]["ema_number"] == "05100170"


@time_machine.travel(datetime(2026, 5, 16, 12, 0, tzinfo=UTC))
def test_a_moment_carries_its_zone():
    class MomentTable(DataTable):
        when = MomentColumn("When")

    with timezone.override("Europe/Amsterdam"):
        assert write_csv(MomentTable([{"when": timezone.now()}])).splitlines()[1] == "2026-05-16 14:00+02:00"


def test_headings_are_keys_that_are_the_same_in_every_language_and_in_every_event():
    headings = {key: [column.key for column in table.file_columns] for key, table in tables(rich_event()).items()}
    assert headings["standings"] == [
        "place",
        "shared",
        "number",
        "name",
        "country",
        "club",
        "total",
        "penalties",
        "table_score",
        "hanchan_1",
        "hanchan_2",
        "first_places",
        "status",
        "ema_number",
        "base_rank",
        "last_name",
        "first_name",
    ]
    assert headings["crosstable"] == [
        "place",
        "number",
        "name",
        "table_1",
        "opponents_1",
        "hanchan_place_1",
        "score_1",
        "table_2",
        "opponents_2",
        "hanchan_place_2",
        "score_2",
        "penalties",
        "total",
    ]
    for key, names in headings.items():
        assert len(set(names)) == len(names), key
        assert all(name.isascii() and name.replace("_", "a").isalnum() and name.islower() for name in names), key


def test_one_file_does_not_compute_the_others(monkeypatch):
    tournament = make_tournament()
    asked = []
    for key, make in book.SHEETS.items():
        monkeypatch.setitem(book.SHEETS, key, lambda *given, key=key, make=make: (asked.append(key), make(*given))[1])
    assert book.table_of(tournament, "players", at=MORNING) is not None
    assert asked == ["players"]
