"""The board: which tables are in, which are awaited, and how one opens a table."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_tournament
from tests.tournament.desk.halls import code_on, entered, hall, hanchan_of
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.hanchan.actions import start
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import typed_sheet
from tournament.results.sheets.codes import sheet_code
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    """A hall of four tables and somebody at its desk; the clock stands six minutes after the end."""
    tournament = hall()
    client.force_login(make_staff(tournament, name="Mina Aalto"))
    with time_machine.travel(MORNING + timedelta(minutes=96, seconds=20), tick=False):
        yield tournament


def sheets(tournament, name="sheets", *args, **query):
    return reverse(name, args=[tournament.slug, *args], query=query or None)


def test_the_rail_leads_to_the_hanchan_that_plays(client, desk):
    assert client.get(sheets(desk, "sheets_current")).url == sheets(desk, "sheets", 1)


def test_before_the_start_it_leads_to_the_first_hanchan_which_says_where_to_start_it(client):
    tournament = hall(playing=0)
    client.force_login(make_staff(tournament))
    page = client.get(client.get(sheets(tournament, "sheets_current")).url)
    assert "Hanchan 1 has not started" in page.text
    assert reverse("hanchan", args=[tournament.slug, 1]) in page.text


def test_the_heading_names_the_hanchan(client, desk):
    assert "Hanchan 1</bdi> · sheets" in client.get(sheets(desk, "sheets", 1)).text
    desk.hanchan.filter(number=1).update(name="Final")
    assert "<bdi>Hanchan 1 · Final</bdi> · sheets" in client.get(sheets(desk, "sheets", 1)).text
    assert "Table 1, hanchan 1 · Final" in client.get(sheets(desk, "sheet", 1, 1)).text


def test_without_a_seating_the_page_says_what_to_do(client):
    tournament = make_tournament()
    client.force_login(make_staff(tournament))
    assert "No seating yet" in client.get(sheets(tournament, "sheets", 1)).text


def test_each_table_has_its_state_and_its_minutes(client, desk):
    entered(hanchan_of(desk), table=2)
    page = client.get(sheets(desk, "sheets", 1))
    assert [(need.value, count) for need, count in page.context["board"].needs] == [("late", 3), ("done", 1)]
    assert [one.card.table for one in page.context["board"].missing] == [1, 3, 4]
    assert "+6 min" in page.text
    assert "Time up 6 min ago" in page.text


def test_three_missing_tables_are_shown_with_their_players_and_four_without(client, desk):
    name = str(lineup(desk, 1)[3][0].player)
    assert name not in client.get(sheets(desk, "sheets", 1)).text
    entered(hanchan_of(desk), table=2)
    assert name in client.get(sheets(desk, "sheets", 1)).text


def test_an_empty_box_opens_the_table_that_comes_next(client, desk):
    entered(hanchan_of(desk), table=1)
    assert client.get(sheets(desk, "sheet_open", 1, q=" ")).url == sheets(desk, "sheet", 1, 2)


def test_an_empty_box_says_what_to_type_when_no_table_waits(client, desk):
    for table in (1, 2, 3, 4):
        entered(hanchan_of(desk), table=table)
    page = client.get(sheets(desk, "sheet_open", 1, q=""))
    assert page.status_code == 422
    assert "Type a table" in page.text


def test_a_poll_hears_nothing_until_something_is_written_or_a_minute_has_passed(client, desk):
    mark = client.get(sheets(desk, "sheets", 1)).context["mark"]
    since = desk.edition
    assert client.get(sheets(desk, "sheets_board", 1, since=since, mark=mark)).status_code == 204
    assert client.get(sheets(desk, "sheets_board", 1, since=since, mark="not-back5_1105")).status_code == 200
    entered(hanchan_of(desk), table=2)
    news = client.get(sheets(desk, "sheets_board", 1, since=since, mark=mark, open=3))
    assert news.status_code == 200
    assert "accepted" in news.text
    assert 'aria-current="page"' in news.text
    assert f"since={since + 1}" in news.text


def test_a_poll_asks_the_same_of_four_tables_and_of_fifty(client, django_assert_max_num_queries):
    for players in (16, 200):
        tournament = hall(players=players)
        client.force_login(make_staff(tournament))
        with django_assert_max_num_queries(10):
            assert client.get(sheets(tournament, "sheets_board", 1, since=0)).status_code == 200


def test_a_table_opens_by_its_number_and_by_the_code_on_its_sheet(client, desk):
    code = code_on(desk, 1, 3)
    for text in ("3", " 3 ", code, code.lower(), f" {code[:3]} {code[3:]}"):
        assert client.get(sheets(desk, "sheet_open", 1, q=text)).url == sheets(desk, "sheet", 1, 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("9", "There is no table 9 in hanchan 1; its tables are 1 to 4."),
        ("K7F2", "is not a sheet code"),
        (sheet_code(1, 40, ()), "is not a sheet of this tournament"),
        (sheet_code(9, 1, ()), "is not a sheet of this tournament"),
        (sheet_code(3, 2, ()), "belongs to hanchan 3, table 2; this is hanchan 1"),
    ],
)
def test_what_leads_nowhere_says_why_and_keeps_what_was_typed(client, desk, text, words):
    page = client.get(sheets(desk, "sheet_open", 1, q=text))
    assert page.status_code == 422
    assert words in page.text
    assert f'value="{text}"' in page.text


def test_a_printed_code_opens_its_sheet(client, desk):
    assert client.get(sheets(desk, "sheet_by_code", code_on(desk, 1, 4))).url == sheets(desk, "sheet", 1, 4)


def test_a_printed_code_of_another_hanchan_is_refused_with_the_way_to_it(client, desk):
    page = client.get(sheets(desk, "sheet_by_code", sheet_code(2, 40, ())))
    assert page.status_code == 422 and "anyway" not in page.text, "there is no table 40 to open"
    page = client.get(sheets(desk, "sheet_by_code", code_on(desk, 2, 4)))
    assert page.status_code == 422
    assert "belongs to hanchan 2, table 4; this is hanchan 1" in page.text
    assert sheets(desk, "sheet", 2, 4) in page.text


def test_when_two_hanchan_play_the_codes_of_both_open_their_sheets(client, desk):
    start(hanchan=hanchan_of(desk, 2), act=Act(by=None, at=MORNING, reason="both at once"))
    for number in (1, 2):
        found = client.get(sheets(desk, "sheet_by_code", code_on(desk, number, 4)))
        assert found.url == sheets(desk, "sheet", number, 4)


def test_strangers_see_neither_board_nor_sheets(client, desk):
    other = hall(name="Another Open")
    client.force_login(make_staff(other))
    for url in (sheets(desk, "sheets", 1), sheets(desk, "sheet", 1, 1), sheets(desk, "sheets_board", 1)):
        assert client.get(url).status_code == 403
    client.logout()
    assert client.get(sheets(desk, "sheets", 1)).status_code == 302


def test_a_hanchan_or_table_that_is_not_there_is_not_found(client, desk):
    assert client.get(sheets(desk, "sheets", 9)).status_code == 404
    assert client.get(sheets(desk, "sheet", 1, 9)).status_code == 404


def test_when_all_sheets_are_in_the_desk_hears_who_closes_and_a_referee_is_led_there(client):
    tournament = hall(players=4)
    entered(hanchan_of(tournament))
    client.force_login(make_staff(tournament, name="Mina Aalto"))
    page = client.get(sheets(tournament, "sheets", 1)).text
    assert "A referee can now close the hanchan" in page
    assert "Go to hanchan 1" not in page
    client.force_login(make_staff(tournament, name="Rosa Iten", role=Role.REFEREE))
    assert "Go to hanchan 1" in client.get(sheets(tournament, "sheets", 1)).text


# --- the list of all sheets ------------------------------------------------------------------------------------------


def table_of(answer):
    return [(row.record.sheet.table, row.record.number) for row in answer.context["table"].rows]


def test_the_list_of_sheets_has_every_version_and_marks_the_one_that_counts(client, desk):
    hanchan = hanchan_of(desk)
    entered(hanchan, table=2)
    first = entered(hanchan, table=1)
    act = Act(by=None, at=MORNING, reason="One deposit was left", base=1, submission=uuid4())
    change(hanchan=hanchan, table=1, typed=replace(typed_sheet(first), deposits=1), override=True, act=act)
    answer = client.get(sheets(desk, "sheet_list"))
    assert table_of(answer) == [(1, 1), (1, 2), (2, 1)]
    assert answer.text.count('class="is-out"') == 1
    assert "One deposit was left" in answer.text
    assert f'href="{sheets(desk, "sheet_history", 1, 2)}"' in answer.text


KEYS = "hanchan table version counts deposits entered_at entered_by overridden reason"


@pytest.mark.parametrize("key", KEYS.split())
def test_the_list_of_sheets_sorts_by_every_heading(client, desk, key):
    entered(hanchan_of(desk), table=2, by=make_staff(desk, name="Aino Salo"))
    entered(hanchan_of(desk), table=1)
    answer = client.get(sheets(desk, "sheet_list", sort=f"-{key}"))
    assert {table for table, _version in table_of(answer)} == {1, 2}
    assert 'aria-sort="descending"' in answer.text


def test_the_list_of_sheets_says_that_there_are_none_and_the_board_leads_to_it(client, desk):
    assert "No report sheet has been entered yet." in client.get(sheets(desk, "sheet_list")).text
    assert f'href="{sheets(desk, "sheet_list")}"' in client.get(sheets(desk, "sheets", 1)).text


def test_who_comes_to_the_desk_is_answered_by_one_page_and_who_may_not_correct_hears_who_does(client, desk):
    hanchan_of(desk)
    client.force_login(make_staff(desk))
    text = client.get(sheets(desk, "sheets", 1)).text
    names = ("seating", "sheet_list", "print_report_sheets", "check_in")
    assert [name for name in names if f'href="{reverse(name, args=[desk.slug])}' not in text] == []
    change = f'href="{reverse("seating_change", args=[desk.slug])}?what=names"'
    assert "A referee corrects it" in text
    assert change not in text
    client.force_login(make_staff(desk, role=Role.REFEREE))
    assert change in client.get(sheets(desk, "sheets", 1)).text
