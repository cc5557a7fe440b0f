"""Which tournaments were written since: every commit in sight has a number, whoever writes, also by hand.

SQLite counts what other connections commit, and says no more: each commit there is one of all tournaments. PostgreSQL
names what a reader would see at this moment (a snapshot): the transactions that are finished and those that are not,
of all databases of the server. So triggers write down which tournament each transaction changes, by hand or not; a
change to a row that belongs to none is a change to all. A snapshot that moved counts for the tournaments whose lines
came into sight with it. One connection that never writes is asked, with each request.

What no trigger sees, such as a database that was replaced or whose triggers were switched off and on again, counts a
second later, when the triggers are not those of before. Where a table lacks its triggers each commit counts for all.
"""

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2s
from itertools import pairwise
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections, models, transaction
from django.db.backends.utils import CursorWrapper

from tournament.core.models import Tournament

ALL = 0
RENEWED = 1.0  # seconds
TRIGGER = "logs_commit"
TRIGGERS = """
SELECT array_agg(DISTINCT wanted.name::text) FILTER (WHERE found.oid IS NULL),
    concat_ws(' ', md5(string_agg(concat_ws(' ', found.oid, found.xmin), ',' ORDER BY found.oid)),
        pg_postmaster_start_time(), (SELECT oid FROM pg_database WHERE datname = current_database()),
        pg_relation_filenode(to_regclass('tournament_commit')))
FROM unnest(%s::text[], %s::text[]) AS wanted (name, trigger)
JOIN pg_class ON pg_class.oid = to_regclass(quote_ident(wanted.name))
LEFT JOIN pg_trigger AS found ON tgrelid = pg_class.oid AND tgname = wanted.trigger AND tgenabled = 'A'
"""
"""Of the tables named, those without a trigger of theirs, and a text that is another one once a trigger, or what they
write into, was replaced or switched; `A` fires always, also while a copy is replayed."""
LOG = """
DROP FUNCTION IF EXISTS tournament_log_commit() CASCADE;
DROP TABLE IF EXISTS tournament_commit;
CREATE TABLE tournament_commit (
    xid xid8 NOT NULL, tournament bigint NOT NULL, written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    deleted_below xid8, PRIMARY KEY (xid, tournament)
);
CREATE OR REPLACE FUNCTION tournament_delete_old_commits() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    old xid8 := (
        SELECT xid FROM tournament_commit WHERE written_at < clock_timestamp() - interval '10 minutes'
        AND xid < pg_snapshot_xmax(pg_current_snapshot()) ORDER BY xid DESC LIMIT 1
    );
BEGIN
    IF old IS NOT NULL THEN
        INSERT INTO tournament_commit (xid, tournament, deleted_below) VALUES (pg_current_xact_id(), -1, old)
        ON CONFLICT DO NOTHING;
        DELETE FROM tournament_commit WHERE (xid, tournament) IN (
            SELECT xid, tournament FROM tournament_commit WHERE xid < old FOR UPDATE SKIP LOCKED
        );
    END IF;
END $$
"""
"""Whoever asks so seldom that lines were deleted in between finds the line that says so."""
FUNCTION = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, {schema}, pg_temp AS $$
BEGIN
    {body}
    IF random() < 0.001 THEN
        PERFORM tournament_delete_old_commits();
    END IF;
    RETURN NULL;
END $$
"""
OF_ALL = "INSERT INTO tournament_commit (xid, tournament) VALUES (pg_current_xact_id(), 0) ON CONFLICT DO NOTHING;"
OF_ROWS = """
    IF TG_OP {events} THEN
        INSERT INTO tournament_commit (xid, tournament)
        SELECT DISTINCT pg_current_xact_id(), coalesce({tournament}, 0) FROM {rows} ON CONFLICT DO NOTHING;
    END IF;
"""
EVENTS = {
    "TRUNCATE": "",
    "INSERT": "REFERENCING NEW TABLE AS made",
    "UPDATE": "REFERENCING OLD TABLE AS gone NEW TABLE AS made",
    "DELETE": "REFERENCING OLD TABLE AS gone",
}
SNAPSHOT = "SELECT pg_current_snapshot()::text, NULL"
SEEN = """
SELECT pg_current_snapshot()::text, ARRAY(
    SELECT DISTINCT CASE WHEN deleted_below IS NULL THEN tournament ELSE 0 END FROM tournament_commit
    WHERE xid >= pg_snapshot_xmin(%(seen)s::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, %(seen)s::pg_snapshot)
    AND (deleted_below IS NULL OR deleted_below > pg_snapshot_xmin(%(seen)s::pg_snapshot))
    AND xid < pg_snapshot_xmax(pg_current_snapshot())
)
"""
"""What is in sight now, and the tournaments of the transactions in the log that were not in an earlier snapshot; one
statement, so that both are of the same moment. A line of a transaction to come is from the server of a copy."""


class Commits:
    """The commits that came into sight, numbered by this process. Asked from every thread of the server."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._newest = self._newest_of_all = 0
        self._newest_of: dict[int, int] = {}

    def newest(self) -> int | None:
        """Look, and return the number of the newest commit of another connection; None when the database does not
        say."""
        with self._guard:
            try:
                self._look()
            except (OSError, sqlite3.Error, Error):
                self._close()
                return None
            return self._newest

    def is_changed(self, tournament: int, *, since: int) -> bool:
        """Whether a commit in sight is newer than that number and changed the tournament, or anything at all for 0."""
        if tournament == ALL:
            return self._newest > since
        return max(self._newest_of_all, self._newest_of.get(tournament, 0)) > since

    def close(self) -> None:
        """End the connection; the next question makes another."""
        with self._guard:
            self._close()

    def _look(self) -> None:
        """Count what came into sight since the last look."""
        raise NotImplementedError

    def _close(self) -> None:
        """End the connection, which makes whatever is in sight at the next one a commit of all tournaments."""
        raise NotImplementedError

    def _count(self, tournaments: Iterable[int] = (ALL,)) -> None:
        """Give the next number to a commit of these tournaments; `ALL` is one of all of them."""
        found = list(tournaments)
        self._newest += bool(found)
        self._newest_of.update(dict.fromkeys(found, self._newest))
        if ALL in found:
            self._newest_of_all = self._newest


class FileCommits(Commits):
    """The commits to a file of SQLite; another file in its place is a commit."""

    def __init__(self, database: Path) -> None:
        super().__init__()
        self.database = database
        self._watch: tuple[int, sqlite3.Connection] | None = None
        self._seen: tuple[int, int] | None = None

    def _look(self) -> None:
        file = self.database.stat().st_ino
        if self._watch is None or self._watch[0] != file:
            self._close()
            self._watch = (file, sqlite3.connect(self.database, check_same_thread=False, isolation_level=None))
        seen = (file, self._watch[1].execute("PRAGMA data_version").fetchone()[0])
        if seen != self._seen:
            self._seen = seen
            self._count()

    def _close(self) -> None:
        if self._watch is not None:
            self._watch[1].close()
        self._watch = self._seen = None


class ServerCommits(Commits):
    """The commits to our tables on a PostgreSQL server."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._connection = connections.create_connection(DEFAULT_DB_ALIAS)
        self._connection.inc_thread_sharing()
        self._clock = clock
        self._seen = self._checked = self._triggers = ""
        self._checked_at = 0.0

    def _look(self) -> None:
        with self._connection.cursor() as cursor:
            cursor.execute(*((SEEN, {"seen": self._seen}) if self._triggers else (SNAPSHOT,)))
            snapshot, tournaments = cursor.fetchone()
            if snapshot != self._checked and not (self._triggers and self._clock() - self._checked_at < RENEWED):
                if not self._has_same_triggers(cursor):
                    # Asked before what is in sight: what a trigger that is new did not see must be in sight already.
                    cursor.execute(SNAPSHOT)
                    snapshot, tournaments = cursor.fetchone()[0], [ALL]
                self._checked, self._checked_at = snapshot, self._clock()
        self._seen = snapshot
        self._count(tournaments or ())

    def _has_same_triggers(self, cursor: CursorWrapper) -> bool:
        lacking, triggers = _lacking(cursor, _logging())
        before, self._triggers = self._triggers, "" if lacking else triggers
        return bool(self._triggers) and self._triggers == before

    def _close(self) -> None:
        self._seen = self._checked = self._triggers = ""
        self._connection.close()


def log_commits() -> None:
    """Have PostgreSQL write down which tournaments each transaction changes; other databases need nothing."""
    if connection.vendor != "postgresql":
        return
    with transaction.atomic(), connection.cursor() as cursor:
        logging = _logging()
        if not (lacking := _lacking(cursor, logging)[0]):
            return
        cursor.execute("SELECT current_schema()")
        schema = connection.ops.quote_name(cursor.fetchone()[0])
        cursor.execute(LOG)
        for table in lacking:
            cursor.execute(
                "SELECT tgname FROM pg_trigger WHERE tgrelid = to_regclass(quote_ident(%s)) AND tgname LIKE %s",
                [table, f"{TRIGGER}%"],
            )
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name} ON {connection.ops.quote_name(table)}")
            cursor.execute(logging[table].function.format(schema=schema))
            for name, trigger in logging[table].triggers.items():
                cursor.execute(trigger)
                cursor.execute(f"ALTER TABLE {connection.ops.quote_name(table)} ENABLE ALWAYS TRIGGER {name}")


@dataclass(frozen=True, slots=True)
class Logging:
    """What PostgreSQL is to do with the changes of a table: a function, and by name the triggers that call it."""

    function: str
    triggers: dict[str, str]


@cache
def _logging() -> dict[str, Logging]:
    """Return by table how its changes are logged. A trigger's name changes with what it does."""
    every = apps.get_app_config("tournament").get_models(include_auto_created=True)
    return {model._meta.db_table: _logging_of(model) for model in every}


def _logging_of(model: type[models.Model]) -> Logging:
    table, quoted = model._meta.db_table, connection.ops.quote_name
    name = quoted(f"{table}_log_commit")
    events = {"INSERT OR UPDATE OR DELETE OR TRUNCATE": ""}
    body = OF_ALL
    if (path := path_to_tournament(model)) is not None:
        old, new = (
            OF_ROWS.format(events=events, rows=rows, tournament=_value(model, path, rows))
            for events, rows in (("IN ('UPDATE', 'DELETE')", "gone"), ("IN ('UPDATE', 'INSERT')", "made"))
        )
        body = f"{old}{new}    IF TG_OP = 'TRUNCATE' THEN {OF_ALL} END IF;"
        events = EVENTS
    function = FUNCTION.format(name=name, body=body, schema="{schema}")
    digest = blake2s(f"{LOG}{function}".encode(), digest_size=4).hexdigest()
    triggers = {
        f"{TRIGGER}_{digest}_{number}": f"CREATE TRIGGER {TRIGGER}_{digest}_{number} AFTER {event} ON {quoted(table)}"
        f" {rows} FOR EACH STATEMENT EXECUTE FUNCTION {name}()"
        for number, (event, rows) in enumerate(events.items())
    }
    return Logging(function, triggers)


def path_to_tournament(model: type[models.Model]) -> "list[models.ForeignKey[Any, Any]] | None":
    """Return the keys that lead from a row to the tournament that it is deleted with, none from the tournament itself.

    None for a table whose rows belong to no tournament.
    """
    if model is Tournament:
        return []
    owners = [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.remote_field.on_delete is models.CASCADE and not field.null
    ]
    owners.sort(key=lambda field: field.related_model is not Tournament)
    for field in owners:
        if (rest := path_to_tournament(field.related_model)) is not None:
            return [field, *rest]
    return None


def _value(model: type[models.Model], path: "list[models.ForeignKey[Any, Any]]", rows: str) -> str:
    """Return SQL for the id of the tournament that a row of `rows` belongs to; NULL where its owner is gone."""
    if not path:
        return f"{rows}.{_column(model._meta.pk)}"
    value = f"{rows}.{_column(path[0])}"
    for key, field in pairwise(path):
        owners = connection.ops.quote_name(field.model._meta.db_table)
        value = f"(SELECT {_column(field)} FROM {owners} WHERE {_column(key.target_field)} = {value})"  # noqa: S608
    return value


def _column(field: "models.Field[Any, Any]") -> str:
    return connection.ops.quote_name(str(field.column))


def _lacking(cursor: CursorWrapper, logging: dict[str, Logging]) -> tuple[list[str] | None, str]:
    """Return the tables that lack a trigger, None if none does, and a text that names all triggers that there are."""
    wanted = [(table, name) for table, one in logging.items() for name in one.triggers]
    cursor.execute(TRIGGERS, [[table for table, _name in wanted], [name for _table, name in wanted]])
    lacking, triggers = cursor.fetchone()
    return lacking, triggers
