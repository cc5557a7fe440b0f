"""Public answers given again as bytes: the same as Django's, never older than the last write, nobody else's."""

import re
import threading
from wsgiref.util import setup_testing_defaults

import pytest
import time_machine
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_user
from tests.tournament.standings.tables import USUAL, put_in
from tests.tournament.standings.test_visibility import event_with_one_released_hanchan
from tournament.api.actions import make_token
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.core.response_mark import KEPT
from tournament.events.actions import set_public
from tournament.players.actions import edit_player
from tournament.standings.cache import forget_pages
from tournament.standings.commits import FileCommits, ServerCommits
from tournament.standings.public_answers import PublicAnswers, with_public_answers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.alone]


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


def test_each_language_has_an_answer_of_its_own_and_a_chosen_one_is_kept_too(front, django, event):
    cookie = {"HTTP_COOKIE": f"{settings.LANGUAGE_COOKIE_NAME}=fr"}
    asks = [{}, {"HTTP_ACCEPT_LANGUAGE": "de"}, cookie, {"HTTP_ACCEPT_LANGUAGE": "de", **cookie}]
    languages = [
        [ask(front, standings(event), **headers)[1]["Content-Language"] for headers in asks] for _twice in "ab"
    ]
    assert (languages, django.asked) == ([["en", "de", "fr", "fr"]] * 2, 4)
    assert ask(front, standings(event))[1]["Vary"].count("Cookie") == 1
    assert b'lang="ja"' in ask(front, standings(event, "?lang=ja"))[2]


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


@pytest.mark.parametrize("address", ["/", "/events/", "/events/?q=open"])
def test_lists_of_tournaments_are_kept_for_strangers_until_something_is_written_or_the_day_ends(
    front, django, event, address
):
    with time_machine.travel(MORNING, tick=False) as clock:
        first, again = ask(front, address), ask(front, address)
        assert (first, django.asked, event.name in first[2].decode()) == (again, 1, True)
        clock.shift(24 * 60 * 60)
        ask(front, address)
        assert django.asked == 2
        set_public(tournament=event, is_public=False, act=Act(by=None, at=MORNING))
        assert event.name not in ask(front, address)[2].decode()
        client = Client()
        client.force_login(make_staff(event, Role.ORGANISER))
        session = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        assert event.name in ask(front, address, HTTP_COOKIE=session)[2].decode()
        assert event.name not in ask(front, address)[2].decode()


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


def test_each_reader_has_the_own_seats_on_every_page_and_nobody_elses(front, event):
    """The cookie is part of what an answer is kept by."""
    names = {number: event.players.get(number=number).name for number in (2, 7)}
    for page in ("public_rules", "public_seating", "public_crosstable", "public_own_seats"):
        address = reverse(page, args=[event.slug])
        for number in (2, 7, 2):
            body = ask(front, address, HTTP_COOKIE=f"me={number}")[2].decode()
            assert re.findall(r'own-seats-who">\s*<a [^>]+><bdi class="name">([^<]+)', body) == [names[number]], page
        assert "own-seats-who" not in ask(front, address)[2].decode()


HOSTILE = [
    {"HTTP_HOST": "evil.example"},
    {"HTTP_HOST": "localhost:8000@evil.example"},
    {"HTTP_X_FORWARDED_HOST": "evil.example", "HTTP_X_FORWARDED_PORT": "1", "HTTP_X_FORWARDED_PROTO": "https"},
    {
        "HTTP_FORWARDED": "host=evil.example;proto=https",
        "HTTP_X_ORIGINAL_URL": "/evil/",
        "HTTP_X_REWRITE_URL": "/evil/",
    },
    {"HTTP_X_HTTP_METHOD_OVERRIDE": "POST", "CONTENT_TYPE": "evil/evil"},
    {"HTTP_COOKIE": "evil=<script>evil</script>; me=evil; language=evil"},
    {"HTTP_COOKIE": "me=3"},
    {"HTTP_ACCEPT_LANGUAGE": "evil;q=evil, de"},
    {"HTTP_ACCEPT_ENCODING": "evil, gzip;q=0"},
    {"HTTP_IF_NONE_MATCH": "*", "HTTP_IF_MODIFIED_SINCE": "Wed, 21 Oct 2065 07:28:00 GMT"},
    {"HTTP_AUTHORIZATION": "Bearer evil"},
    {"HTTP_RANGE": "bytes=0-3", "HTTP_IF_RANGE": '"evil"'},
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "evil", "HTTP_HX_CURRENT_URL": "http://evil.example/"},
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_BOOSTED": "true", "HTTP_HX_HISTORY_RESTORE_REQUEST": "true"},
    {"QUERY_STRING": "evil=<evil>&since=evil&sort=evil&next=//evil.example/"},
    {"SERVER_NAME": "evil.example", "SERVER_PORT": "1", "HTTP_REFERER": "http://evil.example/", "HTTP_ORIGIN": "evil"},
]


PAGES = [
    *(
        f"public_{page}"
        for page in ("standings", "seating", "players", "rules", "crosstable", "countries", "own_seats")
    ),
    *(f"api_{key}" for key in ("tournament", "standings")),
]


@pytest.mark.parametrize("page", PAGES)
@time_machine.travel(MORNING, tick=False)  # the clock page says how many seconds are left
def test_no_visitor_reads_what_another_one_put_into_a_request(front, event, page):
    """Neither from the bytes kept before Django nor from the pages kept in it."""
    address = reverse(page, args=[event.slug])
    clean = ask(front, address)
    for headers in HOSTILE:
        sent = dict(headers)
        front._answers.clear()
        forget_pages()
        ask(front, f"{address}?{sent.pop('QUERY_STRING', '')}", **sent)
        assert ask(front, address) == clean, headers
    assert b"evil" not in clean[2]


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


# --- programs --------------------------------------------------------------------------------------------------------


def table(event):
    return reverse("api_standings", args=[event.slug])


def test_a_table_of_the_api_is_given_again_also_to_who_has_its_edition(front, django, event):
    first, again = ask(front, table(event)), ask(front, table(event))
    assert (first, django.asked) == (again, 1)
    etag = first[1]["ETag"]
    polled = [ask(front, table(event), HTTP_IF_NONE_MATCH=etag) for _poll in range(5)]
    assert ([answer[0] for answer in polled], django.asked) == ([304] * 5, 2)
    assert ask(front, table(event), HTTP_IF_NONE_MATCH='"another"')[0] == 200
    edit_player(player=event.players.first(), act=Act(by=None, at=MORNING), name="Zoë Ångström")
    assert ask(front, table(event), HTTP_IF_NONE_MATCH=etag)[0] == 200


def test_what_a_token_opens_is_given_once_and_never_to_others(front, django, event):
    _token, text = make_token(tournament=event, name="Overlay", scope="read", act=Act(by=None, at=MORNING))
    put_in(event, 2, 1, USUAL)
    before = ask(front, table(event))[2]
    opened = ask(front, table(event), HTTP_AUTHORIZATION=f"Bearer {text}")
    assert opened[2] != before and b'"after":2' in opened[2]
    assert ask(front, table(event))[2] == before
    assert ask(front, table(event), HTTP_AUTHORIZATION="Bearer wrong")[0] == 401
