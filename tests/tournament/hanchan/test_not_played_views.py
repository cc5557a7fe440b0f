"""The page of a table that was not played, and of a hanchan that is cancelled: before and after, reason, undo."""

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of, typed
from tournament.core.audit import Act
from tournament.core.models import HanchanState, Role
from tournament.hanchan.actions import close, release
from tournament.results.sheets.queries import tables_not_played, tables_of

pytestmark = pytest.mark.django_db
BY_NOBODY = Act(by=None, at=MORNING)
PASSWORD = {"password": "two plain words"}


@pytest.fixture
def event(client):
    """Four tables play hanchan 1, and the sheets of tables 1 to 3 are in; a referee is signed in."""
    tournament = hall()
    for table in (1, 2, 3):
        entered(hanchan_of(tournament), table)
    user = make_staff(tournament, Role.REFEREE)
    user.set_password("two plain words")
    user.save()
    client.force_login(user)
    return tournament


def url(event, name, *more):
    return reverse(name, args=[event.slug, 1, *more])


def test_the_entry_of_a_sheet_leads_to_not_played(client, event):
    assert url(event, "sheet_not_played", 4) in client.get(url(event, "sheet", 4)).text


def test_points_of_the_start_ask_whether_it_was_played_and_offer_the_no(client, event):
    page = client.post(url(event, "sheet", 4), typed(hanchan_of(event), 4, ("300", "300", "300", "300")))
    assert "Was this hanchan played?" in page.text and "No: record it as not played" in page.text


def test_a_table_is_recorded_as_not_played_with_a_reason_and_its_page_says_so(client, event):
    page = client.get(url(event, "sheet_not_played", 4))
    assert "Table 4 was not played" in page.text
    assert "No result is taken away" in page.text
    assert client.post(url(event, "sheet_not_played", 4), {"seen": "0", "reason": " "}).status_code == 422
    page = client.post(url(event, "sheet_not_played", 4), {"seen": "0", "reason": "Four left."}, follow=True)
    assert "Not played:" in page.text and "Four left." in page.text
    assert list(tables_not_played(event)) == [(1, 4)]
    board = client.get(url(event, "sheets")).text
    assert "not played" in board


def test_a_sheet_that_is_in_shows_the_standings_before_and_after(client, event):
    page = client.get(url(event, "sheet_not_played", 1))
    effect = page.context["effect"]
    assert effect.order_changes and effect.before.after == 1
    assert len(effect.people) == 4
    client.post(url(event, "sheet_not_played", 1), {"seen": "1", "reason": "Wrong table."})
    assert "It was played after all" in client.get(url(event, "sheet", 1)).text
    assert url(event, "sheet_played", 1) in client.get(url(event, "sheet_not_played", 1)).text
    assert [table.table for table in tables_of(event)] == [2, 3]
    undone = client.post(url(event, "sheet_played", 1), {"seen": "2", "reason": "It was played."}, follow=True)
    assert "was played after all" in undone.text
    assert len(tables_of(event)) == 3


def test_an_undo_without_a_reason_says_so(client, event):
    client.post(url(event, "sheet_not_played", 4), {"seen": "0", "reason": "Four left."})
    assert "Enter a reason" in client.post(url(event, "sheet_played", 4), {"seen": "1"}).text


def test_a_hanchan_is_cancelled_and_keeps_what_is_in(client, event):
    page = client.get(url(event, "hanchan_cancel"))
    assert list(page.context["people"]) == [4]
    assert url(event, "hanchan_cancel") in client.get(url(event, "hanchan")).text
    page = client.post(url(event, "hanchan_cancel"), {"reason": "Power cut."}, follow=True)
    assert "Hanchan 1 is cancelled." in page.text
    assert "Power cut." in page.text
    assert hanchan_of(event).state == HanchanState.CLOSED
    assert len(tables_of(event)) == 3


def test_a_hanchan_is_voided_and_the_undo_brings_it_back(client, event):
    entered(hanchan_of(event), 4)
    close(hanchan=hanchan_of(event), act=BY_NOBODY)
    page = client.get(url(event, "hanchan_cancel") + "?void=1")
    assert list(page.context["people"]) == [1, 2, 3, 4] and page.context["effect"].order_changes
    client.post(url(event, "hanchan_cancel"), {"void": "1", "reason": "Power cut.", **PASSWORD})
    assert tables_of(event) == ()
    page = client.get(url(event, "hanchan_cancel"))
    assert "Tables 1–4 are recorded as not played" in page.text
    page = client.post(url(event, "hanchan_cancel"), {"undo": "1", "reason": "Valid.", **PASSWORD}, follow=True)
    assert "were played after all" in page.text
    assert len(tables_of(event)) == 4


def test_nothing_to_cancel_is_said_and_refused(client, event):
    entered(hanchan_of(event), 4)
    assert "nothing is left to cancel" in client.get(url(event, "hanchan_cancel")).text
    assert client.post(url(event, "hanchan_cancel"), {"reason": "x"}).status_code == 422


def test_results_that_are_out_take_the_password(client, event):
    person = make_staff(event, Role.REFEREE, username="with-password")
    person.set_password("seven seats at dawn")
    person.save()
    client.force_login(person)
    entered(hanchan_of(event), 4)
    close(hanchan=hanchan_of(event), act=BY_NOBODY)
    release(hanchan=hanchan_of(event), act=BY_NOBODY)
    sent = {"seen": "1", "reason": "Wrong."}
    assert "Your password" in client.get(url(event, "sheet_not_played", 4)).text
    assert client.post(url(event, "sheet_not_played", 4), sent).status_code == 422
    sent["password"] = "seven seats at dawn"
    assert client.post(url(event, "sheet_not_played", 4), sent).status_code == 302


def test_a_hanchan_that_has_not_started_and_a_table_that_is_not_there_have_no_such_page(client, event):
    assert client.get(reverse("hanchan_cancel", args=[event.slug, 2])).status_code == 404
    assert client.get(url(event, "sheet_not_played", 9)).status_code == 404


def test_a_desk_may_not(client, event):
    client.force_login(make_staff(event, Role.DESK, username="desk"))
    assert client.get(url(event, "sheet_not_played", 4)).status_code == 403
    assert client.post(url(event, "hanchan_cancel"), {"void": "1"}).status_code == 403
