"""Changing a sheet that is in, and the history that keeps what it was."""

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of, typed
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.hanchan.actions import close
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import places_at

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


@pytest.fixture
def issued(client, referee):
    """The results are out, and the referee has a password."""
    close(hanchan=hanchan_of(referee), act=Act(by=None, at=MORNING))
    user = make_staff(referee, "referee", name="Keiko Ando")
    user.set_password("two plain words")
    user.save()
    client.force_login(user)
    return referee


def test_results_that_are_out_are_changed_with_the_password(client, issued):
    assert "Save and reissue results" in client.get(url(issued)).text
    for password, said in (
        ("", "These results are out: enter your password"),
        ("guessed", "This is not your password"),
    ):
        page = client.post(url(issued), changed(issued, password=password))
        assert (page.status_code, said in page.text) == (422, True)
        assert 'value="331"' in page.text
        assert "guessed" not in page.text
    assert accepted_version(hanchan_of(issued), 1).number == 1
    assert client.post(url(issued), changed(issued, password="two plain words")).status_code == 302
    assert accepted_version(hanchan_of(issued), 1).number == 2


def test_a_password_is_not_carried_through_a_conflict(client, issued):
    client.post(url(issued), changed(issued, password="two plain words"))
    later = changed(issued, points_0="412", points_1="257", points_2="331", password="two plain words")
    page = client.post(url(issued), later)
    assert page.status_code == 409
    assert "two plain words" not in page.text


def test_whoever_signs_in_by_links_sets_a_password_before_results_are_reissued(client, referee):
    close(hanchan=hanchan_of(referee), act=Act(by=None, at=MORNING))
    assert f'href="/account/?next={url(referee)}"' in client.get(url(referee)).text
    refused = client.post(url(referee), changed(referee, password="anything"))
    assert refused.status_code == 422 and "you have none yet" in refused.text
    assert accepted_version(hanchan_of(referee), 1).number == 1


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


# --- what a change does to the standings ----------------------------------------------------------------------------


def checked(client, tournament, **fields):
    """The answer beside the fields, as for somebody who types."""
    address = reverse("sheet_change_check", args=[tournament.slug, 1, 1])
    return client.post(address, changed(tournament, **fields), headers={"hx-request": "true"})


def test_while_one_types_the_standings_before_and_after_stand_below(client, referee):
    page = checked(client, referee)
    effect = page.context["effect"]
    one, other = (place.player for place in places_at(referee, 1, 1)[:2])
    assert {shift.player.id: shift.places for shift in effect.main if shift.gain} == {one.pk: (1, 2), other.pk: (2, 1)}
    assert [line.text for line in page.context["affected"]] == [
        "No cut depends on this hanchan.",
        "No later hanchan is seated by standings that change.",
        "No tie decision is affected.",
        "Players do not see the results of hanchan 1 yet.",
    ]
    assert 'id="effect"' in page.text


@pytest.mark.parametrize(
    "fields",
    [
        {"points_0": "412", "points_1": "331"},
        {"points_0": ""},
        {"points_0": "abc"},
        {"points_0": "999"},
        {"deposits": "-1"},
        {"deposits": ""},
        {"players": "1,2"},
    ],
    ids=["nothing changed", "missing", "unreadable", "too many", "no deposits", "none declared", "other people"],
)
@unrendered()
def test_figures_that_cannot_count_or_change_nothing_have_no_effect(client, referee, fields):
    page = checked(client, referee, **fields)
    assert (page.status_code, page.context["effect"]) == (200, None)


def test_a_sum_that_a_referee_lets_stand_has_its_effect(client, referee):
    assert checked(client, referee, points_0="340").context["effect"] is None
    assert checked(client, referee, points_0="340", override="on").context["effect"]


@unrendered()
def test_a_sheet_that_is_refused_keeps_what_it_would_do(client, referee):
    assert client.post(url(referee), changed(referee, reason="")).context["effect"]


def test_without_script_the_check_shows_it_as_well(client, referee):
    page = client.post(reverse("sheet_change_check", args=[referee.slug, 1, 1]), changed(referee))
    assert page.context["effect"]
    assert "Save the change" in page.text


def test_a_desk_asks_nothing_about_changes(client, referee):
    client.force_login(make_staff(referee))
    assert checked(client, referee).status_code == 403


def test_a_table_whose_sheet_is_not_in_has_nothing_to_compare(client):
    tournament = hall()
    client.force_login(make_staff(tournament, "referee"))
    assert checked(client, tournament).context["effect"] is None
