"""The export page and its downloads."""

import csv
import re
from dataclasses import replace
from functools import partial
from html import unescape
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
import time_machine
from openpyxl import load_workbook

from tests.factories import MORNING, make_staff, make_tournament, make_user
from tests.tournament.exports.events import rich_event, tables
from tests.tournament.rendering import unrendered
from tests.tournament.standings.tables import vouch
from tournament.core.messages import Refused
from tournament.core.models import Role
from tournament.exports import book, views
from tournament.players.models import Player
from tournament.results.models import Penalty
from tournament.standings.queries import forget

pytestmark = pytest.mark.django_db


def whole_event():
    """The rich event, with a history that vouches for all of it."""
    tournament = rich_event()
    vouch(tournament, Player)
    return tournament


def address(tournament, rest=""):
    return f"/manage/{tournament.slug}/export/{rest}"


def test_the_page_names_every_file_in_each_of_its_kinds(client):
    tournament = whole_event()
    Player.objects.filter(tournament=tournament, number=1).update(ara_id="77")
    client.force_login(make_staff(tournament))
    page = client.get(address(tournament)).content.decode()
    for key, table in tables(tournament).items():
        for kind in ("xlsx", "csv"):
            assert f'href="{address(tournament, f"{key}.{kind}")}' in page
        assert str(table.title) in page


def noted(made, key, make, tournament, at):
    made.append(key)
    return make(tournament, at)


def test_the_page_computes_no_list_and_a_file_no_other(client, monkeypatch):
    tournament = whole_event()
    client.force_login(make_staff(tournament))
    made = []
    for key, sheet in book.SHEETS.items():
        make = partial(noted, made, key, sheet.make)
        monkeypatch.setitem(book.SHEETS, key, replace(sheet, make=make))
    assert client.get(address(tournament)).status_code == 200
    assert made == []
    files = [f"{key}.csv" for key in book.SHEETS if key not in ("league", "prizes", "teams")]
    for name in (*files, "standings.xlsx"):
        made.clear()
        assert client.get(address(tournament, name)).status_code == 200
        assert made == [name.partition(".")[0]]


def test_a_list_of_what_was_written_down_asks_for_no_result(client, monkeypatch, django_assert_num_queries):
    """The session, the person, the tournament, the role, and the players with who did not come."""
    tournament = whole_event()
    client.force_login(make_staff(tournament))
    forget()
    monkeypatch.setattr(views, "refuse_changed", lambda tournament: None)
    with django_assert_num_queries(5) as asked:
        client.get(address(tournament, "players.csv"))
    assert not any("sheetline" in query["sql"] and "EXISTS" not in query["sql"] for query in asked.captured_queries)


def test_results_are_counted_twice_before_they_go_out_in_any_kind(client, monkeypatch):
    tournament = whole_event()
    client.force_login(make_staff(tournament))

    def differs(_tournament):
        raise Refused.of("recount-differs", "The recount differs.")

    monkeypatch.setattr(views, "check_recount", differs)
    for rest in ("workbook/", "ema.xlsx", "standings.xlsx", "tables.csv", "post/", "post.txt"):
        answer = client.get(address(tournament, rest))
        assert (answer.status_code, "The recount differs." in answer.content.decode()) == (409, True), rest
    assert client.get(address(tournament, "players.xlsx")).status_code == 200


@pytest.mark.parametrize(
    ("languages", "form"),
    [("de-DE,de;q=0.9", "semicolons"), ("en-GB", "commas"), ("", "commas"), ("de-CH", "semicolons-point")],
)
def test_csv_for_this_office_follows_the_language_of_the_browser_and_can_be_changed(client, languages, form):
    tournament = make_tournament()
    client.force_login(make_staff(tournament))
    page = client.get(address(tournament), headers={"Accept-Language": languages}).content.decode()
    assert f"players.csv?csv={form}" in page
    assert re.search(rf'<option value="{form}"\s+selected', page)
    changed = client.get(address(tournament, "?csv=semicolons"), headers={"Accept-Language": languages})
    assert "players.csv?csv=semicolons" in changed.content.decode()


def test_one_list_is_a_file_of_its_own_even_without_rows(client):
    tournament = make_tournament()
    client.force_login(make_staff(tournament))
    answer = client.get(address(tournament, "ema.xlsx"))
    assert answer["Content-Disposition"] == 'attachment; filename="spring-open-ema.xlsx"'
    assert load_workbook(BytesIO(answer.content)).sheetnames == ["EMA list"]
    assert client.get(address(tournament, "nonsense.xlsx")).status_code == 404


def test_what_a_federation_lacks_stands_beside_its_list_with_the_way_to_the_player(client):
    tournament = whole_event()
    client.force_login(make_staff(tournament))
    page = client.get(address(tournament)).content.decode()
    assert "Missing on this list" in page and "EMA number · 7" in page
    assert f'href="/manage/{tournament.slug}/players/2/"' in page
    assert re.search(r"<bdi>Sub One</bdi>\s*\(substitute\)", page)
    assert "ARA list" not in page
    Player.objects.filter(tournament=tournament, number=1).update(ara_id="77")
    assert "ARA ID · 7" in client.get(address(tournament)).content.decode()


def test_the_workbook_comes_as_a_file_with_the_name_of_the_address(client):
    tournament = whole_event()
    client.force_login(make_staff(tournament))
    answer = client.get(address(tournament, "workbook/"))
    assert answer["Content-Disposition"] == 'attachment; filename="spring-open.xlsx"'
    assert answer["Content-Type"].endswith("spreadsheetml.sheet")
    assert load_workbook(BytesIO(answer.content)).sheetnames[0] == "Overview"


def test_a_csv_file_says_that_it_is_utf_8(client):
    tournament = whole_event()
    client.force_login(make_staff(tournament))
    answer = client.get(address(tournament, "players.csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert len(list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))) == 1 + 9


@pytest.mark.slow("every list")
def test_the_zip_has_every_list_as_the_desk_gets_it_also_for_an_organiser(client):
    tournament = whole_event()
    organiser, desk = make_staff(tournament, Role.ORGANISER), make_staff(tournament, Role.DESK)
    with time_machine.travel(MORNING, tick=False):  # the event's list says when it was written
        for form in ("", "?csv=semicolons"):
            client.force_login(organiser)
            answer = client.get(address(tournament, f"lists.zip{form}"))
            client.force_login(desk)
            assert answer["Content-Disposition"] == 'attachment; filename="spring-open-lists.zip"'
            with ZipFile(BytesIO(answer.content)) as archive:
                assert archive.namelist() == [f"spring-open-{key}.csv" for key in tables(tournament)]
                for key in tables(tournament):
                    alone = client.get(address(tournament, f"{key}.csv{form}")).content
                    assert (key, archive.read(f"spring-open-{key}.csv")) == (key, alone)


def test_every_grid_can_be_had_and_nothing_else(client):
    tournament = make_tournament()
    client.force_login(make_staff(tournament))
    for key in tables(tournament):
        assert client.get(address(tournament, f"{key}.csv")).status_code == 200
    assert client.get(address(tournament, "passwords.csv")).status_code == 404


@pytest.mark.parametrize("rest", ["", "workbook/", "standings.csv", "ema.xlsx", "ara.csv", "lists.zip", "post/"])
@unrendered()
def test_results_leave_the_house_with_the_staff_only(client, rest):
    tournament = whole_event()
    assert client.get(address(tournament, rest)).status_code == 302
    client.force_login(make_user("stranger"))
    assert client.get(address(tournament, rest)).status_code == 403
    client.force_login(make_staff(make_tournament("Another Open")))
    assert client.get(address(tournament, rest)).status_code == 403


@pytest.mark.parametrize("rest", ["workbook/", "standings.csv", "ema.xlsx", "players.csv", "post.txt"])
def test_a_file_of_an_event_that_was_changed_outside_says_so_first(client, rest):
    tournament = whole_event()
    client.force_login(make_staff(tournament))
    Penalty.rows_of(tournament).update(amount=100)
    answer = client.get(address(tournament, rest))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "so this file cannot be relied on" in page and "but the database now says 100" in page
    anyway = re.search(r'href="([^"]*altered=yes)"', page)[1]
    assert client.get(unescape(anyway)).status_code == 200


def test_the_event_file_of_such_an_event_comes_from_the_page_that_says_so(client):
    tournament = whole_event()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    Penalty.rows_of(tournament).update(amount=100)
    page = client.get(f"/manage/{tournament.slug}/event-file/", follow=True).content.decode()
    assert "Something was changed outside of Sekigime" in page
    assert client.get(f"/manage/{tournament.slug}/event-file/?altered=yes")["Content-Type"] == "application/json"
    assert f"/manage/{tournament.slug}/event-file/?altered=yes" in page
