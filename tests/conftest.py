"""What every test may ask for."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import hypothesis
import pytest

from tests.databases import is_postgres, not_collected

collect_ignore = [str(path) for path in not_collected()]

DATABASE = {"db", "transactional_db"}

# A busy machine is slow, not wrong: no test is judged by its time.
slow = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile("patient", deadline=None, suppress_health_check=slow)
hypothesis.settings.load_profile("patient")


def pytest_collection_modifyitems(config, items):
    """On PostgreSQL, leave out what asks no database: it was run on SQLite, where nothing is left out.

    A database for tests is made where a test is known to need one: else `prepared` would be a copy of the real one.
    """
    for item in items:
        if "prepared" in item.fixturenames:
            item.add_marker(pytest.mark.django_db)
    if is_postgres():
        out = [item for item in items if not (item.get_closest_marker("django_db") or DATABASE & {*item.fixturenames})]
        config.hook.pytest_deselected(items=out)
        without = set(map(id, out))
        items[:] = [item for item in items if id(item) not in without]


@pytest.fixture
def now() -> datetime:
    """A Saturday morning in the hall; time is an argument, so a test brings its own."""
    return datetime(2026, 5, 16, 9, 30, tzinfo=UTC)


@pytest.fixture(scope="session", autouse=True)
def _settings_of_tests(tmp_path_factory):
    """Set once: a change of settings is told to all of Django, which is too much to do for every test."""
    from django.conf import settings
    from django.test import override_settings

    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": static},  # files without a manifest: no `collectstatic` first
        STATIC_ROOT=tmp_path_factory.mktemp("static"),  # what was collected here would be read again for every client
        BACKUP_DIR=tmp_path_factory.mktemp("data") / "backups",
        TIME_ZONE="UTC",  # the same everywhere
        SEATING_WORK="inline",  # long planning is done in the request that asks, unless a test wants it otherwise
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],  # the usual ones are slow, and mean to be
    ):
        yield


@pytest.fixture(scope="session")
def prepared(django_db_setup, django_db_blocker, tmp_path_factory) -> Path:
    """A database file as `migrate` leaves it, for commands that run on a copy of it."""
    from django.db import connection

    path = tmp_path_factory.mktemp("prepared") / "empty.sqlite3"
    with django_db_blocker.unblock(), closing(sqlite3.connect(path)) as copy:
        connection.ensure_connection()
        connection.connection.backup(copy)
    return path


@pytest.fixture(autouse=True)
def _empty_cache():
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def _forgotten_standings():
    """Another test's tournament may have the same number and edition."""
    from tournament.standings import cache, queries

    queries.forget()
    cache.forget_pages()
