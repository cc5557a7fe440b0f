"""What the exports hold, and that their numbers agree with each other."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_tournament
from tests.tournament.exports.events import grids, published, real_event, rich_event, rows_of
from tests.tournament.standings.tables import come_late, play, small_event
from tournament.events.models import Tournament
from tournament.standings.queries import forget

pytestmark = pytest.mark.django_db


def test_the_loaded_real_event_has_its_published_places_and_totals():
    rows = rows_of(grids(real_event())["standings"])
    found = [(row["Place"], row["Name"], f"{Decimal(row['Total P']) / 1000:.1f}") for row in rows]
    assert found == published()


@pytest.mark.parametrize("event", [real_event, rich_event])
def test_every_total_is_the_table_score_less_the_penalties(event):
    rows = rows_of(grids(event())["standings"])
    assert rows
    for row in rows:
        scores = [value for heading, value in row.items() if heading.startswith("Hanchan ") and value is not None]
        assert row["Table score P"] == sum(scores)
        assert row["Total P"] == row["Table score P"] - row["Penalties P"]


@pytest.mark.parametrize("event", [real_event, rich_event])
def test_crosstable_tables_and_hanchan_agree_with_the_standings(event):
    book = {key: rows_of(grid) for key, grid in grids(event()).items()}
    for standing, cross in zip(book["standings"], book["crosstable"], strict=True):
        assert (cross["Place"], cross["Number"], cross["Total P"]) == (
            standing["Place"], standing["Number"], standing["Total P"],
        )  # fmt: skip
        crossed = {
            heading[1:-2]: value for heading, value in cross.items() if heading.endswith(" P") and heading[0] == "H"
        }
        assert crossed == {heading[8:-2]: v for heading, v in standing.items() if heading.startswith("Hanchan ")}
        own = [row["Score P"] for row in book["tables"] if row["Number"] == standing["Number"]]
        assert sum(own) == standing["Table score P"]
    for hanchan in book["hanchan"]:
        assert hanchan["Points and deposits"] == hanchan["Points at the start"]
        scores = [row["Score P"] for row in book["tables"] if row["Hanchan"] == hanchan["Hanchan"]]
        assert hanchan["Sum of scores P"] == sum(scores)


def test_the_real_events_check_sums_show_its_deposits_and_chonbo():
    rows = rows_of(grids(real_event())["hanchan"])
    assert sum(row["Penalties P"] for row in rows) == 90_000
    assert sum(row["Deposits left"] for row in rows) * -1_000 == sum(row["Sum of scores P"] for row in rows)
    assert [row["Sheets in"] for row in rows] == [9] * 8


def test_opponents_stand_by_their_numbers():
    (first, *_) = [row for row in rows_of(grids(rich_event())["crosstable"]) if row["Number"] == 1]
    assert (first["H1 table"], first["H1 opponents"]) == ("1 E", "2 3 4")
    assert first["H2 opponents"] == "2 3 9"


def test_substitutes_are_listed_without_a_place_and_cancelled_penalties_do_not_count():
    book = {key: rows_of(grid) for key, grid in grids(rich_event()).items()}
    (sub,) = [row for row in book["standings"] if row["Name"] == "Sub One"]
    assert (sub["Place"], sub["Status"]) == (None, "substitute")
    assert [(row["Counts"], row["Cancelled because"]) for row in book["penalties"]] == [
        ("yes", ""),
        ("", "wrong person"),
    ]
    (seat,) = [row for row in book["seating"] if row["Stands in for"]]
    assert (seat["Hanchan"], seat["Name"], seat["Stands in for"]) == (2, "Sub One", "Tom Okafor")


def test_what_stood_on_a_sheet_before_it_was_changed_is_not_lost():
    book = {key: rows_of(grid) for key, grid in grids(rich_event()).items()}
    first, second = [row for row in book["sheets"] if (row["Hanchan"], row["Table"]) == (1, 1)]
    assert (first["Counts"], first["East points"]) == ("", 45_200)
    assert (second["Counts"], second["East points"], second["Reason"]) == ("yes", 45_300, "misread")
    assert [row["East now P"] for row in book["all-last"]] == [-12_000]
    assert "changed a sheet" in [row["What"] for row in book["history"]]


def test_hidden_results_are_in_the_staffs_exports():
    event = rich_event()
    facts = dict(grids(event)["event"].rows)
    assert facts["Hanchan in these standings"] == 2
    assert facts["Standings are"] == "official"
    assert "for the staff" in facts["Results"]


def test_winds_that_were_drawn_do_not_stand_in_the_seating():
    tournament, _people = small_event(wind_method="drawn")
    assert {row["Wind"] for row in rows_of(grids(tournament)["seating"])} == {""}


def test_an_empty_tournament_has_every_sheet_with_its_headings():
    book = grids(make_tournament())
    assert all(grid.columns for grid in book.values())
    assert book["standings"].rows == book["tables"].rows == ()


def test_the_number_of_queries_does_not_grow_with_the_event():
    small, _people = small_event()
    play(small, 1, {1: (30_000,) * 4, 2: (30_000,) * 4})
    counted = []
    for tournament in (small, real_event()):
        forget()
        with CaptureQueriesContext(connection) as caught:
            grids(Tournament.objects.get(pk=tournament.pk))
        counted.append(len(caught))
    assert counted[0] == counted[1]


def test_minutes_late_are_those_that_were_priced_by_the_minute():
    tournament, (aiko, luc, *_) = small_event()
    come_late(aiko, 7)
    come_late(luc, timedelta(minutes=10, seconds=1), substitute="Kai Ohm")
    rows = rows_of(grids(tournament)["penalties"])
    assert [(row["Kind"], row["Minutes late"]) for row in rows] == [("late", 7), ("forfeited hanchan", None)]
