"""The workbook, read back."""

import csv
from dataclasses import replace
from decimal import Decimal
from io import StringIO

import pytest
from django.utils.translation import override

from scoring.points import write_p
from tests.factories import make_players, make_tournament
from tests.tournament.exports.events import published, read_back, real_event, rich_event, tables, workbook_of
from tournament.core.tables import CellKind
from tournament.exports.csv_files import write_csv
from tournament.exports.row_heights import text_width
from tournament.exports.spreadsheet import LETTERS
from tournament.exports.workbook import width_of
from tournament.results.models import SheetLine, SheetVersion

pytestmark = pytest.mark.django_db


def cell(tournament, book, name, key, row=2):
    """The cell of a table's column in a row of its sheet."""
    table = tables(tournament)[name]
    keys = [column.key for column in table.file_columns]
    return book[str(table.title)].cell(row, keys.index(key) + 1)


def test_the_real_event_says_what_was_published_to_the_tenth():
    event = real_event()
    rows = read_back(workbook_of(event), tables(event)["standings"])
    assert [(row["place"], row["name"], f"{row['total']:.1f}") for row in rows] == published()


def test_totals_add_up_in_every_row_as_the_reader_sees_them():
    event = real_event()
    rows = read_back(workbook_of(event), tables(event)["standings"])
    assert rows
    for row in rows:
        total, score, penalties = (Decimal(str(row[key])) for key in ("total", "table_score", "penalties"))
        assert total == score - penalties


def test_numbers_are_numbers_with_formats_of_their_kind():
    event = rich_event()
    book = workbook_of(event)
    total = cell(event, book, "standings", "total")
    assert (total.data_type, total.number_format) == ("n", "+0.0##;-0.0##;0.0")
    points = cell(event, book, "tables", "points")
    assert (points.value, points.data_type, points.number_format) == (45_300, "n", "#,##0;-#,##0;0")
    given = cell(event, book, "penalties", "given_at")
    assert given.is_date and given.number_format == "yyyy-mm-dd hh:mm"
    assert cell(event, book, "penalties", "amount").value == 30
    facts = {row[0].value: row[1] for row in book["Event"].iter_rows()}
    assert facts["First day"].is_date and facts["Starting points"].value == 30_000


def test_no_number_of_the_workbook_is_a_long_tail_of_digits():
    for sheet in workbook_of(real_event()):
        for row in sheet.iter_rows(values_only=True):
            assert all(round(value, 3) == value for value in row if isinstance(value, float)), sheet.title


def test_text_is_text_whatever_it_begins_with():
    event = rich_event()
    book = workbook_of(event)
    for key, expected in (("name", "=1+1"), ("club", "+Club"), ("ema_number", "05100170")):
        one = cell(event, book, "players", key)
        assert (one.value, one.data_type, one.number_format) == (expected, "s", "@")
    assert "@luc" in [row["name"] for row in read_back(book, tables(event)["standings"])]
    lists = [book[str(table.title)] for table in tables(event).values() if table.row_count]
    assert not any(one.data_type == "f" for sheet in lists for row in sheet.iter_rows() for one in row)


def test_control_characters_are_left_out_so_that_the_file_opens():
    event = rich_event()
    assert cell(event, workbook_of(event), "players", "last_name", 3).value == "ab"


def test_headings_stay_in_sight_lists_can_be_filtered_and_paper_is_set_up():
    event = rich_event()
    book = workbook_of(event)
    lists = [book[str(table.title)] for table in tables(event).values() if table.row_count]
    assert len(lists) == 17
    for sheet in (one for one in lists if one.title != "EMA list"):
        assert sheet.freeze_panes.endswith("2"), sheet.title
        assert sheet.auto_filter.ref == sheet.dimensions
        assert sheet.print_title_rows == "$1:$1"
        assert (sheet.page_setup.paperSize, sheet.page_setup.scale) == (9, 89)
        assert sheet["A1"].font.bold
    assert book["Standings"].freeze_panes == "E2"
    assert (book["Standings"].page_setup.orientation, book["Standings"].print_title_cols) == ("landscape", "$A:$D")


def test_the_header_on_paper_names_the_event_whatever_it_is_called():
    tournament = make_tournament("Cats & Dogs \x07 [2026]: a/b*c?")
    make_players(tournament, 1)
    book = workbook_of(tournament)
    assert book["Players"].oddHeader.left.text == "Cats && Dogs  [2026]: a/b*c?"
    assert book.properties.title == "Cats & Dogs  [2026]: a/b*c?"


def test_empty_lists_have_no_sheet():
    event = make_tournament()
    full = [str(table.title) for table in tables(event).values() if table.row_count]
    assert workbook_of(event).sheetnames == full
    assert "Penalties" not in full and "Event" in full


def test_titles_of_sheets_are_short_and_different():
    titles = workbook_of(rich_event()).sheetnames
    assert len(set(titles)) == len(titles)
    assert all(len(title) <= 31 and not set(title) & set("[]:*?/\\") for title in titles)


@pytest.mark.parametrize(
    ("language", "letters", "sheet"),
    [
        ("fr", "ESON", ("O N", "S: O et N: E")),
        ("de", "OSWN", ("W N", "S: W und N: O")),
        ("ja", "東南西北", ("西 北", "南: 西、北: 東")),
    ],
)
def test_winds_are_those_of_the_language_in_the_workbook_and_codes_in_csv_files(language, letters, sheet):
    event = rich_event()
    lines = SheetLine.objects.filter(version=SheetVersion.objects.order_by("sheet__hanchan", "sheet__table").first())
    lines.filter(wind__in="WN").update(yakitori=True)
    lines.filter(wind="N").update(busted_by="E")
    lines.filter(wind="S").update(busted_by="W")
    event.rules = event.ruleset.replace(yakitori=10_000, bust="below-zero", bust_prize=10_000).to_json()
    event.save()
    with override(language):
        book = workbook_of(event)
        for name in ("seating", "tables"):
            assert [cell(event, book, name, "wind", row).value for row in range(2, 6)] == list(letters)
        assert [cell(event, book, "sheets", key).value for key in ("won_no_hand", "bust_by")] == list(sheet)
        kept = {name: list(csv.DictReader(StringIO(write_csv(table)))) for name, table in tables(event).items()}
    assert [row["wind"] for row in kept["seating"][:4]] == [row["wind"] for row in kept["tables"][:4]] == list("ESWN")
    assert (kept["sheets"][0]["won_no_hand"], kept["sheets"][0]["bust_by"]) == ("W N", "S: W, N: E")


def test_the_workbook_and_the_csv_files_hold_the_same_rows():
    tournament = rich_event()
    book = workbook_of(tournament)
    for table in tables(tournament).values():
        rows = list(table.file_rows())
        shown = read_back(book, table) if rows else []
        assert len(shown) == len(rows) == len(list(csv.reader(StringIO(write_csv(table))))) - 1
        for at, column in enumerate(table.file_columns):
            if column.kind is CellKind.P:
                written = [row[column.key] for row in shown]
                assert [None if v is None else write_p(round(v * 1000)) for v in written] == [
                    None if row[at] is None else write_p(row[at]) for row in rows
                ]


def test_every_text_has_room_in_its_column_and_no_column_takes_more_than_its_texts():
    event = rich_event()
    book = workbook_of(event)
    for table in (one for one in tables(event).values() if one.row_count and not one.facts):
        sheet = book[str(table.title)]
        for at, column in enumerate(table.file_columns, 1):
            cells = [sheet.cell(row, at) for row in range(2, sheet.max_row + 1)]
            texts = [one.value for one in cells if isinstance(one.value, str) and not one.alignment.wrap_text]
            width = sheet.column_dimensions[LETTERS[at - 1]].width
            assert max(map(text_width, texts), default=0) < width, (sheet.title, column.heading)
            assert width <= max(column.width, width_of(replace(column, width=0)))
    history = book["History"]
    assert text_width(history.cell(2, history.max_column).value) == 64 < history.column_dimensions["J"].width


def test_beside_text_of_several_lines_everything_begins_at_the_top():
    book = workbook_of(rich_event())
    assert {cell.alignment.vertical for cell in book["Rule set"][2] if cell.value} == {"top"}
    assert {cell.alignment.vertical for cell in book["Seating"][2] if cell.value} == {"center"}
