"""A player's own page: everything of one person that is public, and nothing that is not."""

import logging

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.standings.tables import begin, put_in, small_event
from tests.tournament.standings.test_visibility import HIDDEN, event_with_one_released_hanchan
from tournament.core.audit import Act
from tournament.core.log_lines import CodelessFormatter
from tournament.core.models import Role
from tournament.phones.entrance import MOST_WRONG
from tournament.players.actions import withdraw
from tournament.players.badges.actions import revoke
from tournament.players.badges.links import personal_token
from tournament.standings.queries import forget

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture(autouse=True)
def _nobody_tried_codes():
    cache.clear()


@pytest.fixture
def event():
    tournament, people = event_with_one_released_hanchan()
    return tournament, [tournament.players.get(pk=player.pk) for player in people]


def path(player):
    return reverse("personal_page", args=[personal_token(player)])


def read(client, player, asked=""):
    return client.get(path(player) + asked)


def text(answer):
    return " ".join(answer.content.decode().split())


def test_it_has_seat_clock_results_and_what_comes(client, event):
    _tournament, people = event
    answer = text(read(client, people[0]))
    for part in ("Now: hanchan 2", "Table 1", people[3].label, "+30.2", "Coming tables", "table 1", "45,200"):
        assert part in answer, part


def test_a_code_that_opens_nothing_gets_a_plain_answer(client, event):
    _tournament, people = event
    address = path(people[0])
    revoke(player=people[0], act=ACT)
    answer = client.get(address)
    assert answer.status_code == 404 and "Ask at the desk for your new code" in text(answer)
    assert answer["Referrer-Policy"] == "strict-origin"


def test_who_tries_many_codes_is_told_to_wait_and_who_has_one_is_let_in(client, event):
    _tournament, people = event
    wrong = reverse("personal_page", args=["1." + 24 * "a"])
    answers = [client.get(wrong).status_code for _ in range(MOST_WRONG + 2)]
    assert (answers[0], answers[MOST_WRONG - 1], answers[-1]) == (404, 404, 429)
    assert read(client, people[0]).status_code == 200


def test_nothing_carries_the_code_elsewhere(client, event):
    _tournament, people = event
    answer = read(client, people[0])
    assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "strict-origin"
    assert answer["X-Robots-Tag"] == "noindex"


def test_the_log_leaves_codes_out(event):
    _tournament, people = event
    line = f"Not Found: {path(people[0])}"
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "%s: %s", ("GET", line), None)
    assert CodelessFormatter("%(message)s").format(record) == "GET: Not Found: /p/…/"


@pytest.mark.parametrize(
    "address",
    [
        "/t/spring-open/register/" + 64 * "a" + "/",
        "/t/spring-open/table/2/7/" + 20 * "a" + "/",
        "/t/spring-open/table/7/" + 20 * "a" + "/",
        "/t/spring-open/door/" + 24 * "a" + "/",
        "/sign-in/" + 43 * "a" + "/",
    ],
)
def test_the_log_leaves_the_codes_of_other_links_out(address):
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "%s", (address,), None)
    assert 20 * "a" not in CodelessFormatter("%(message)s").format(record)


def test_opening_it_shows_the_player_first_on_the_public_pages(client, event):
    tournament, people = event
    read(client, people[2])
    cookie = client.cookies["me"]
    assert (cookie.value, cookie["path"]) == (str(people[2].number), f"/t/{tournament.slug}/")
    assert people[2].label in text(client.get(f"/t/{tournament.slug}/")).partition("ranking")[0]


@time_machine.travel(MORNING, tick=False)
@pytest.mark.parametrize("act", HIDDEN, ids=lambda act: act.__name__)
def test_what_is_hidden_changes_nothing(event, act):
    tournament, people = event
    shown = [text(read(Client(), player, "?since=x")) for player in people]
    act(tournament, people)
    forget()
    assert [text(read(Client(), player, "?since=x")) for player in people] == shown


def test_who_watches_hears_nothing_until_what_is_shown_moved(client, event):
    tournament, people = event
    since = f"?since={_mark(read(client, people[0]))}"
    assert read(client, people[0], since).status_code == 204
    put_in(tournament, 2, 1)
    assert read(client, people[0], since).status_code == 204
    tournament.hanchan.filter(number=2).update(minutes=95)
    withdraw(player=people[7], act=ACT)
    assert read(client, people[0], since).status_code == 200


def _mark(answer):
    return answer.content.decode().partition('hx-get="?since=')[2].partition('"')[0]


def test_before_anything_is_published_it_says_so(client):
    tournament, people = small_event()
    tournament.hanchan.update(seating_published_at=None)
    answer = text(read(client, people[0]))
    assert "No seat is published for you yet." in answer and "No results yet" in answer
    assert people[1].label not in answer


def test_while_the_event_is_closed_it_says_only_that(client, event):
    tournament, people = event
    type(tournament).objects.update(is_public=False)
    answer = text(read(client, people[0]))
    assert "are not open yet" in answer and "45,200" not in answer and people[1].label not in answer
    assert "me" not in client.cookies


def test_who_withdrew_reads_it_and_keeps_the_results(client, event):
    _tournament, people = event
    withdraw(player=people[0], act=ACT)
    answer = text(read(client, people[0]))
    assert "withdrawn" in answer and "+30.2" in answer


def test_the_number_of_queries_does_not_depend_on_the_size_of_the_event(client):
    counts = []
    for players in (8, 16):
        tournament, people = small_event(players=players)
        tournament.hanchan.update(seating_published_at=MORNING)
        begin(tournament, 1)
        read(client, people[0])
        with CaptureQueriesContext(connection) as queries:
            assert read(client, people[0]).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 25


def test_the_organiser_sees_renews_and_revokes_links(client, event):
    tournament, people = event
    client.force_login(make_staff(tournament, Role.ORGANISER))
    page = reverse("badge_link", args=[tournament.slug, people[0].number])
    first = personal_token(people[0])
    assert first in text(client.get(page))
    client.post(page, {"do": "renew", "seen": "0"})
    again = text(client.post(page, {"do": "renew", "seen": "0"}, follow=True))
    assert "was renewed meanwhile" in again and first not in again
    assert "Revoked on" in text(client.post(page, {"do": "revoke", "seen": "1"}, follow=True))
    everybody = reverse("badge_links", args=[tournament.slug])
    listed = text(client.get(everybody))
    assert "revoked" in listed and first not in listed
    assert "Print the badges again." in text(client.post(everybody, {"seen": "0"}, follow=True))
    assert read(Client(), people[1]).status_code == 404
    people[1].tournament.refresh_from_db()
    assert read(Client(), people[1]).status_code == 200
