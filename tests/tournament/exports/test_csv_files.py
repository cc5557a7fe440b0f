"""The CSV files, read back."""

import csv
from datetime import UTC, datetime
from decimal import Decimal
from io import StringIO

import pytest
import time_machine
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.exports.events import published, real_event, rich_event, tables
from tournament.core.tables import AnyColumn, DataColumn, DataTable, FlagColumn, MomentColumn, PColumn
from tournament.exports.book import table_of
from tournament.exports.csv_files import write_csv
from tournament.exports.csv_forms import OFFICE_FORMS, PROGRAMS, SEMICOLONS

pytestmark = pytest.mark.django_db


def rows(key, tournament):
    return list(csv.DictReader(StringIO(write_csv(tables(tournament)[key]))))


def test_the_real_event_says_what_was_published():
    found = rows("standings", real_event())
    assert [(int(row["place"]), row["name"], f"{int(row['total']) / 1000:.1f}") for row in found] == published()


def test_for_programs_every_amount_is_in_whole_points_with_a_plain_minus_as_in_the_api():
    first = rows("tables", rich_event())[3]
    assert (first["points"], first["uma"], first["score"]) == ("18000", "-15000", "-27000")


def test_text_that_a_spreadsheet_would_compute_begins_with_an_apostrophe():
    whole = table_of(rich_event(), "players", at=timezone.now(), private=True)
    players = list(csv.DictReader(StringIO(write_csv(whole))))
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


OFFICE = {"semicolons": (";", "-27,0"), "commas": (",", "-27.0"), "semicolons-point": (";", "-27.0")}


@pytest.mark.parametrize("form", OFFICE_FORMS, ids=lambda form: form.key)
def test_an_office_has_its_separator_its_decimal_sign_and_headings_in_words(form):
    separator, score = OFFICE[form.key]
    headings, *rows = csv.reader(StringIO(write_csv(tables(rich_event())["tables"], form)), delimiter=separator)
    row = dict(zip(headings, rows[3], strict=True))
    assert (row["Points"], row["Score P"], row["Name"]) == ("18000", score, "Tom Okafor")


@pytest.mark.parametrize("form", [PROGRAMS, *OFFICE_FORMS], ids=lambda form: form.key)
def test_no_cell_of_text_is_computed_in_any_form(form):
    rows = csv.reader(StringIO(write_csv(tables(rich_event())["players"], form)), delimiter=form.separator)
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@")]
    wide = write_csv(DataTableOfOne([{"text": "＝1+1"}]), form)
    assert "'＝1+1" in wide


class DataTableOfOne(DataTable):
    text = DataColumn("Text")


@time_machine.travel(datetime(2026, 5, 16, 12, 0, tzinfo=UTC))
def test_a_moment_of_an_office_is_one_that_its_spreadsheet_reads():
    class OfficeTable(DataTable):
        when = MomentColumn("When")
        done = FlagColumn("Done")
        weight = AnyColumn("Weight")

    rows = [{"when": timezone.now(), "done": True, "weight": Decimal("2.5")}]
    with timezone.override("Europe/Amsterdam"):
        written = write_csv(OfficeTable(rows), SEMICOLONS).splitlines()
    assert written == ["When;Done;Weight", "2026-05-16 14:00;yes;2,5"]


def test_facts_stand_above_the_headings_for_an_office_and_are_nothing_for_programs():
    table = tables(rich_event())["ema"]
    office, programs = write_csv(table, SEMICOLONS).splitlines(), write_csv(table).splitlines()
    assert office[:2] == ["Tournament;Spring Open", "Place;Utrecht"]
    assert office[len(table.facts)] == "" and office[len(table.facts) + 1].startswith("Place;EMA number;")
    assert programs[0] == "place,ema_number,last_name,first_name,country,table_points,score,base_rank"


@given(st.text(alphabet="ab ;,\"'\n=+-@0", max_size=12), st.integers(-200_000, 200_000))
def test_what_is_written_for_an_office_is_read_back_as_it_was(text, points):
    class LawTable(DataTable):
        name = DataColumn("Name")
        total = PColumn("Total")

    for form in OFFICE_FORMS:
        written = write_csv(LawTable([{"name": text, "total": points}]), form)
        _headings, (name, total) = csv.reader(StringIO(written, newline=""), delimiter=form.separator)
        assert name in (text, f"'{text}") and not name.startswith(("=", "+", "-", "@"))
        assert round(float(total.replace(",", ".")) * 1000) == points
