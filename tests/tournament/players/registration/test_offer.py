"""The public pages before the event lead to the registration, say why nobody can register, and follow the clock."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.planning.halls import seated_hall
from tests.tournament.standings.tables import USUAL, play, small_event
from tests.tournament.standings.test_public_answers import Counting, ask
from tournament.core.audit import Act
from tournament.events.actions import change_settings, set_public
from tournament.players.registration.actions import set_page
from tournament.standings.cache import forget_pages
from tournament.standings.public_answers import with_public_answers

pytestmark = pytest.mark.alone
ACT = Act(by=None, at=MORNING)
PAGES = ("/t/spring-open/", "/t/spring-open/players/", "/t/spring-open/seating/")
REGISTER = 'href="/t/spring-open/register/"'


def choose(tournament, **changes):
    chosen = {"is_open": True, "closes_at": None, "takes_waiting": True, "asks": []}
    set_page(tournament=tournament, act=ACT, **chosen | changes)


@pytest.fixture
@kept
def tournament(db):
    made = make_tournament(capacity=4)
    make_players(made, 3)
    set_public(tournament=made, act=ACT, is_public=True, players_public=True)
    return made


def texts(client):
    return [client.get(page).content.decode() for page in PAGES]


def test_every_page_that_visitors_look_at_first_leads_to_the_registration(client, tournament):
    assert all("egistration" not in text for text in texts(client))
    choose(tournament)
    for text in texts(client):
        assert "Registration is open." in text and "1 place is free." in text and REGISTER in text


def test_who_comes_late_is_told_of_the_waiting_list_and_without_one_that_all_places_are_taken(client, tournament):
    make_players(tournament, 1)
    choose(tournament)
    for text in texts(client):
        assert "you can join the waiting list" in text and "Join the waiting list" in text and REGISTER in text
    choose(tournament, takes_waiting=False)
    for text in texts(client):
        assert "All places are taken. Registration is closed." in text and REGISTER not in text


def test_without_a_limit_no_number_of_places_is_named(client, tournament):
    change_settings(tournament=tournament, act=ACT, capacity=None)
    choose(tournament)
    assert all("is open" in text and "free" not in text for text in texts(client))


def test_a_registration_that_was_closed_by_hand_says_so(client, tournament):
    choose(tournament, is_open=False)
    assert all("Registration is closed." in text and REGISTER not in text for text in texts(client))


def test_once_there_is_a_seating_or_results_nothing_is_said(client, db):
    hall = seated_hall(16, 2)
    set_public(tournament=hall, act=ACT, is_public=True)
    choose(hall)
    assert "egistration" not in client.get(f"/t/{hall.slug}/").content.decode()
    played, _people = small_event(name="Played")
    choose(played)
    play(played, 1, {1: USUAL, 2: USUAL})
    assert "egistration" not in client.get("/t/played/").content.decode()


def queries_of(client, page):
    forget_pages()
    with CaptureQueriesContext(connection) as caught:
        client.get(page)
    return len(caught)


def test_the_offer_costs_four_queries_once_per_edition_and_one_where_nobody_registers_online(client, tournament):
    counted = {"never": [], "open": [], "more players": []}
    for _time in range(2):
        counted["never"].append(queries_of(client, PAGES[0]))
    choose(tournament)
    for _time in range(2):
        counted["open"].append(queries_of(client, PAGES[0]))
    make_players(tournament, 16)
    for _time in range(2):
        counted["more players"].append(queries_of(client, PAGES[0]))
    (first, again), opened, more = counted.values()
    assert opened == more == [first + 3, again]


class Front:
    """A browser before Django with its kept answers."""

    def __init__(self):
        self.django = Counting()
        self.answers = with_public_answers(self.django)

    def read(self, page):
        return ask(self.answers, page, HTTP_ACCEPT_ENCODING="identity")[2].decode()


@pytest.fixture
def front():
    made = Front()
    yield made
    made.answers.commits.close()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.django_db(transaction=True)
def test_at_the_closing_time_nobody_is_given_an_answer_from_before(page, tournament, front, monkeypatch):
    """Nothing is written at that moment: an answer that was kept would offer a registration that is over."""
    closes = timezone.now() + timedelta(hours=1)
    choose(tournament, closes_at=closes)
    before = front.read(page)
    assert REGISTER in before and "Registration closes on" in before
    monkeypatch.setattr(timezone, "now", lambda: closes)
    after = front.read(page)
    assert "Registration closed on" in after and REGISTER not in after
    assert front.django.asked == 2
    front.read(page)
    assert front.django.asked == 2, "from then on the answer depends on nothing but what is written"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.django_db(transaction=True)
def test_an_offer_without_a_closing_time_is_kept_until_somebody_registers(page, tournament, front):
    choose(tournament)
    assert all("1 place is free." in front.read(page) for _reader in range(2))
    assert front.django.asked == 1
    make_players(tournament, 1)
    assert "waiting list" in front.read(page)
