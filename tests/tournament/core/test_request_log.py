"""One line and one count for each request, with an id that the page of an error has, and nothing that opens a page."""

import json
import logging
import re
import sys
from wsgiref.util import setup_testing_defaults

import pytest
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.standings.test_visibility import event_with_one_released_hanchan
from tournament.core.audit import Act
from tournament.core.log_lines import CodelessFormatter, JsonFormatter
from tournament.core.metrics import ACTS, KEPT_ANSWERS, REQUESTS, SECONDS, process_counts, route_times
from tournament.core.models import Role
from tournament.core.request_log import CURRENT, ID_HEADER, RequestLog, RequestNote, request_id
from tournament.events.actions import set_public
from tournament.players.actions import edit_player
from tournament.standings.commits import ServerCommits
from tournament.standings.public_answers import with_public_answers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.alone]
CODE = "1." + 24 * "a"
TEXT = CodelessFormatter("{levelname} {name}{request}: {message}", style="{")


@pytest.fixture(autouse=True)
def counted():
    """Nothing was counted yet."""
    for metric in (REQUESTS, SECONDS, KEPT_ANSWERS):
        metric.clear()


@pytest.fixture
def event():
    tournament, _players = event_with_one_released_hanchan()
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    return tournament


@pytest.fixture
def django():
    """Django as a server calls it; making it sets the levels of the log again."""
    return get_wsgi_application()


@pytest.fixture
def front(django):
    """What a server calls: the log before kept answers before Django."""
    kept = with_public_answers(django)
    yield RequestLog(kept)
    if isinstance(kept.commits, ServerCommits):
        kept.commits.close()


@pytest.fixture
def lines(caplog):
    """Every line of a request, as its facts."""
    caplog.set_level("INFO", logger="tournament.requests")
    return lambda: [record.facts for record in caplog.records if record.name == "tournament.requests"]


def ask(front, path, method="GET", **headers):
    """Status, headers and text of an answer."""
    environ = {"PATH_INFO": path, "REQUEST_METHOD": method, "HTTP_HOST": "localhost", **headers}
    setup_testing_defaults(environ)
    told = []
    body = b"".join(front(environ, lambda status, head, *_problem: told.extend([status, head])))
    return int(told[0][:3]), dict(told[1]), body.decode(errors="replace")


def session_of(user):
    client = Client()
    client.force_login(user)
    return {"HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"}


def test_a_line_has_the_route_the_event_and_the_account_by_its_id(front, event, lines):
    staff = make_staff(event, Role.DESK, username="annamaria")
    status, headers, _page = ask(
        front, reverse("players", args=[event.slug]), REMOTE_ADDR="192.0.2.7", **session_of(staff)
    )
    (line,) = lines()
    known = {"method": "GET", "route": "players", "event": event.slug, "status": 200, "actor": staff.pk}
    assert status == 200 and {name: line[name] for name in known} == known
    assert re.fullmatch("[0-9a-f]{8}", headers[ID_HEADER]) and line["ms"] > 0
    assert re.fullmatch("[0-9a-f]{12}", line["from"]) and "192.0.2.7" not in str(line)
    assert "annamaria" not in str(line)


def test_the_same_address_has_the_same_digits_and_another_one_others(front, lines):
    for address in ("192.0.2.7", "192.0.2.7", "192.0.2.8"):
        ask(front, "/sign-in/", REMOTE_ADDR=address)
    first, again, other = (line["from"] for line in lines())
    assert first == again != other


def test_no_line_has_the_code_of_a_link(front, event, caplog):
    caplog.set_level("INFO", logger="tournament")
    for name, values in (("personal_page", [CODE]), ("sign_in_link", [43 * "a"])):
        ask(front, reverse(name, args=values))
    said = "\n".join(form.format(record) for record in caplog.records for form in (TEXT, JsonFormatter()))
    assert "personal_page" in said and "sign_in_link" in said and 20 * "a" not in said


def test_an_answer_that_is_given_again_is_counted_and_logged_as_its_page(front, event, lines):
    for _twice in "ab":
        ask(front, reverse("public_standings", args=[event.slug]))
    first, again = ({**line, "ms": 0} for line in lines())
    assert (first, first["route"], first["event"]) == (again, "public_standings", event.slug)
    counts = process_counts()
    assert (counts.requests, counts.answers, counts.hits, counts.share) == (2, 2, 1, 50) and counts.kept > 1000
    edit_player(player=event.players.first(), act=Act(by=None, at=MORNING), name="Zoë Ångström")
    ask(front, reverse("public_standings", args=[event.slug]))
    assert process_counts().hits == 1


def test_what_is_not_kept_is_counted_as_given_once(front, event):
    ask(front, "/t/no-such-event/")
    assert KEPT_ANSWERS.labels("once")._value.get() == 1


def test_requests_are_counted_by_route_method_and_class_of_status(front, event):
    for path, method in (("/sign-in/", "GET"), ("/no-such-page/", "BREW"), ("/static/no-such.css", "GET")):
        ask(front, path, method)
    labels = {tuple(sample.labels.values()) for metric in REQUESTS.collect() for sample in metric.samples}
    assert labels == {("sign_in", "GET", "2xx"), ("none", "OTHER", "4xx"), ("static", "GET", "4xx")}
    assert {one.route: one.count for one in route_times()} == {"sign_in": 1, "none": 1, "static": 1}
    assert event.slug not in str([sample for metric in REQUESTS.collect() for sample in metric.samples])


def test_a_request_costs_not_one_query_more(event, django, lines):
    path, who = reverse("players", args=[event.slug]), session_of(make_staff(event, Role.DESK))
    ask(django, path, **who)
    counts = []
    for front in (django, RequestLog(django)):
        with CaptureQueriesContext(connection) as asked:
            ask(front, path, **who)
        counts.append(len(asked))
    assert counts[0] == counts[1] > 0
    assert lines()[0]["actor"]


def test_without_the_level_info_only_slow_requests_are_logged(front, caplog, settings):
    ask(front, "/sign-in/")
    assert caplog.records == []
    settings.SLOW_REQUEST_SECONDS = -1
    ask(front, "/sign-in/")
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert re.fullmatch(r"GET sign_in –: 200 after [\d.]+ ms, user –, from \w{12}", record.getMessage())


def test_the_page_of_an_error_has_the_id_that_the_log_has(front, event, monkeypatch, caplog):
    monkeypatch.setattr("tournament.staff.views.SignIn.get", lambda *_a, **_k: 1 / 0)
    shown = []
    monkeypatch.setattr(logging.getLogger("django.request"), "handle", lambda record: shown.append(TEXT.format(record)))
    status, headers, page = ask(front, "/sign-in/")
    found = headers[ID_HEADER]
    assert status == 500 and f"<code>{found}</code>" in page
    (line,) = shown
    assert line.startswith(f"ERROR django.request [{found}]: Internal Server Error") and "ZeroDivisionError" in line
    assert process_counts().failed == 1


def test_outside_of_a_request_there_is_no_id(client, monkeypatch):
    monkeypatch.setattr("tournament.staff.views.SignIn.get", lambda *_a, **_k: 1 / 0)
    client.raise_request_exception = False
    assert request_id() == ""
    assert TEXT.format(logging.makeLogRecord({"levelname": "INFO", "name": "here", "msg": "well"})) == "INFO here: well"
    assert "Give this number" not in client.get("/sign-in/").content.decode()


def test_an_application_that_raises_is_counted_as_failed():
    def broken(_environ, _start):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ask(RequestLog(broken), "/")
    assert process_counts().failed == 1 and CURRENT.get() is None


def test_json_has_a_value_for_each_fact_and_the_traceback():
    token = CURRENT.set(RequestNote("0a1b2c3d", "GET"))
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        record = logging.makeLogRecord(
            {"name": "tournament.requests", "levelname": "ERROR", "msg": "failed /p/%s/", "args": (CODE,)}
            | {"exc_info": sys.exc_info(), "facts": {"status": 500, "event": None}, "created": MORNING.timestamp()}
        )
        line = JsonFormatter().format(record)
    finally:
        CURRENT.reset(token)
    read = json.loads(line)
    assert "\n" not in line and "ZeroDivisionError" in read.pop("traceback")
    assert read == {
        "time": "2026-05-16T09:30:00.000+00:00",
        "level": "ERROR",
        "logger": "tournament.requests",
        "message": "failed /p/…/",
        "request": "0a1b2c3d",
        "status": 500,
        "event": None,
    }


def test_a_change_is_logged_by_its_verb_and_the_account_once_it_is_saved(event, caplog):
    caplog.set_level("INFO", logger="tournament.actions")
    staff = make_staff(event, Role.ORGANISER)
    before = ACTS.labels("changed_player")._value.get()
    edit_player(player=event.players.first(), act=Act(by=staff, at=MORNING), name="Zoë Ångström")
    assert ACTS.labels("changed_player")._value.get() == before + 1
    assert caplog.messages == [f"{event.slug}: changed_player by user {staff.pk}"]
