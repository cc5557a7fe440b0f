"""Copies of a PostgreSQL database: pg_dump makes them while the server runs, pg_restore reads them.

A copy is restored into a database of its own for a trial, which is dropped again. A user who may not create databases
has copies that were listed and read whole. Passwords reach the tools in their environment, never on a command line.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_hex
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Max
from django.utils.translation import gettext_noop as _

from tournament.archive.copies import (
    DAMAGED,
    FOREIGN,
    IN_USE,
    INSTALLATION,
    OURS,
    STAMP,
    UNREADABLE,
    Restoration,
    check_steps,
)
from tournament.core.locks import OURS as OUR_LOCKS
from tournament.core.locks import Lock
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry

TRIAL = "sekigime_trial_"
"""The beginning of the name of a database that exists for a trial."""
TRIAL_FOR = timedelta(days=1)
MAINTENANCE = "postgres"
"""The database that one is connected to while another is renamed."""
LONGEST_NAME = 63  # bytes, of PostgreSQL
MAY_NOT, IN_USE_STATE, NO_DATABASE = "42501", "55006", "3D000"  # of SQLSTATE
LOCK_WAIT = 60_000  # milliseconds that pg_dump waits for a table that is being changed
CONNECTION = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
CHANGES = "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_user_tables"


def _settings() -> Mapping[str, Any]:
    return connections[DEFAULT_DB_ALIAS].settings_dict


@dataclass(frozen=True, slots=True)
class PostgresDatabase:
    """A database of a PostgreSQL server; that of the settings, unless another name is given."""

    name: str = field(default_factory=lambda: str(_settings()["NAME"]))
    ending = ".dump"

    def exists(self) -> bool:
        return True

    def obstacle(self) -> Refused | None:
        try:
            _check_tools()
        except Refused as refused:
            return refused
        return None

    def copy_to(self, file: Path) -> bool:
        _check_tools()
        _run("pg_dump", "--format=custom", f"--lock-wait-timeout={LOCK_WAIT}", f"--file={file}", database=self.name)
        try:
            return self._restores(file)
        except Refused as refused:
            raise Refused.of("backup-unreadable", UNREADABLE, field="folder", folder=file.parent) from refused

    def check(self, file: Path) -> None:
        _check_tools()
        try:
            tables = {line.split()[6] for line in _contents(file) if " TABLE DATA " in line}
            _run("pg_restore", f"--file={os.devnull}", str(file))  # each byte of it
        except Refused as refused:
            raise Refused.of("backup-damaged", DAMAGED, file=file) from refused
        if not tables >= OURS:
            raise Refused.of("backup-foreign", FOREIGN, file=file)
        steps = _rows(file, "django_migrations")
        check_steps({row["name"] for row in steps if row["app"] == "tournament"}, file)

    def replace(self, file: Path, at: datetime, *, made_at: datetime, keep: Callable[[], Path]) -> Restoration:
        """The copy is restored into a fresh database, which then takes the name; the one of before gets another."""
        stamp = at.astimezone(UTC).strftime(STAMP).lower()
        fresh, before = self._beside("restored", stamp), self._beside("before", stamp)
        try:
            _create(fresh, like=self.name)
        except Error as error:
            if _state(error) != MAY_NOT:
                raise _failed("CREATE DATABASE", error) from error
            text = _(
                'The user {user} may not create databases. As the user postgres, run: psql -c \'ALTER ROLE "{user}" '
                "CREATEDB'. Then restore again."
            )
            raise Refused.of("database-may-not-create", text, user=_settings()["USER"]) from error
        try:
            _fill(fresh, file)
            _mark(fresh, made_at)
            kept = self._swap(fresh, before)
        except BaseException:
            _drop(fresh)
            raise
        return Restoration(file, kept)

    def heads(self, file: Path, event: int) -> dict[int, str]:
        lines = [row for row in _rows(file, "tournament_auditentry") if row["tournament_id"] == str(event)]
        last = max(lines, key=lambda row: int(row["id"]), default=None)
        return {int(last["edition"]): last["chain"]} if last else {}

    def changed_at(self) -> datetime:
        """The time of the newest line of a history: the server keeps no time of other writes."""
        return AuditEntry.objects.aggregate(last=Max("at"))["last"] or datetime.fromtimestamp(0, UTC)

    def size(self) -> int:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT pg_database_size(%s)", [self.name])
            return int(cursor.fetchone()[0])

    def disk(self) -> int | None:
        """The data of a server on this machine is taken to be on the disk of the data folder."""
        host = _settings()["HOST"]
        is_here = host in ("", "localhost", "127.0.0.1", "::1") or host.startswith("/")
        return Path(settings.DATA_DIR).stat().st_dev if is_here else None

    @contextmanager
    def commits(self) -> Iterator[Callable[[], Hashable]]:
        """The server counts the rows that were written in this database, by whichever process. The first process that
        asks holds a lock as long as it runs, and makes the timed copies of all of them.
        """
        watching = connections[DEFAULT_DB_ALIAS].copy()

        def version() -> Hashable:
            try:
                with watching.cursor() as cursor:
                    cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [OUR_LOCKS, Lock.BACKUPS])
                    (is_ours,) = cursor.fetchone()
                    cursor.execute(CHANGES)
                    return cursor.fetchone() if is_ours else None
            except Error:
                watching.close()  # the lock went with it; the next question makes another connection
                return None

        try:
            yield version
        finally:
            watching.close()

    def _restores(self, file: Path) -> bool:
        """Restore a copy for a trial; return whether this user may. Raises Refused if the copy does not restore."""
        try:
            trial = f"{_next_trial()}_{token_hex(4)}"
            _create(trial, like=self.name)
        except Error as error:
            if _state(error) != MAY_NOT:
                raise _failed("CREATE DATABASE", error) from error
            self.check(file)
            return False
        try:
            _fill(trial, file)
        finally:
            _drop(trial)
        return True

    def _beside(self, what: str, stamp: str) -> str:
        ending = f"_{what}_{stamp}"
        return self.name.encode()[: LONGEST_NAME - len(ending)].decode(errors="ignore") + ending

    def _swap(self, fresh: str, before: str) -> str | None:
        """Give the fresh database the name of this one, in one step."""
        try:
            with _asked(MAINTENANCE) as cursor:
                cursor.execute("SELECT count(*) FROM pg_database WHERE datname = %s", [self.name])
                (there,) = cursor.fetchone()
                renamings = [(self.name, before)] * there + [(fresh, self.name)]
                steps = [f"ALTER DATABASE {_quoted(old)} RENAME TO {_quoted(new)}" for old, new in renamings]
                cursor.execute(f"BEGIN; {'; '.join(steps)}; COMMIT")
                return before if there else None
        except Error as error:
            if _state(error) == IN_USE_STATE:
                raise Refused.of("database-in-use", IN_USE) from error
            raise _failed("ALTER DATABASE", error) from error


def _check_tools() -> None:
    """Refuse where pg_dump or pg_restore is missing, or older than the server."""
    try:
        with _asked(MAINTENANCE) as cursor:
            cursor.execute("SELECT current_setting('server_version_num')::int / 10000")
            (server,) = cursor.fetchone()
    except Error as error:
        raise _failed("PostgreSQL", error) from error
    for tool in ("pg_dump", "pg_restore"):
        found = shutil.which(tool)
        if found is None:
            text = _(
                "{tool} is not installed on this machine. On Debian, Ubuntu: apt install postgresql-client-{server}"
            )
            raise Refused.of("tool-missing", text, tool=tool, server=server)
        told = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
        version = next((word for word in told.split() if word[0].isdigit()), "0")
        if int(version.partition(".")[0]) < server:
            text = _(
                "{tool} {version} is older than the server, PostgreSQL {server}, and cannot copy it. On Debian, "
                "Ubuntu: apt install postgresql-client-{server}"
            )
            raise Refused.of("tool-old", text, tool=tool, version=version, server=server)


def _run(tool: str, *arguments: str, database: str = "") -> str:
    """Run a tool of PostgreSQL and return its output. Raises Refused with its first sentence."""
    known = _settings()
    own = {variable: str(known[name]) for variable, name in CONNECTION.items() if known[name]}
    _args, more = connections[DEFAULT_DB_ALIAS].client_class.settings_to_cmd_args_env(dict(known), [])
    environment = {**os.environ, **(more or {}), **own, "PGDATABASE": database}
    command = [shutil.which(tool) or tool, *arguments]
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace"
    )
    if done.returncode:
        raise _failed(tool, done.stderr)
    return done.stdout


def _failed(what: str, error: object) -> Refused:
    said = (str(error).strip().splitlines() or ["-"])[0]
    text = _("{tool} failed: {error}")
    return Refused.of("tool-failed", text, field="folder", tool=what, error=said)


def _contents(file: Path) -> list[str]:
    return [line for line in _run("pg_restore", "--list", str(file)).split("\n") if not line.startswith(";")]


def _rows(file: Path, table: str) -> list[dict[str, str]]:
    """Return the rows of a table in a copy, as PostgreSQL writes the values; texts with a backslash as they are."""
    lines = iter(_run("pg_restore", "--data-only", f"--table={table}", "--file=-", str(file)).split("\n"))
    heading = next((line for line in lines if line.startswith("COPY ")), "COPY x () FROM stdin;")
    columns = [name.strip(' "') for name in heading[heading.index("(") + 1 : heading.rindex(")")].split(",")]
    found = []
    for line in lines:
        if line == "\\.":
            break
        found.append(dict(zip(columns, line.split("\t"), strict=True)))
    return found


def _fill(database: str, file: Path) -> None:
    """Restore a copy into an empty database of this user."""
    from psycopg.conninfo import make_conninfo

    into = f"--dbname={make_conninfo(dbname=database)}"
    _run("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", into, str(file))


def _mark(database: str, made_at: datetime) -> None:
    """Let a database know that it is a copy."""
    with _asked(database) as cursor:
        cursor.execute("SELECT to_regclass(%s)", [INSTALLATION])
        if cursor.fetchone() != (None,):
            cursor.execute(f"UPDATE {INSTALLATION} SET place = '', copied_at = %s", [made_at])  # noqa: S608  # ours


@contextmanager
def _asked(database: str) -> Iterator[CursorWrapper]:
    """A cursor in another database of the same server, outside of any transaction."""
    other = connections[DEFAULT_DB_ALIAS].copy()
    other.settings_dict["NAME"] = database
    try:
        with other.cursor() as cursor:
            yield cursor
    finally:
        other.close()


def _create(database: str, *, like: str) -> None:
    """Create an empty database, sorted as another one if that is there. Raises Error of Django."""
    with _asked(MAINTENANCE) as cursor:
        cursor.execute("SELECT datcollate, datctype FROM pg_database WHERE datname = %s", [like])
        sorting = "".join(f" LC_COLLATE '{collate}' LC_CTYPE '{ctype}'" for collate, ctype in cursor.fetchall())
        cursor.execute(f"CREATE DATABASE {_quoted(database)} TEMPLATE template0 ENCODING 'UTF8'{sorting}")


def _drop(database: str) -> None:
    with _asked(MAINTENANCE) as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {_quoted(database)}")


def _next_trial() -> str:
    """Return the beginning of a name by the clock of the server; what a trial left that was killed is dropped a day
    later.
    """
    with _asked(MAINTENANCE) as cursor:
        cursor.execute("SELECT now()")
        (now,) = cursor.fetchone()
        old = _named(now - TRIAL_FOR)
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s) AND datname < %s", [TRIAL, old])
        names = [name for (name,) in cursor.fetchall()]
    for name in names:
        with suppress(Error):  # another user's: theirs to drop
            _drop(name)
    return _named(now)


def _named(moment: datetime) -> str:
    return f"{TRIAL}{moment.astimezone(UTC).strftime(STAMP).lower()}"


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace('"', '""'))


def _state(error: Error) -> str:
    return str(getattr(error.__cause__, "sqlstate", "") or "")
