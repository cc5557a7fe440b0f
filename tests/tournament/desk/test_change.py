"""Changing a sheet that is in, and the history that keeps what it was."""

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of, typed
from tournament.core.audit import Act
from tournament.hanchan.actions import close
from tournament.results.sheets.queries import accepted_version

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee(client):
    """A hall whose table 1 is in, and a referee who is signed in."""
    tournament = hall(players=4)
    entered(hanchan_of(tournament), by=make_staff(tournament, name="Mina Aalto"))
    client.force_login(make_staff(tournament, "referee", name="Noah Field"))
    return tournament


def url(tournament, name="sheet_change"):
    return reverse(name, args=[tournament.slug, 1, 1])


def changed(tournament, **fields):
    fields = {"base_version": "1", "reason": "The sheet was misread.", **fields}
    return typed(hanchan_of(tournament), points=("331", "412", "257", "200"), **fields)


def test_a_change_starts_from_what_counts(client, referee):
    page = client.get(url(referee))
    assert [row.points_field.value() for row in page.context["look"].rows] == ["412", "331", "257", "200"]
    assert page.context["form"]["base_version"].value() == 1
    assert "Reason for the change" in page.text


def test_a_change_is_saved_with_its_reason_and_shown_on_the_sheet(client, referee):
    answer = client.post(url(referee), changed(referee))
    assert answer.url == f"{url(referee, 'sheet')}?saved=1"
    assert "Changed: The sheet was misread." in client.get(answer.url).text
    assert accepted_version(hanchan_of(referee), 1).number == 2


@pytest.mark.parametrize("fields", [{"reason": ""}, {"reason": "   "}])
def test_without_a_reason_nothing_changes_and_what_was_typed_stays(client, referee, fields):
    page = client.post(url(referee), changed(referee, **fields))
    assert page.status_code == 422
    assert "Enter a reason for the change" in page.text
    assert 'value="331"' in page.text
    assert accepted_version(hanchan_of(referee), 1).number == 1


def test_two_referees_who_change_one_sheet_see_each_others_version(client, referee):
    client.post(url(referee), changed(referee))
    page = client.post(url(referee), changed(referee, points_0="412", points_1="257", points_2="331"))
    assert page.status_code == 409
    assert "Noah Field changed the sheet of table 1 in the meantime." in page.text


def test_after_the_close_a_change_still_counts(client, referee):
    close(hanchan=hanchan_of(referee), act=Act(by=None, at=MORNING))
    assert client.post(url(referee), changed(referee)).status_code == 302
    assert accepted_version(hanchan_of(referee), 1).number == 2


def test_a_table_that_is_not_in_is_entered_not_changed(client):
    tournament = hall()
    client.force_login(make_staff(tournament, "referee"))
    assert client.get(url(tournament)).url == url(tournament, "sheet")


def test_the_history_shows_every_version_with_who_when_why_and_what_differs(client, referee):
    client.post(url(referee), changed(referee, deposits="0"))
    page = client.get(url(referee, "sheet_history"))
    new, old = page.context["steps"]
    assert [cell.differs for cell in new.cells] == [True, True, False, False]
    assert [cell.differs for cell in old.cells] == [False] * 4
    for words in ("Version 2", "Noah Field", "The sheet was misread.", "Version 1", "Mina Aalto", "<del>", "41,200"):
        assert words in page.text


def test_the_history_of_a_sheet_that_is_not_in_leads_to_it(client):
    tournament = hall()
    client.force_login(make_staff(tournament))
    assert "This sheet has not been entered yet" in client.get(url(tournament, "sheet_history")).text
