"""Whether the database is of the release of this program: steps of it may be missing, or a newer release has made more.

The steps are Django's migrations. A database keeps the names of those that it has taken, and the release that took the
last one.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from enum import Enum
from functools import cache
from threading import Lock
from time import monotonic

from django.db import Error, close_old_connections, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournament import __version__

LOOKED = 1.0
"""Seconds between two looks: no request asks the database for this alone."""
APP = "tournament"


class Release(Enum):
    """Of which release a database is, as this program sees it."""

    SAME = "same"
    OLDER = "older"
    """It lacks steps of this program: it is being updated, or was never prepared."""
    NEWER = "newer"
    """It has steps that this program does not know."""


def unknown_steps(applied: Collection[tuple[str, str]]) -> list[str]:
    """Return the steps of ours, among those that a database has taken, that this program does not know, in order."""
    return sorted(name for app, name in applied if app == APP and name not in _known_steps())


@cache
def _known_steps() -> frozenset[str]:
    steps = {name: step for (app, name), step in MigrationLoader(None).disk_migrations.items() if app == APP}
    return frozenset(steps).union(*({name for _app, name in step.replaces} for step in steps.values()))


def release_of_database() -> Release:
    """Ask the database. Raises Error of Django if it does not answer."""
    executor = MigrationExecutor(connection)
    if unknown_steps(executor.recorder.applied_migrations()):
        return Release.NEWER
    is_behind = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return Release.OLDER if is_behind else Release.SAME


def version_of_database() -> str:
    """Return the version of Sekigime that has updated the database; where that is no other than this one, as in a
    checkout, the last step that is not known here.
    """
    with suppress(Error), connection.cursor() as cursor:
        cursor.execute("SELECT version FROM tournament_installation")
        found = cursor.fetchone()
        if found and found[0] not in ("", __version__):
            return str(found[0])
    return (unknown_steps(MigrationRecorder(connection).applied_migrations()) or [""])[-1]


class WatchedRelease:
    """The release of the database, asked for by any thread with any request, and looked up once in LOOKED seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._looking = clock, Lock()
        self._looked_at = float("-inf")
        self._applied: frozenset[tuple[str, str]] | None = None
        self._release = Release.SAME

    def value(self) -> Release:
        """Return what the last look found; while the database does not answer, what was found before."""
        if self._clock() - self._looked_at >= LOOKED and self._looking.acquire(blocking=False):
            try:
                close_old_connections()
                with suppress(Error):
                    self._look()
                self._looked_at = self._clock()
            finally:
                close_old_connections()
                self._looking.release()
        return self._release

    def _look(self) -> None:
        """Compare with the steps of this program if the database has taken one since."""
        applied = frozenset(MigrationRecorder(connection).applied_migrations())
        if applied != self._applied:
            self._release, self._applied = release_of_database(), applied
