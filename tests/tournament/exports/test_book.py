"""What the exports hold, and that their numbers agree with each other."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import MORNING, make_tournament
from tests.tournament.exports.events import published, real_event, rich_event, rows_of, tables
from tests.tournament.standings.tables import come_late, play, small_event
from tournament.core.models import Tournament
from tournament.exports import book
from tournament.exports.book import COUNTS, SHEETS, tables_of
from tournament.standings.queries import forget

pytestmark = pytest.mark.django_db


def test_the_loaded_real_event_has_its_published_places_and_totals():
    rows = rows_of(tables(real_event())["standings"])
    found = [(row["place"], row["name"], f"{Decimal(row['total']) / 1000:.1f}") for row in rows]
    assert found == published()


def test_the_page_counts_the_rows_that_the_file_has():
    tournament = rich_event()
    book = tables(tournament)
    assert {key: count(tournament) for key, count in COUNTS.items()} == {key: len(book[key].rows) for key in COUNTS}


def test_a_table_is_computed_when_it_is_its_turn(monkeypatch):
    tournament, computed = make_tournament(), []
    asked = {key: replace(one, make=lambda *_how, key=key: computed.append(key)) for key, one in SHEETS.items()}
    monkeypatch.setattr(book, "SHEETS", asked)
    tables_in_turn = tables_of(tournament, at=MORNING)
    assert computed == []
    next(tables_in_turn)
    assert computed == ["event"]


@pytest.mark.parametrize("event", [real_event, rich_event])
def test_every_total_is_the_table_score_less_the_penalties(event):
    rows = rows_of(tables(event())["standings"])
    assert rows
    for row in rows:
        scores = [value for key, value in row.items() if key.startswith("hanchan_") and value is not None]
        assert row["table_score"] == sum(scores)
        assert row["total"] == row["table_score"] - row["penalties"]


@pytest.mark.parametrize("event", [real_event, rich_event])
def test_crosstable_tables_and_hanchan_agree_with_the_standings(event):
    book = {key: rows_of(table) for key, table in tables(event()).items()}
    for standing, cross in zip(book["standings"], book["crosstable"], strict=True):
        assert (cross["place"], cross["number"], cross["total"]) == (
            standing["place"],
            standing["number"],
            standing["total"],
        )
        crossed = {key.removeprefix("score_"): value for key, value in cross.items() if key.startswith("score_")}
        scores = {key.removeprefix("hanchan_"): value for key, value in standing.items() if key.startswith("hanchan_")}
        assert crossed == scores != {}
        own = [row["score"] for row in book["tables"] if row["number"] == standing["number"]]
        assert sum(own) == standing["table_score"]
    for hanchan in book["hanchan"]:
        assert hanchan["points_and_deposits"] == hanchan["expected"]
        scores = [row["score"] for row in book["tables"] if row["hanchan"] == hanchan["hanchan"]]
        assert hanchan["scores"] == sum(scores)


def test_the_real_events_check_sums_show_its_deposits_and_chonbo():
    rows = rows_of(tables(real_event())["hanchan"])
    assert sum(row["penalties"] for row in rows) == 90_000
    assert sum(row["deposits"] for row in rows) * -1_000 == sum(row["scores"] for row in rows)
    assert [row["sheets"] for row in rows] == [9] * 8


def test_opponents_stand_by_their_numbers():
    (first, *_) = [row for row in rows_of(tables(rich_event())["crosstable"]) if row["number"] == 1]
    assert (first["table_1"], first["opponents_1"]) == ("1 E", "2 3 4")
    assert first["opponents_2"] == "2 3 9"


def test_substitutes_are_listed_without_a_place_and_cancelled_penalties_do_not_count():
    book = {key: rows_of(table) for key, table in tables(rich_event()).items()}
    (sub,) = [row for row in book["standings"] if row["name"] == "Sub One"]
    assert (sub["place"], sub["status"]) == (None, "substitute")
    assert [(row["counts"], row["cancelled_reason"]) for row in book["penalties"]] == [
        ("yes", ""),
        ("", "wrong person"),
    ]
    (seat,) = [row for row in book["seating"] if row["absent"]]
    assert (seat["hanchan"], seat["name"], seat["absent"]) == (2, "Sub One", "Tom Okafor")


def test_what_stood_on_a_sheet_before_it_was_changed_is_not_lost():
    book = {key: rows_of(table) for key, table in tables(rich_event()).items()}
    first, second = [row for row in book["sheets"] if (row["hanchan"], row["table"]) == (1, 1)]
    assert (first["counts"], first["east_points"]) == ("", 45_200)
    assert (second["counts"], second["east_points"], second["reason"]) == ("yes", 45_300, "misread")
    assert [row["east"] for row in book["all-last"]] == [-12_000]
    assert "changed a report sheet" in [row["verb"] for row in book["history"]]


def test_hidden_results_are_in_the_staffs_exports():
    event = rich_event()
    facts = dict(tables(event)["event"].file_rows())
    assert facts["Hanchan in these standings"] == 2
    assert facts["Standings are"] == "official"
    assert "for the staff" in facts["Results"]


def test_winds_that_were_drawn_do_not_stand_in_the_seating():
    tournament, _people = small_event(wind_method="drawn")
    assert {row["wind"] for row in rows_of(tables(tournament)["seating"])} == {""}


def test_an_empty_tournament_has_every_sheet_with_its_headings():
    book = tables(make_tournament())
    assert all(table.file_columns for table in book.values())
    assert rows_of(book["standings"]) == rows_of(book["tables"]) == []


def test_the_number_of_queries_does_not_grow_with_the_event():
    small, _people = small_event()
    play(small, 1, {1: (30_000,) * 4, 2: (30_000,) * 4})
    counted = []
    for tournament in (small, real_event()):
        forget()
        with CaptureQueriesContext(connection) as caught:
            tables(Tournament.objects.get(pk=tournament.pk))
        counted.append(len(caught))
    assert counted[0] == counted[1]


def test_minutes_late_are_those_that_were_priced_by_the_minute():
    tournament, (aiko, luc, *_) = small_event()
    come_late(aiko, 7)
    come_late(luc, timedelta(minutes=10, seconds=1), substitute="Kai Ohm")
    rows = rows_of(tables(tournament)["penalties"])
    assert [(row["kind"], row["minutes"]) for row in rows] == [("late", 7), ("forfeited hanchan", None)]
