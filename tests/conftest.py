"""What every test may ask for."""

from datetime import UTC, datetime

import hypothesis
import pytest

# A busy machine is slow, not wrong: no test is judged by its time.
slow = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile("patient", deadline=None, suppress_health_check=slow)
hypothesis.settings.load_profile("patient")


@pytest.fixture
def now() -> datetime:
    """A Saturday morning in the hall; time is an argument, so a test brings its own."""
    return datetime(2026, 5, 16, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _plain_static_files(settings):
    """Templates name their files without a manifest, so that no test needs `collectstatic` first."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture(autouse=True)
def _same_time_zone_everywhere(settings):
    settings.TIME_ZONE = "UTC"


@pytest.fixture(autouse=True)
def _no_processes_of_their_own(settings):
    """Long planning is done at once in the request that asks, unless a test wants it otherwise."""
    settings.SEATING_WORK = "inline"


@pytest.fixture(autouse=True)
def _empty_cache():
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def _forgotten_standings():
    """Another test's tournament may have the same number and edition."""
    from tournament.standings import packed, queries

    queries.forget()
    packed.forget()
