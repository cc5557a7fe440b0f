"""The two questions of whoever watches over processes."""

from wsgiref.util import setup_testing_defaults

import pytest
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournament.core import health
from tournament.core.health import HEALTH, LEAVING, MANIFEST, READY, Health


@pytest.fixture
def collected(settings, tmp_path):
    """An installation whose static files were collected."""
    settings.STATIC_ROOT = tmp_path
    (tmp_path / MANIFEST).write_text("{}")


def behind(environ, start_response):
    start_response("200 OK", [])
    return [b"a page"]


def ask(path, front=None, **more):
    """Status and text of an answer."""
    told = []
    environ = {"PATH_INFO": path, **more}
    setup_testing_defaults(environ)
    body = b"".join((front or Health(behind))(environ, lambda status, headers: told.append((status, dict(headers)))))
    (status, headers) = told[0]
    assert int(headers.get("Content-Length", 0)) in (0, len(body)) or more["REQUEST_METHOD"] == "HEAD"
    return int(status[:3]), body.decode().strip()


def test_a_process_that_answers_is_well_whatever_the_database_does():
    assert ask(HEALTH) == (200, "ok")
    assert ask(HEALTH, HTTP_HOST="waitress.invalid:8109") == (200, "ok")
    assert ask(HEALTH, REQUEST_METHOD="HEAD") == (200, "")


def test_everything_else_is_answered_by_the_application():
    assert ask("/") == (200, "a page")


@pytest.mark.django_db(transaction=True)
def test_ready_is_who_has_a_database_that_was_prepared_and_its_static_files(collected):
    assert ask(READY) == (200, "ok")


@pytest.mark.django_db(transaction=True)
def test_without_static_files_it_is_not_prepared(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    assert ask(READY) == (503, "not prepared")


@pytest.mark.django_db(transaction=True)
def test_a_database_that_lacks_a_migration_is_not_prepared_until_it_has_it(collected):
    front = Health(behind)
    [last] = MigrationLoader(connection).graph.leaf_nodes("tournament")
    MigrationRecorder(connection).record_unapplied(*last)
    assert ask(READY, front) == (503, "not prepared")
    MigrationRecorder(connection).record_applied(*last)
    assert ask(READY, front) == (200, "ok")


@pytest.mark.django_db(transaction=True)
def test_a_database_that_does_not_answer_is_said(monkeypatch):
    def dead():
        raise OperationalError("connection refused")

    monkeypatch.setattr(health.connection, "cursor", dead, raising=False)
    assert ask(READY) == (503, "the database does not answer")


def test_who_is_to_end_is_not_asked_any_more():
    LEAVING.set()
    try:
        assert ask(READY) == (503, "stopping")
        assert ask(HEALTH) == (200, "ok")
    finally:
        LEAVING.clear()
