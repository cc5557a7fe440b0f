"""What `serve` answers while it brings an older database up to date."""

import http.client
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from tournament.core.database_release import Release
from tournament.core.health import LEAVING
from tournament.management.commands.serve import listen
from tournament.management.update_server import notice_meanwhile

PATIENCE = 300  # seconds; a busy machine is slow, not wrong


@pytest.fixture
def listening():
    with listen("127.0.0.1", 0) as listening:
        yield listening


def ask(listening, path="/", method="GET", body=None):
    """The status of an answer, and its text."""
    door = http.client.HTTPConnection(*listening.getsockname(), timeout=PATIENCE)
    form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    door.request(method, path, body, form | {"Accept-Language": "de"})
    answer = door.getresponse()
    return answer.status, answer.read().decode()


def the_database_is(monkeypatch, release):
    monkeypatch.setattr("tournament.management.update_server.release_of_database", lambda: release)


def test_an_older_database_is_told_in_the_readers_language_and_the_socket_stays_open(listening, monkeypatch):
    the_database_is(monkeypatch, Release.OLDER)
    with notice_meanwhile(listening):
        status, text = ask(listening)
        assert (status, '<html lang="de">' in text, "Sekigime" in text) == (503, True, True)
        assert ask(listening, "/static/tournament/css/base.css") == (404, "")
        assert ask(listening, "/healthz") == (200, "ok\n")
        assert ask(listening, "/readyz") == (503, "not prepared\n")  # the test's database lacks no step
        assert ask(listening, "/sign-in/", "POST", "username=mina")[0] == 503
    assert not LEAVING.is_set()
    with notice_meanwhile(listening):  # as if the next server took the same socket
        assert ask(listening)[0] == 503


@pytest.mark.parametrize("release", [Release.SAME, Release.NEWER])
def test_a_database_that_lacks_no_step_has_no_notice_and_a_request_waits(listening, monkeypatch, release):
    the_database_is(monkeypatch, release)
    with notice_meanwhile(listening):
        door = http.client.HTTPConnection(*listening.getsockname(), timeout=PATIENCE)
        door.request("GET", "/")
    connected, _address = listening.accept()
    with connected:
        assert connected.recv(14) == b"GET / HTTP/1.1"


def test_a_database_that_does_not_answer_is_left_to_the_preparation(listening, monkeypatch):
    def gone():
        raise OperationalError("no route")

    monkeypatch.setattr("tournament.management.update_server.release_of_database", gone)
    with notice_meanwhile(listening):
        pass


def test_a_preparation_that_fails_ends_the_notice(listening, monkeypatch):
    the_database_is(monkeypatch, Release.OLDER)
    with pytest.raises(CommandError), notice_meanwhile(listening):
        raise CommandError("made by a newer Sekigime")
    listening.settimeout(0)
    with pytest.raises(BlockingIOError):
        listening.accept()  # open, and nobody waits


@pytest.mark.django_db
def test_serve_answers_so_while_it_prepares(monkeypatch):
    the_database_is(monkeypatch, Release.OLDER)
    own = []

    def noted(host, port):
        own.append(listen(host, port))
        return own[0]

    def prepare(name, **options):
        if name == "prepare":
            assert ask(own[0])[0] == 503
            raise CommandError("far enough")

    monkeypatch.setattr("tournament.management.commands.serve.listen", noted)
    monkeypatch.setattr("tournament.management.commands.serve.call_command", prepare)
    with pytest.raises(CommandError, match="far enough"):
        call_command("serve", host="127.0.0.1", port=0, stdout=StringIO())
