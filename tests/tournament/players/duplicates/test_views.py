"""The page of possible duplicates: marked as different people, undone, deleted; who may, and how it is found."""

import re
from time import perf_counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.rendering import unrendered
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.core.audit import Act
from tournament.core.messages import Conflict
from tournament.core.models import Role, Verb
from tournament.events.actions import change_settings
from tournament.players.actions import add_player, add_players, delete_player
from tournament.players.duplicates.actions import tell_apart, undo_tell_apart
from tournament.players.duplicates.views import STEPS
from tournament.players.models import DifferentPeople

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
PAGE, PLAYERS, NEXT = "/manage/spring/players/duplicates/", "/manage/spring/players/", "/manage/spring/"


@pytest.fixture
@kept
def tournament():
    made = make_tournament(slug="spring")
    make_players(made, 4)
    rows = [
        {"name": "Anna Rossi", "club": "Tana", "country": "IT", "contact": "anna@example.org"},
        {"name": "Rossi Anna", "club": "Tana", "country": "IT", "ema_number": "05100170"},
    ]
    add_players(tournament=made, rows=rows, act=ACT)
    return made


@pytest.fixture
def organiser(client, tournament):
    client.force_login(make_staff(tournament, Role.ORGANISER))
    return client


def text_of(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def button(answer, step):
    return re.search(rf'value="({step}-\d+-\d+)"', answer.content.decode())[1]


def pair_of(tournament):
    return tournament.players.get(number=5), tournament.players.get(number=6)


def test_a_pair_stands_with_why_it_is_alike_and_what_is_known_of_both(organiser):
    page = text_of(organiser.get(PAGE))
    for told in ("same name, written otherwise", "same club", "same country", "only one with an EMA number"):
        assert told in page
    assert "anna@example.org" in page and "05100170" in page and "Delete number 6" in page


def test_different_people_are_remembered_in_the_history_and_undone(organiser, tournament):
    page = organiser.get(PAGE)
    done = organiser.post(PAGE, {"do": button(page, "apart")}, follow=True)
    assert "Anna Rossi (5) and Rossi Anna (6) are marked as different people." in text_of(done)
    assert "No possible duplicates" in text_of(done)
    assert "marked two players as different people" in text_of(organiser.get("/manage/spring/history/"))
    assert "A similar name" not in text_of(organiser.get(f"{PLAYERS}5/"))
    assert "Marked as a different person than Rossi Anna" in text_of(organiser.get(f"{PLAYERS}5/"))
    undone = organiser.post(PAGE, {"do": button(done, "undo")}, follow=True)
    assert "are no longer marked as different people" in text_of(undone) and "Delete number 6" in text_of(undone)
    assert not DifferentPeople.objects.exists()


def test_a_second_press_changes_nothing_and_adds_no_line(tournament):
    one, other = pair_of(tournament)
    for action, verb in ((tell_apart, Verb.TOLD_APART), (undo_tell_apart, Verb.UNDID_TOLD_APART)):
        for first, second in ((one, other), (other, one)):
            action(one=first, other=second, act=ACT)
        assert tournament.audit_entries.filter(verb=verb).count() == 1
        assert tournament.audit_entries.get(verb=verb).subject == "5 Anna Rossi, 6 Rossi Anna"


def test_a_player_who_was_deleted_meanwhile_is_nobody_to_mark(organiser, tournament):
    page, (one, other) = organiser.get(PAGE), pair_of(tournament)
    delete_player(player=other, act=ACT)
    with pytest.raises(Conflict, match="deleted this player"):
        tell_apart(one=one, other=other, act=ACT)
    assert "not on the list any more" in text_of(organiser.post(PAGE, {"do": button(page, "apart")}, follow=True))


def test_a_conflict_is_told_on_the_page(organiser, monkeypatch):
    def conflict(**_of):
        raise Conflict.of("player-gone", "Somebody else has deleted this player.")

    monkeypatch.setitem(STEPS, "apart", (conflict, ""))
    page = organiser.get(PAGE)
    assert "Somebody else has deleted" in text_of(organiser.post(PAGE, {"do": button(page, "apart")}, follow=True))


@pytest.mark.parametrize("asked", ["", "apart", "apart-", "apart-1", "apart-x-y", "dance-1-2", "apart-1-1"])
def test_what_makes_no_sense_marks_nobody(organiser, asked):
    assert "not on the list any more" in text_of(organiser.post(PAGE, {"do": asked}, follow=True))
    assert not DifferentPeople.objects.exists()


@unrendered()
def test_only_the_organiser_of_the_tournament_decides(client, tournament):
    one, other = pair_of(tournament)
    asked = {"do": f"apart-{one.pk}-{other.pk}"}
    for role in (Role.DESK, Role.REFEREE):
        client.force_login(make_staff(tournament, role))
        assert client.get(PAGE).status_code == client.post(PAGE, asked).status_code == 403
    elsewhere = make_tournament(name="Other", slug="other")
    client.force_login(make_staff(elsewhere, Role.ORGANISER))
    client.post("/manage/other/players/duplicates/", asked)
    assert client.post(PAGE, asked).status_code == 403 and not DifferentPeople.objects.exists()


def test_one_of_the_two_is_deleted_and_the_page_comes_back(organiser, tournament):
    change_settings(tournament=tournament, act=ACT, capacity=6)
    add_player(tournament=tournament, act=ACT, name="Max Local")
    done = organiser.post(f"{PLAYERS}6/delete/?back=duplicates", follow=True)
    assert done.redirect_chain == [(PAGE, 302)] and "No possible duplicates" in text_of(done)
    assert "Next on the waiting list: Max Local" in text_of(done)


def test_who_has_a_seat_is_withdrawn_and_not_deleted(client):
    tournament, _people = small_event(players=8)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    add_player(tournament=tournament, act=ACT, name="Aiko Brand")
    client.force_login(make_staff(tournament, Role.ORGANISER))
    page = text_of(client.get("/manage/spring-open/players/duplicates/"))
    assert "Has a seat, a sheet or a penalty: cannot be deleted." in page
    assert "Delete number 9" in page and "Delete number 1" not in page


def test_the_page_is_linked_only_while_there_is_a_pair(organiser, tournament):
    places = (PLAYERS, f"{PLAYERS}registrations/", NEXT)
    for place in places:
        html = organiser.get(place).content.decode()
        assert PAGE in html and "ossible duplicate" in html
    assert "1 pair of players may be one person, entered twice." in text_of(organiser.get(NEXT))
    one, other = pair_of(tournament)
    tell_apart(one=one, other=other, act=ACT)
    for place in places:
        assert PAGE not in organiser.get(place).content.decode()


def test_whoever_may_not_decide_is_led_nowhere(client, tournament):
    client.force_login(make_staff(tournament, Role.DESK))
    for place in (PLAYERS, NEXT):
        assert PAGE not in client.get(place).content.decode()


@pytest.mark.slow("200 players")
def test_a_thousand_players_cost_as_many_queries_as_six_and_little_time(organiser, tournament):
    def measured():
        with CaptureQueriesContext(connection) as caught:
            began = perf_counter()
            answer = organiser.get(PAGE)
        return len(caught), perf_counter() - began, answer

    measured()
    few, _seconds, _answer = measured()
    rows = [{"name": f"{first}{last} {last}{first}a"} for first in SYLLABLES for last in SYLLABLES]
    add_players(tournament=tournament, rows=[*rows, *rows[:30]], act=ACT)
    many, seconds, answer = measured()
    assert tournament.players.count() > 1_000 and many == few
    assert len(answer.context["pairs"]) >= 30
    assert seconds < 10, "0.3 seconds on a laptop"


SYLLABLES = [one + two + three for one in "bkmrst" for two in "aeiou" for three in "ln"][:32]
