"""Errors are sent to a listener on this machine: the cause and the id of the request, and nobody's data."""

import json
import logging
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import brotli
import pytest
from django.core.wsgi import get_wsgi_application
from django.urls import reverse

from tests.tournament.core.test_request_log import CODE, ask
from tournament.core.error_reports import scrubbed, send_errors
from tournament.core.request_log import ID_HEADER, RequestLog

REFUSAL = "of a duplicate\nDETAIL: Key (name)=(Anna) already exists"
sentry_sdk = pytest.importorskip("sentry_sdk")


@pytest.fixture
def listener():
    """What was sent, as text, and the address to send it to."""
    sent = []

    class Listener(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.headers["Content-Encoding"] == "br"
            sent.append(brotli.decompress(body).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_args):
            pass

    with HTTPServer(("127.0.0.1", 0), Listener) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        send_errors(f"http://key@127.0.0.1:{server.server_port}/1", release="sekigime@test")
        yield sent
        sentry_sdk.get_client().close()
        sentry_sdk.get_global_scope().set_client(None)
        server.shutdown()


def events(sent):
    """Each event that the listener was sent: the third line of an envelope."""
    sentry_sdk.flush(timeout=60)
    return [json.loads(text.splitlines()[2]) for text in sent]


def fails(*_args, **_kwargs):
    raise ZeroDivisionError(REFUSAL)


# What is sent has some lines of code around the cause, and no value that is not in the code.


@pytest.mark.django_db(transaction=True)
def test_a_page_that_fails_is_sent_with_its_cause_and_without_anybody(listener, monkeypatch):
    monkeypatch.setattr("tournament.staff.views.SignIn.get", fails)
    django = RequestLog(get_wsgi_application())
    headers = {"HTTP_COOKIE": "sessionid=secret-session", "QUERY_STRING": "secret=question", "REMOTE_ADDR": "192.0.2.7"}
    _status, answered, _page = ask(django, "/sign-in/", HTTP_REFERER=reverse("personal_page", args=[CODE]), **headers)
    (event,) = events(listener)
    (problem,) = event["exception"]["values"]
    assert (problem["type"], problem["value"]) == ("ZeroDivisionError", "of a duplicate")
    assert problem["stacktrace"]["frames"][-1]["function"] == "fails"
    assert event["tags"] == {"request": answered[ID_HEADER], "method": "GET", "route": "sign_in"}
    assert (event["release"], event["logentry"]["message"]) == ("sekigime@test", "A page failed.")
    for secret in ("Anna", "secret", "192.0.2.7", 20 * "a", "/sign-in/", '"vars"'):
        assert secret not in str(listener), secret


def test_an_error_outside_of_a_request_is_sent_and_a_warning_is_not(listener):
    logging.getLogger("tournament.backups").warning("nothing new")
    logging.getLogger("tournament.backups").error("no backup: %s", "The disk is full.")
    (event,) = events(listener)
    assert event["logentry"]["message"] == "no backup: The disk is full." and event.get("tags", {}) == {}


def test_parts_that_may_have_anybodys_data_are_taken_off():
    event = {"request": {"url": "/p/x/"}, "user": {"id": 1}, "extra": {"a": 1}, "breadcrumbs": [], "level": "error"}
    assert scrubbed(event) == {"level": "error"}
