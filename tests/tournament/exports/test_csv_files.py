"""The CSV files, read back."""

import csv
from datetime import UTC, datetime
from io import StringIO

import pytest
import time_machine
from django.utils import timezone

from tests.tournament.exports.events import grids, published, real_event, rich_event
from tournament.exports.csv_files import write_csv
from tournament.exports.grids import Column, Kind, grid

pytestmark = pytest.mark.django_db


def rows(key, tournament):
    return list(csv.DictReader(StringIO(write_csv(grids(tournament)[key]))))


def test_the_real_event_says_what_was_published():
    found = rows("standings", real_event())
    assert [(int(row["Place"]), row["Name"], row["Total P"]) for row in found] == published()


def test_p_has_a_plain_minus_and_points_have_no_grouping():
    first = rows("tables", rich_event())[3]
    assert (first["Points"], first["Score P"]) == ("18000", "-27.0")


def test_text_that_a_spreadsheet_would_compute_begins_with_an_apostrophe():
    players = rows("players", rich_event())
    assert [players[0][heading] for heading in ("Name", "Club", "Note")] == ["'=1+1", "'+Club", "'-note"]
    assert players[1]["Name"] == "'@luc"
    assert players[0]["EMA number"] == "05100170"


@time_machine.travel(datetime(2026, 5, 16, 12, 0, tzinfo=UTC))
def test_a_moment_carries_its_zone():
    made = grid("x", "X", "", [Column("When", Kind.MOMENT)], [[timezone.now()]])
    with timezone.override("Europe/Amsterdam"):
        assert write_csv(made).splitlines()[1] == "2026-05-16 14:00+02:00"
