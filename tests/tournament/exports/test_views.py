"""The export page and its downloads."""

import csv
from io import BytesIO, StringIO

import pytest
from openpyxl import load_workbook

from tests.factories import make_staff, make_tournament, make_user
from tests.tournament.exports.events import rich_event, tables

pytestmark = pytest.mark.django_db


def address(tournament, rest=""):
    return f"/manage/{tournament.slug}/export/{rest}"


def test_the_page_names_every_file_with_its_rows(client):
    tournament = rich_event()
    client.force_login(make_staff(tournament))
    page = client.get(address(tournament)).content.decode()
    for key in tables(tournament):
        assert f'href="{address(tournament, f"{key}.csv")}"' in page
    assert "9 rows" in page


def test_the_workbook_comes_as_a_file_with_the_name_of_the_address(client):
    tournament = rich_event()
    client.force_login(make_staff(tournament))
    answer = client.get(address(tournament, "workbook/"))
    assert answer["Content-Disposition"] == 'attachment; filename="spring-open.xlsx"'
    assert answer["Content-Type"].endswith("spreadsheetml.sheet")
    assert load_workbook(BytesIO(answer.content)).sheetnames[0] == "Overview"


def test_a_csv_file_says_that_it_is_utf_8(client):
    tournament = rich_event()
    client.force_login(make_staff(tournament))
    answer = client.get(address(tournament, "players.csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert len(list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))) == 1 + 9


def test_every_grid_can_be_had_and_nothing_else(client):
    tournament = make_tournament()
    client.force_login(make_staff(tournament))
    for key in tables(tournament):
        assert client.get(address(tournament, f"{key}.csv")).status_code == 200
    assert client.get(address(tournament, "passwords.csv")).status_code == 404


@pytest.mark.parametrize("rest", ["", "workbook/", "standings.csv"])
def test_results_leave_the_house_with_the_staff_only(client, rest):
    tournament = rich_event()
    assert client.get(address(tournament, rest)).status_code == 302
    client.force_login(make_user("stranger"))
    assert client.get(address(tournament, rest)).status_code == 403
    client.force_login(make_staff(make_tournament("Another Open")))
    assert client.get(address(tournament, rest)).status_code == 403
