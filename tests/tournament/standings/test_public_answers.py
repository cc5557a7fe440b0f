"""Public answers given again as bytes: the same as Django's, never older than the last write, nobody else's."""

import threading
from wsgiref.util import setup_testing_defaults

import pytest
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_user
from tests.tournament.standings.test_visibility import event_with_one_released_hanchan
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.core.response_mark import KEPT
from tournament.events.actions import set_public
from tournament.players.actions import edit_player
from tournament.standings.commits import FileCommits, ServerCommits
from tournament.standings.public_answers import PublicAnswers, with_public_answers

pytestmark = pytest.mark.django_db(transaction=True)


class Counting:
    """Django, and how often it was asked."""

    def __init__(self):
        self.application, self.asked = get_wsgi_application(), 0
        self.before = lambda: None

    def __call__(self, environ, start_response):
        self.asked += 1
        self.before()
        return self.application(environ, start_response)


@pytest.fixture
def event():
    tournament, _players = event_with_one_released_hanchan()
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    return tournament


@pytest.fixture
def django():
    return Counting()


@pytest.fixture
def front(django):
    """Kept answers before Django, on the database that the tests run on."""
    front = with_public_answers(django)
    yield front
    if isinstance(front.commits, ServerCommits):
        front.commits.close()


def ask(front, address, method="GET", **headers):
    """Status, headers and body of what a browser gets."""
    path, _question, query = address.partition("?")
    environ = {"PATH_INFO": path, "QUERY_STRING": query, "REQUEST_METHOD": method, "HTTP_HOST": "localhost", **headers}
    setup_testing_defaults(environ)
    told = []
    parts = front(environ, lambda status, head, exc_info=None: told.extend([status, head]))
    body = b"".join(parts)
    if close := getattr(parts, "close", None):
        close()
    return int(told[0][:3]), dict(told[1]), body


def standings(event, query=""):
    return reverse("public_standings", args=[event.slug]) + query


def test_an_answer_is_given_again_and_is_the_one_of_django(front, django, event):
    first, again = ask(front, standings(event)), ask(front, standings(event))
    assert (first, django.asked) == (again, 1)
    assert KEPT not in first[1]
    page = Client(headers={"host": "localhost"}).get(standings(event))
    assert (first[0], first[2]) == (page.status_code, page.content)


def test_a_page_under_many_names_does_not_fill_the_memory(front, event, monkeypatch):
    monkeypatch.setattr(front._answers, "_most", 40_000)
    for number in range(8):
        ask(front, standings(event, f"?name={number}"), HTTP_ACCEPT_ENCODING="identity")
    kept = front._answers.values()
    assert 0 < sum(len(answer.body) for answer in kept) <= 40_000 and len(kept) < 8


def test_a_poll_that_hears_nothing_new_does_not_reach_django(front, django, event):
    digest = Client().get(standings(event)).context["ranking"].digest
    polled = [ask(front, standings(event, f"?since={digest}"), HTTP_HX_REQUEST="true")[0] for _poll in range(5)]
    assert (polled, django.asked) == ([204] * 5, 1)


def test_any_write_is_seen_by_the_next_request(front, django, event):
    before = ask(front, standings(event))[2]
    edit_player(player=event.players.first(), act=Act(by=None, at=MORNING), name="Zoë Ångström")
    after = ask(front, standings(event))[2]
    assert "Zoë Ångström" not in before.decode()
    assert "Zoë Ångström" in after.decode()
    assert django.asked == 2


def test_a_page_that_is_closed_is_gone_at_once(front, event):
    assert ask(front, standings(event))[0] == 200
    set_public(tournament=Tournament.objects.get(pk=event.pk), is_public=False, act=Act(by=None, at=MORNING))
    assert ask(front, standings(event))[0] == 404


def test_a_write_while_an_answer_is_made_leaves_no_old_answer_behind(front, django, event):
    number = event.players.first().number

    def rename():
        django.before = lambda: None
        edit_player(player=event.players.get(number=number), act=Act(by=None, at=MORNING), name="Zoë Ångström")

    other = threading.Thread(target=lambda: (rename(), connection.close()))

    def in_the_middle():
        other.start()
        other.join()

    django.before = in_the_middle
    ask(front, standings(event))
    assert "Zoë Ångström" in ask(front, standings(event))[2].decode()
    assert django.asked == 2


@pytest.mark.parametrize(
    "headers",
    [
        {"HTTP_HX_REQUEST": "true"},
        {"HTTP_ACCEPT_LANGUAGE": "de"},
        {"HTTP_ACCEPT_ENCODING": "gzip"},
        {"HTTP_COOKIE": "me=3"},
        {"HTTP_HOST": "127.0.0.1"},
        {"QUERY_STRING": "sort=name"},
    ],
)
def test_requests_that_may_be_answered_differently_are_kept_apart(front, django, event, headers):
    ask(front, standings(event))
    environ = {"HTTP_HOST": "localhost"} | headers
    query = f"?{environ.pop('QUERY_STRING')}" if "QUERY_STRING" in environ else ""
    ask(front, standings(event, query), **environ)
    assert django.asked == 2


def test_what_belongs_to_one_reader_reaches_django_each_time(front, django, event):
    client = Client()
    client.force_login(make_staff(event, Role.ORGANISER))
    session = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    for _time in range(2):
        ask(front, standings(event), HTTP_COOKIE=session)
        ask(front, standings(event, "?me=3"))
        ask(front, standings(event), "HEAD")
        ask(front, reverse("sign_in"))
        ask(front, reverse("public_clock", args=[event.slug]))
    assert django.asked == 10


def test_what_was_kept_for_everybody_shows_nothing_of_what_staff_may_see(front, event):
    set_public(tournament=event, is_public=False, act=Act(by=None, at=MORNING))
    client = Client()
    client.force_login(make_user("owner", superuser=True))
    session = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    assert ask(front, standings(event), HTTP_COOKIE=session)[0] == 200
    assert ask(front, standings(event))[0] == 404


def test_many_who_ask_at_once_are_answered_by_one_making(front, django, event):
    """They all arrive while the first answer is made."""
    arrived, answers = threading.Barrier(9), []

    def reader():
        arrived.wait()
        answers.append(ask(front, standings(event)))
        connection.close()

    readers = [threading.Thread(target=reader) for _one in range(8)]
    for one in readers:
        one.start()
    arrived.wait()
    for one in readers:
        one.join()
    assert (len(answers), len({body for _status, _headers, body in answers}), django.asked) == (8, 1, 1)


def test_another_file_in_the_place_of_the_database_is_noticed(django, event, tmp_path):
    place, fresh = tmp_path / "event.sqlite3", tmp_path / "fresh.sqlite3"
    front = PublicAnswers(django, FileCommits(place))
    for _file in range(2):
        fresh.touch()
        fresh.replace(place)
        ask(front, standings(event))
        ask(front, standings(event))
    assert django.asked == 2


@pytest.mark.parametrize("content", [None, b"no database at all, but long enough to be read as one" * 20])
def test_without_a_database_that_counts_every_request_reaches_django(django, event, tmp_path, content):
    place = tmp_path / "none.sqlite3"
    if content:
        place.write_bytes(content)
    front = PublicAnswers(django, FileCommits(place))
    assert [ask(front, standings(event))[0] for _time in range(2)] == [200, 200]
    assert django.asked == 2


@pytest.mark.parametrize(("kind", "commits"), [("sqlite3", FileCommits), ("postgresql", ServerCommits)])
def test_both_databases_that_say_what_they_commit_are_asked(monkeypatch, django, kind, commits):
    monkeypatch.setattr(connections, "create_connection", lambda alias: connections[alias].copy())  # needs no driver
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", f"django.db.backends.{kind}")
    assert isinstance(with_public_answers(django).commits, commits)


def test_another_database_does_not_and_nothing_is_put_before_django(monkeypatch, django):
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.mysql")
    assert with_public_answers(django) is django
