"""The rule set as a sheet of the workbook."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from scoring.rules import rule_names
from tests.events.rows import kept
from tests.factories import MORNING, make_tournament
from tests.tournament.exports.events import rows_of, tables
from tournament.core.audit import Act
from tournament.events.actions import change_rules
from tournament.exports.csv_files import write_csv
from tournament.exports.workbook import write_workbook

pytestmark = pytest.mark.django_db


@kept
def adapted():
    tournament = make_tournament(preset="ema-2025")
    uma = [20_000, 10_000, -10_000, -20_000]
    change_rules(tournament=tournament, start=25_000, uma=uma, act=Act(by=None, at=MORNING))
    return tournament


def test_every_value_stands_there_once_with_its_label_its_words_and_its_source():
    rows = rows_of(tables(adapted())["rule-set"])
    assert [row["name"] for row in rows] == [one.name for one in rule_names()]
    assert all(row["what"] and row["value"] and row["source"] for row in rows)


def test_what_is_not_as_published_has_the_published_value_beside_it():
    rows = {row["name"]: row for row in rows_of(tables(adapted())["rule-set"])}
    assert (rows["start"]["value"], rows["start"]["published"]) == ("25,000 points", "30,000 points")
    assert (rows["oka"]["value"], rows["oka"]["published"]) == ("20P", "none")
    assert rows["uma"]["source"] == "set by the organiser"
    assert {name for name, row in rows.items() if row["published"]} == {"start", "oka", "uma"}


def test_what_no_source_confirms_says_so():
    tournament = adapted()
    rows = rows_of(tables(tournament)["rule-set"])
    marked = {row["name"]: row["confirmed"] for row in rows if row["confirmed"] != "yes"}
    assert marked == {name: mark.label for name, mark in tournament.ruleset.marks.items()} != {}


def test_the_oka_and_how_much_differs_are_among_the_facts_of_the_event():
    facts = dict(tables(adapted())["event"].file_rows())
    assert facts["Oka (P)"] == "20.0"
    assert facts["Values that differ from the published rule set"] == 3


def test_an_uma_that_begins_with_a_plus_is_text_and_no_formula():
    table = tables(adapted())["rule-set"]
    file = BytesIO()
    write_workbook([table], file, title="Open", at=MORNING)
    sheet = load_workbook(BytesIO(file.getvalue()))["Rule set"]
    (uma,) = [row for row in sheet.iter_rows(min_row=2) if row[5].value == "uma"]
    assert (uma[1].value, uma[1].data_type) == ("+20.0, +10.0, −10.0, −20.0", "s")
    assert ',"\'+20.0, +10.0, −10.0, −20.0",' in write_csv(table)
