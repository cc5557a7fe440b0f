"""The pages of a wrong report sheet: which hanchan they begin with, and how the four are cancelled."""

import pytest

from tests.factories import PASSWORD, make_staff
from tests.tournament.referee.penalties.test_views import LIST, TABLE, event, fields_of, send
from tests.tournament.standings.tables import begin, finish, punish, put_in, small_event
from tests.tournament.standings.test_public_views import text_of
from tournament.results.models import Penalty

__all__ = ["event"]
pytestmark = pytest.mark.django_db


def test_the_page_begins_with_the_last_hanchan_that_has_a_sheet(client, event):
    tournament, _ = event
    assert fields_of(client.get(TABLE))["hanchan"] == "1"
    put_in(tournament, 2, 2)
    assert fields_of(client.get(TABLE))["hanchan"] == "2"
    assert fields_of(client.get(TABLE, {"hanchan": "3"}))["hanchan"] == "3"


def test_the_page_stays_with_a_hanchan_that_plays_again(client, event):
    tournament, _ = event
    put_in(tournament, 2, 2)
    finish(tournament, 2)
    tournament.hanchan.filter(number=1).update(state="playing", closed_at=None, released_at=None)
    assert fields_of(client.get(TABLE))["hanchan"] == "1"


def test_before_the_first_sheet_the_page_begins_with_the_hanchan_that_plays(client, event):
    tournament, _ = small_event(name="May Open")
    begin(tournament, 2)
    client.force_login(make_staff(tournament, "referee"))
    assert fields_of(client.get("/manage/may-open/penalties/table/"))["hanchan"] == "2"


@pytest.fixture
def four(client, event):
    """What the four at table 2 were given."""
    shown = send(client, TABLE, fields_of(client.get(TABLE)), table="2")
    client.post(TABLE, fields_of(shown))
    return list(Penalty.objects.order_by("id"))


def test_the_whole_table_is_cancelled_from_any_of_the_four(client, four):
    address = f"{LIST}{four[2].pk}/cancel/"
    page = client.get(address)
    assert "all 4 penalties of the table" in text_of(page) and fields_of(page)["whose"] == "one"
    assert text_of(page).count("becomes →") == 2
    all_four = client.get(address, {"whose": "table"})
    assert text_of(all_four).count("becomes →") == 8 and fields_of(all_four)["whose"] == "table"
    refused = client.post(address, {"whose": "table", "reason": ""})
    assert refused.status_code == 422 and fields_of(refused)["whose"] == "table"
    done = client.post(address, {"whose": "table", "reason": "it was right", "password": PASSWORD}, follow=True)
    assert text_of(done).count("Cancelled by Mina Costa: it was right") == 4
    assert text_of(done).count(": point penalty, −2.0P") == 4


def test_one_of_the_four_is_cancelled_alone(client, four):
    client.post(f"{LIST}{four[0].pk}/cancel/", {"whose": "one", "reason": "was not there", "password": PASSWORD})
    assert Penalty.objects.filter(cancelled_at=None).count() == 3
    assert "all 3 penalties of the table" in text_of(client.get(f"{LIST}{four[1].pk}/cancel/"))


def test_a_penalty_that_was_given_alone_has_no_such_choice(client, event):
    penalty = punish(event[1][0], 2_000)
    assert "whole table" not in text_of(client.get(f"{LIST}{penalty.pk}/cancel/?whose=table"))
    client.post(f"{LIST}{penalty.pk}/cancel/", {"whose": "table", "reason": "wrong player", "password": PASSWORD})
    assert Penalty.objects.get().cancelled_reason == "wrong player"
