"""What is answered while the database is of another release than the program."""

import json
from wsgiref.util import setup_testing_defaults

import pytest
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.tournament.core.test_health import ask as ask_health
from tests.tournament.core.test_health import behind, collected  # noqa: F401  # a fixture
from tournament import __version__
from tournament.archive.models import Installation
from tournament.core import database_release
from tournament.core.database_release import LOOKED, Release, WatchedRelease, release_of_database, version_of_database
from tournament.core.health import READY, Health
from tournament.core.update_notice import AGAIN_AFTER, UpdateNotice

REFRESH = f'<meta http-equiv="refresh" content="{AGAIN_AFTER}">'
FORM = {
    "REQUEST_METHOD": "POST",
    "CONTENT_TYPE": "application/x-www-form-urlencoded",
    "HTTP_HOST": "testserver",
    "HTTP_ORIGIN": "http://testserver",
}


class Told:
    """A release that a test says."""

    def __init__(self, *releases):
        self.releases = list(releases)

    def value(self):
        return self.releases.pop(0) if len(self.releases) > 1 else self.releases[0]


def ask(front, path="/", body=b"", **more):
    """Status, headers and text of an answer."""
    from io import BytesIO

    told, environ = [], {"PATH_INFO": path, "CONTENT_LENGTH": str(len(body)), **more}
    setup_testing_defaults(environ)
    environ["wsgi.input"] = BytesIO(body)
    content = b"".join(front(environ, lambda status, headers: told.append((int(status[:3]), dict(headers)))))
    return *told[0], content.decode()


def front(*releases):
    return UpdateNotice(behind, Told(*releases))


def test_a_database_of_the_same_release_is_asked_for_everything():
    assert ask(front(Release.SAME))[2] == ask(front(Release.SAME), **FORM)[2] == "a page"


def test_while_the_database_lacks_a_step_each_page_says_so_in_the_readers_language_and_comes_back_by_itself():
    status, headers, text = ask(front(Release.OLDER), HTTP_ACCEPT_LANGUAGE="fr")
    assert (status, headers["Retry-After"], headers["Cache-Control"]) == (503, "15", "no-store")
    assert (
        '<html lang="fr">' in text
        and REFRESH in text
        and "<script" not in text
        and "http" not in text.split("</head>")[1]
    )
    assert "style-src 'sha256-" in headers["Content-Security-Policy"]
    assert int(headers["Content-Length"]) == len(text.encode())
    assert "Sekigime is being updated" in ask(front(Release.OLDER))[2]
    assert '<html lang="ja">' in ask(front(Release.OLDER), QUERY_STRING="lang=ja")[2]
    assert ask(front(Release.OLDER), REQUEST_METHOD="HEAD")[2] == ""
    assert ask(front(Release.OLDER), "/static/tournament/css/base.css")[2] == "a page"


def test_a_form_of_ours_comes_back_with_all_that_was_typed():
    body = b"csrfmiddlewaretoken=abc&name=In%C3%AAs+%3Cb%3E&wind=E&wind=S"
    status, _headers, text = ask(front(Release.OLDER), "/manage/spring/players/", body, QUERY_STRING="page=2", **FORM)
    assert status == 503 and REFRESH not in text
    assert '<form method="post" action="/manage/spring/players/?page=2">' in text
    assert '<input type="hidden" name="name" value="Inês &lt;b&gt;">' in text
    assert text.count('name="wind"') == 2 and 'name="csrfmiddlewaretoken" value="abc"' in text
    assert "send it again in a minute" in text


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/manage/spring/players/", {**FORM, "HTTP_ORIGIN": "http://elsewhere"}),
        ("/manage/spring/players/", {**FORM, "HTTP_HOST": "a host/"}),
        ("/manage/spring/players/", {**FORM, "CONTENT_TYPE": "multipart/form-data"}),
        ("/sign-in/", FORM),
    ],
)
def test_any_other_form_is_to_be_sent_again_from_its_page(path, more):
    status, _headers, text = ask(front(Release.OLDER), path, b"password=secret", **more)
    assert status == 503 and "<form" not in text and "secret" not in text
    assert "Go back in a minute, and send it again." in text


def test_a_program_hears_it_as_a_problem():
    status, headers, text = ask(front(Release.OLDER), "/api/v1/", **FORM)
    assert (status, headers["Content-Type"]) == (503, "application/problem+json")
    assert json.loads(text)["code"] == "updating" and json.loads(text)["status"] == 503


def test_a_process_whose_database_was_updated_meanwhile_shows_pages_and_takes_no_form(caplog, db):
    old = front(Release.SAME, Release.NEWER)
    assert ask(old)[0] == 200
    assert ask(old)[0] == 200
    assert ask(old, **FORM)[0] == 503
    assert caplog.text.count("nothing is written any more; start the newer program") == 1


def test_a_process_that_starts_on_a_newer_database_shows_nothing(db):
    assert ask(front(Release.NEWER))[0] == 503


LATER = ("tournament", "9999_later")


@pytest.fixture
def steps(db):
    """What the database has taken; a step of a newer release is taken back, as nothing else does."""
    recorder = MigrationRecorder(connection)
    yield recorder
    recorder.record_unapplied(*LATER)


@pytest.fixture
def newer(steps):
    """What a newer release leaves in the database."""
    steps.record_applied(*LATER)
    Installation.objects.update_or_create(pk=1, defaults={"version": "2.0.0"})


@pytest.mark.django_db
def test_a_database_is_newer_with_a_step_that_is_not_known_here_and_older_without_one_that_is(newer, steps):
    assert (release_of_database(), version_of_database()) == (Release.NEWER, "2.0.0")
    Installation.objects.update(version=__version__)
    assert version_of_database() == "9999_later"
    steps.record_unapplied(*LATER)
    assert (release_of_database(), version_of_database()) == (Release.SAME, "")
    steps.record_unapplied(*MigrationLoader(connection).graph.leaf_nodes("tournament")[0])
    assert release_of_database() is Release.OLDER


@pytest.mark.django_db
def test_another_program_may_have_steps_of_its_own(steps):
    steps.record_applied("another", "9999_later")
    assert release_of_database() is Release.SAME


@pytest.mark.django_db(transaction=True)
def test_a_newer_database_is_not_ready_and_says_why(newer, steps, collected):  # noqa: F811
    assert ask_health(READY) == (503, f"the database is of a newer Sekigime (2.0.0), this is {__version__}")
    steps.record_unapplied(*LATER)
    was_ready = Health(behind)
    assert ask_health(READY, was_ready) == (200, "ok")
    steps.record_applied(*LATER)
    assert ask_health(READY, was_ready) == (200, "ok"), "its pages can still be read"


@pytest.mark.django_db(transaction=True)
def test_the_database_is_asked_once_a_second_and_compared_only_after_a_step(
    steps, monkeypatch, django_assert_num_queries
):
    now, compared = [100.0], []
    monkeypatch.setattr(database_release, "release_of_database", lambda: compared.append(now[0]) or Release.SAME)
    watched = WatchedRelease(clock=lambda: now[0])
    assert watched.value() is Release.SAME
    with django_assert_num_queries(0):
        assert [watched.value() for _request in range(5)] == [Release.SAME] * 5
    now[0] += LOOKED
    watched.value()
    assert compared == [100.0]
    steps.record_applied(*LATER)
    now[0] += LOOKED
    watched.value()
    assert compared == [100.0, 102.0]
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", no_database)
    now[0] += LOOKED
    assert watched.value() is Release.SAME


def no_database(_recorder):
    raise OperationalError("connection refused")
