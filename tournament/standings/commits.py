"""A value that tells whether anything was committed: the same as long as nothing was, whoever writes, also by hand.

SQLite counts what other connections commit. PostgreSQL names what a reader would see at this moment (a snapshot): the
transactions that are finished and those that are not, of all databases of the server. So that another program on it
discards nothing, triggers write each transaction that changes one of our tables down, by hand or not, and a snapshot
that moved counts only if one of those came into sight. One connection that never writes is asked, with each request.

What no trigger sees, such as a database that was replaced or whose triggers were switched off, counts a second later:
once in RENEWED a snapshot that moved is taken for a change. Where a table lacks its trigger each one is.
"""

import sqlite3
from collections.abc import Callable, Hashable
from itertools import count
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Protocol

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections, transaction
from django.db.backends.utils import CursorWrapper

RENEWED = 1.0  # seconds
TRIGGER = "logs_commit"
LACKING = """
SELECT relname FROM pg_class WHERE oid IN (SELECT to_regclass(quote_ident(name)) FROM unnest(%s::text[]) AS name)
AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = %s AND tgenabled = 'A')
"""
"""Of the tables named, those without the trigger; `A` fires always, also while a copy is replayed."""
LOG = """
CREATE TABLE IF NOT EXISTS tournament_commit (
    xid xid8 PRIMARY KEY, written_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE OR REPLACE FUNCTION tournament_log_commit() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    INSERT INTO tournament_commit (xid) VALUES (pg_current_xact_id()) ON CONFLICT DO NOTHING;
    IF random() < 0.001 THEN
        DELETE FROM tournament_commit WHERE xid IN (
            SELECT xid FROM tournament_commit WHERE written_at < clock_timestamp() - interval '10 minutes'
            FOR UPDATE SKIP LOCKED
        );
    END IF;
    RETURN NULL;
END $$
"""
"""Old lines go: nobody who asks so seldom relies on them, see RENEWED."""
SNAPSHOT = "SELECT pg_current_snapshot()::text, true"
SEEN = """
SELECT pg_current_snapshot()::text, EXISTS (
    SELECT FROM tournament_commit
    WHERE xid >= pg_snapshot_xmin(%(seen)s::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, %(seen)s::pg_snapshot)
)
"""
"""What is in sight now, and whether a transaction of the log is that was not in an earlier snapshot; one statement, so
that both are of the same moment."""


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
    """The commits to our tables on a PostgreSQL server; a new connection begins with another value."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._connection = connections.create_connection(DEFAULT_DB_ALIAS)
        self._connection.inc_thread_sharing()
        self._guard = Lock()
        self._numbers = count()
        self._number = next(self._numbers)
        self._clock = clock
        self._seen = self._counted = ""
        self._renewed_at, self._is_logged = 0.0, False

    def value(self) -> Hashable:
        with self._guard:
            try:
                self._look()
            except Error:
                self._close()
                return None
            return self._number, self._counted

    def _look(self) -> None:
        """Take what is in sight for the value, if it is not what was in sight at the last one."""
        with self._connection.cursor() as cursor:
            cursor.execute(*((SEEN, {"seen": self._seen}) if self._is_logged else (SNAPSHOT,)))
            snapshot, is_change = cursor.fetchone()
            if not is_change and self._clock() - self._renewed_at < RENEWED:
                self._seen = snapshot
            elif snapshot != self._seen:
                # Asked before what is in sight: what a trigger that is new did not see must be in sight already.
                self._is_logged = not _lacking(cursor)
                cursor.execute(SNAPSHOT)
                self._seen, _is_change = cursor.fetchone()
                self._counted, self._renewed_at = self._seen, self._clock()

    def close(self) -> None:
        """End the connection; the next question makes another."""
        with self._guard:
            self._close()

    def _close(self) -> None:
        self._number = next(self._numbers)
        self._seen, self._is_logged = "", False
        self._connection.close()


def log_commits() -> None:
    """Have PostgreSQL write down each transaction that changes a table of ours; other databases need nothing."""
    if connection.vendor != "postgresql":
        return
    with transaction.atomic(), connection.cursor() as cursor:
        if lacking := _lacking(cursor):
            cursor.execute("SELECT current_schema()")
            (schema,) = cursor.fetchone()
            cursor.execute(LOG.format(schema=connection.ops.quote_name(schema)))
        for table in map(connection.ops.quote_name, lacking):
            cursor.execute(
                f"CREATE OR REPLACE TRIGGER {TRIGGER} AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table}"
                " FOR EACH STATEMENT EXECUTE FUNCTION tournament_log_commit()"
            )
            cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {TRIGGER}")


def _lacking(cursor: CursorWrapper) -> list[str]:
    models = apps.get_app_config("tournament").get_models(include_auto_created=True)
    cursor.execute(LACKING, [[model._meta.db_table for model in models], TRIGGER])
    return [name for (name,) in cursor.fetchall()]
