"""What every test may ask for."""

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.databases import is_postgres, migrated
from tests.events.rows import keep_in

pytest_plugins = ["tests.selection"]


def pytest_itemcollected(item):
    """A database for tests is made where a test is known to need one: else `prepared` would copy the real one."""
    if "prepared" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.django_db)


@pytest.fixture
def now() -> datetime:
    """A Saturday morning in the hall; time is an argument, so a test brings its own."""
    return datetime(2026, 5, 16, 9, 30, tzinfo=UTC)


@pytest.fixture(scope="session", autouse=True)
def _settings_of_tests(tmp_path_factory):
    """Set once: a change of settings is told to all of Django, which is too much to do for every test."""
    from django.conf import settings
    from django.test import override_settings

    backups = tmp_path_factory.mktemp("data") / "backups"
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": static},  # files without a manifest: no `collectstatic` first
        STATIC_ROOT=tmp_path_factory.mktemp("static"),  # what was collected here would be read again for every client
        BACKUP_DIR=backups,
        TIME_ZONE="UTC",  # the same everywhere
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],  # the usual ones are slow, and mean to be
    ):
        yield backups


@pytest.fixture(scope="session")
def _migrations_run_once(pytestconfig):
    """From here on, `migrate` takes what it made in an earlier run."""
    from tournament.management.commands.migrate import Command

    with pytest.MonkeyPatch.context() as changed:
        if hasattr(pytestconfig, "cache") and not is_postgres():
            folder, migrate = pytestconfig.cache.mkdir("databases"), Command.handle

            def take(*args, **options):
                migrated(folder, lambda: migrate(*args, **options))

            changed.setattr(Command, "handle", take)
        yield changed


@pytest.fixture(scope="session")
def django_db_setup(pytestconfig, _migrations_run_once, django_db_setup):
    """The databases for tests are there: `migrate` is itself again, and events are kept."""
    _migrations_run_once.undo()
    if hasattr(pytestconfig, "cache"):
        counts = pytestconfig.pluginmanager.hasplugin("tests.branches")
        run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid())) if counts else ""
        keep_in(pytestconfig.cache.mkdir("events"), run)


@pytest.fixture(scope="session")
def prepared(django_db_setup, django_db_blocker, tmp_path_factory) -> Path:
    """A database file as `migrate` leaves it, for commands that run on a copy of it."""
    from django.db import connection

    path = tmp_path_factory.mktemp("prepared") / "empty.sqlite3"
    with django_db_blocker.unblock(), closing(sqlite3.connect(path)) as copy:
        connection.ensure_connection()
        connection.connection.backup(copy)
        copy.execute("DELETE FROM tournament_installation")  # whoever serves a copy of it is at home
        copy.commit()
    return path


@pytest.fixture(autouse=True)
def _empty_cache(monkeypatch):
    """Nothing is known from another test; what a check has found holds for the test, however busy the machine is."""
    from django.core.cache import cache

    from tournament.core import audit_check

    cache.clear()
    monkeypatch.setattr(audit_check, "KEPT", 3_600)


@pytest.fixture(autouse=True)
def _at_home(monkeypatch):
    """The database for tests is no copy, whichever process has made it; nobody asks."""
    from tournament.archive.original import Knowledge

    monkeypatch.setattr(Knowledge, "is_original", True)


@pytest.fixture(autouse=True)
def _no_copies_of_another_test(_settings_of_tests):
    """A page offers the newest copy: whoever looks for none must not find that of a test before."""
    yield
    shutil.rmtree(_settings_of_tests, ignore_errors=True)


@pytest.fixture(autouse=True)
def _no_language_of_another_test():
    """A request leaves its reader's language active in its thread, as the next request begins with another."""
    from django.utils import translation

    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _forgotten_standings():
    """Another test's tournament may have the same number and edition."""
    from tournament.persons.career import forget_careers
    from tournament.rankings import event_results
    from tournament.standings import cache, queries

    event_results.forget_results()
    queries.forget()
    forget_careers()
    cache.forget_pages()
