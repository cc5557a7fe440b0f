"""A value that tells whether anything was committed: the same as long as nothing was, whoever writes, also by hand.

SQLite counts what other connections commit. PostgreSQL names what a reader would see at this moment: the transactions
that are finished and those that are not, the same for every process of every server. One connection that never writes
is asked, with each request.
"""

import sqlite3
from collections.abc import Hashable
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Protocol

from django.db import DEFAULT_DB_ALIAS, Error, connections


class Commits(Protocol):
    """Asked from every thread of the server."""

    def value(self) -> Hashable:
        """A value that changes with every commit of another connection; None when the database does not say."""


class FileCommits:
    """The commits to a file of SQLite; another file in its place is another value."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._guard = Lock()
        self._watch: tuple[int, sqlite3.Connection] | None = None

    def value(self) -> Hashable:
        try:
            file = self.database.stat().st_ino
            with self._guard:
                if self._watch is None or self._watch[0] != file:
                    self._watch = (file, sqlite3.connect(self.database, check_same_thread=False, isolation_level=None))
                return file, self._watch[1].execute("PRAGMA data_version").fetchone()[0]
        except (OSError, sqlite3.Error):
            return None


class ServerCommits:
    """The commits to all databases of a PostgreSQL server; a new connection begins with another value."""

    def __init__(self) -> None:
        self._connection = connections.create_connection(DEFAULT_DB_ALIAS)
        self._connection.inc_thread_sharing()
        self._guard = Lock()
        self._numbers = count()
        self._number = next(self._numbers)

    def value(self) -> Hashable:
        with self._guard:
            try:
                with self._connection.cursor() as cursor:
                    cursor.execute("SELECT pg_current_snapshot()::text")
                    return self._number, cursor.fetchone()[0]
            except Error:
                self._close()
                return None

    def close(self) -> None:
        """End the connection; the next question makes another."""
        with self._guard:
            self._close()

    def _close(self) -> None:
        self._number = next(self._numbers)
        self._connection.close()
