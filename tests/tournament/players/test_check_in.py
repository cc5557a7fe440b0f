"""The check-in page of the day."""

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.players import actions
from tournament.players.queries import find_player

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true", "HX-Target": "check-in"}


@pytest.fixture
def tournament():
    return make_tournament(slug="spring")


@pytest.fixture
def desk(client, tournament):
    make_players(tournament, 5)
    client.force_login(make_staff(tournament, "desk"))
    return client


def url(query=""):
    return f"{reverse('check_in', args=['spring'])}{query}"


def test_one_tap_checks_in_and_another_takes_it_back(desk, tournament):
    page = desk.post(url(), {"here": "2"}, headers=HTMX).content.decode()
    assert find_player(tournament, 2).checked_in_at is not None
    assert "<strong>Luc Moreau</strong> checked in" in page
    assert "4 missing" in page
    desk.post(url(), {"undo": "2"}, headers=HTMX)
    assert find_player(tournament, 2).checked_in_at is None


def test_enter_checks_in_the_only_one_who_fits_and_frees_the_search(desk, tournament):
    answer = desk.post(url(), {"q": "mor", "show": "missing"}, headers=HTMX)
    assert find_player(tournament, 2).checked_in_at is not None
    assert "<strong>Luc Moreau</strong> checked in" in answer.content.decode()
    assert 'data-searched=""' in answer.content.decode()
    assert answer["HX-Replace-Url"] == url("?show=missing")
    assert desk.post(url(), {"q": "3"}).url == url()
    assert find_player(tournament, 3).checked_in_at is not None


@pytest.mark.parametrize(("text", "show"), [("no", ""), ("", ""), (" ", "missing"), ("nobody", ""), ("luc", "here")])
def test_enter_checks_in_nobody_where_not_exactly_one_to_come_fits(desk, tournament, text, show):
    page = desk.post(url(), {"q": text, "show": show}, headers=HTMX).content.decode()
    assert "5 missing" in page
    assert f'data-searched="{text}"' in page


def test_enter_leaves_who_is_here_already_as_it_is(desk, tournament):
    actions.check_in(player=find_player(tournament, 2), act=Act(by=None, at=MORNING))
    page = desk.post(url(), {"q": "luc"}, headers=HTMX)
    assert find_player(tournament, 2).checked_in_at == MORNING
    assert [player.name for player in page.context["players"]] == ["Luc Moreau"]
    assert desk.post(url(), {"q": "luc"}).url == url("?q=luc")


def test_without_a_script_the_page_comes_back_as_it_was_narrowed(desk):
    response = desk.post(url("?q=luc&show=missing&since=3"), {"here": "2"})
    assert response.url == url("?q=luc&show=missing")


@unrendered()
def test_who_is_missing_is_listed(desk, tournament):
    desk.post(url(), {"here": "2"})
    names = [player.name for player in desk.get(url("?show=missing")).context["players"]]
    assert names == ["Aiko Brandt", "Ewa Nowak", "Noor van Dijk", "Tom Okafor"]
    assert [player.name for player in desk.get(url("?show=here&q=LÜC")).context["players"]] == ["Luc Moreau"]


def test_a_number_finds_its_player(desk):
    assert [player.name for player in desk.get(url("?q=3")).context["players"]] == ["Ewa Nowak"]


def test_nothing_new_is_answered_with_204_until_somebody_writes(desk, tournament):
    tournament.refresh_from_db()
    since = f"?since={tournament.edition}"
    assert desk.get(url(since), headers=HTMX).status_code == 204
    actions.check_in(player=find_player(tournament, 1), act=Act(by=None, at=MORNING))
    response = desk.get(url(since), headers=HTMX)
    assert response.status_code == 200
    assert response.content.decode().strip().startswith("<section")


def test_who_withdrew_is_not_on_the_page_and_a_late_tap_is_told(desk, tournament):
    actions.withdraw(player=find_player(tournament, 2), act=Act(by=None, at=MORNING))
    assert "Luc Moreau" not in desk.get(url()).content.decode()
    assert "Reinstate" in desk.post(url(), {"here": "2"}, headers=HTMX).content.decode()
    assert "no player number 77" in desk.post(url(), {"here": "77"}, headers=HTMX).content.decode()
    assert desk.post(url(), {"here": "x"}).status_code == 302


def test_an_empty_tournament_says_what_comes_first(client, tournament):
    client.force_login(make_staff(tournament, "desk"))
    assert "Add or import" in client.get(url()).content.decode()


@unrendered()
def test_everybody_at_once_is_for_organisers(client, desk, tournament):
    everybody = reverse("check_in_all", args=["spring"])
    assert desk.post(everybody, {"present": "yes"}).status_code == 403
    client.force_login(make_staff(tournament, "organiser"))
    client.post(everybody, {"present": "yes"})
    assert client.get(url()).context["counts"].missing == 0
    client.post(everybody, {"present": "no"})
    assert client.get(url()).context["counts"].missing == 5


def test_everybody_at_once_is_undone_from_the_page_that_follows(client, desk, tournament):
    client.force_login(make_staff(tournament, "organiser"))
    early = tournament.players.first()
    actions.check_in(player=early, act=Act(by=None, at=MORNING))
    everybody = reverse("check_in_all", args=["spring"])
    page = client.post(everybody, {"present": "yes"}, follow=True)
    assert "4 players checked in." in page.text
    undo = {"undo": page.context["several_at"].isoformat()}
    assert "Everybody is already checked in." in client.post(everybody, {"present": "yes"}, follow=True).text
    assert "Check-in of 4 players undone." in client.post(everybody, undo, follow=True).text
    assert list(tournament.players.exclude(checked_in_at=None)) == [early]
    lines = tournament.audit_entries.count()
    assert "That check-in is already undone." in client.post(everybody, undo, follow=True).text
    assert tournament.audit_entries.count() == lines


@unrendered()
@pytest.mark.parametrize("text", ["", "x", "2026-05-16T10:00:00", "2026-13-45T10:00:00Z"])
def test_a_moment_that_cannot_be_read_undoes_nothing(client, desk, tournament, text):
    client.force_login(make_staff(tournament, "organiser"))
    actions.check_in_all(tournament=tournament, act=Act(by=None, at=MORNING))
    client.post(reverse("check_in_all", args=["spring"]), {"undo": text})
    assert client.get(url(), {"at": text}).context["counts"].missing == 0


def test_every_row_that_is_checked_in_can_be_undone(desk, tournament):
    actions.check_in_all(tournament=tournament, act=Act(by=None, at=MORNING))
    assert desk.get(url()).text.count('name="undo"') == 5


def test_a_second_tap_in_the_same_place_does_not_take_the_first_one_back(desk, tournament):
    rows = desk.post(url(), {"here": "2"}, headers=HTMX).text.partition("check-list")[2]
    assert 'name="undo"' not in rows
    assert 'name="undo"' in desk.get(url()).text.partition("check-list")[2]


def test_the_page_asks_as_often_for_two_hundred_as_for_five(desk, tournament, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    desk.get(url())
    with CaptureQueriesContext(connection) as few:
        desk.get(url())
    actions.add_players(
        tournament=tournament, rows=[{"name": f"More {n}"} for n in range(195)], act=Act(by=None, at=MORNING)
    )
    with django_assert_num_queries(len(few)):
        desk.get(url())
