"""What is the same of a copy of either database: a file that is unfinished until it is whole, what a folder says to it,
and which release it is of.
"""

import errno
import os
import sqlite3
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import Protocol

from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_noop as _

from tournament.core.database_release import APP, unknown_steps
from tournament.core.messages import Refused

STAMP = "%Y%m%dT%H%M%S"
BESIDE = ("-wal", "-shm", "-journal")
OURS = frozenset({"django_migrations", "tournament_tournament", "tournament_user"})
MISSING = _("There is no file {file}.")
DAMAGED = _("{file} is damaged or no database. Choose another backup.")
FOREIGN = _("{file} is a database of another program.")
IN_USE = _("Sekigime is running on this database. Stop it (Ctrl+C), then restore again.")
UNREADABLE = _("The copy in {folder} could not be read back: the data or the disk is damaged.")


INSTALLATION = "tournament_installation"
"""The table of archive/models.py. Copies of earlier releases have none, and are then taken for the original."""


@dataclass(frozen=True, slots=True)
class Restoration:
    """The result of a restore: the copy that is in use now, and what was kept of the database before, a file or the
    name of a database (None: there was none).
    """

    used: Path
    kept: Path | str | None


class CopiedDatabase(Protocol):
    """A database that copies are made of: SQLite by itself, PostgreSQL by its tools."""

    @property
    def ending(self) -> str:
        """The ending of the name of a copy."""

    def exists(self) -> bool:
        """Return whether there is anything to copy."""

    def obstacle(self) -> Refused | None:
        """Return why no copy can be made at all, None if it can."""

    def copy_to(self, file: Path) -> bool:
        """Copy into an empty file and read it back; return whether it was restored for that, else it was only read.

        Raises Refused if it cannot be read back, and OSError or sqlite3.Error if the folder does not take it.
        """

    def check(self, file: Path) -> None:
        """Refuse a copy that is damaged, of another program, or of a newer Sekigime than this one."""

    def replace(self, file: Path, at: datetime, *, made_at: datetime, keep: Callable[[], Path]) -> Restoration:
        """Put a checked copy in place of the database, and let it know that it is one. `keep` makes a copy of the
        database of before, where that is how it is kept.
        """

    def heads(self, file: Path, event: int) -> dict[int, str]:
        """Return the chain's value after the last line of an event in a copy, by the number of that line; {} without
        the event. Raises Refused or sqlite3.Error if it cannot be read.
        """

    def changed_at(self) -> datetime:
        """Return when the data was last written, as far as the database tells."""

    def size(self) -> int:
        """Return the bytes of the data, as the database keeps it."""

    def disk(self) -> int | None:
        """Return the number of the disk that the data is on; None if it is elsewhere."""

    def commits(self) -> "AbstractContextManager[Callable[[], Hashable]]":
        """Return a function for the thread that makes timed copies. It returns a value that changes with every commit,
        and None if another process of several makes them.
        """


def check_steps(applied: set[str], file: object) -> None:
    """Refuse a database of a newer Sekigime, and one from before the tables were brought up to the first release.

    `applied` are the names of the migrations that it has taken.
    """
    steps = {name: step for (app, name), step in MigrationLoader(None).disk_migrations.items() if app == APP}
    replaced = {name for step in steps.values() for _app, name in step.replaces}
    if newer := unknown_steps({(APP, name) for name in applied}):
        text = _("{file} was made by a newer Sekigime ({migration}). Restore it with that release.")
        raise Refused.of("backup-newer", text, file=file, migration=newer[-1])
    if applied & replaced and not applied >= replaced:
        text = _(
            "{file} was made before 26 November 2026. Open it first with the version of that day (b0e029e), which "
            "brings it up to date; then with this one."
        )
        raise Refused.of("backup-older", text, file=file)


@contextmanager
def unfinished(final: Path) -> Iterator[Path]:
    """Make an empty file beside a final name, for its owner alone: it gets password hashes. The block gives it the
    name, else it is removed.
    """
    file = final.with_name(f"{final.name}.{token_hex(4)}.unfinished")
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield file
    finally:
        for path in (file, *(Path(f"{file}{ending}") for ending in BESIDE)):
            with suppress(OSError):
                path.unlink()


def put_on_disk(file: Path) -> None:
    """Return once the file is on the disk itself."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())


FULL = _("The disk with {folder} is full. Make room, or choose another folder.")
NO_FOLDER = _("The folder {folder} does not exist. Is the stick plugged in?")
IS_FILE = _("{folder} is a file, not a folder.")
NOT_WRITABLE = _("Nothing can be written to {folder}. Choose another folder, or change its rights.")
NO_COPY = _("No copy in {folder}: {error}.")


@contextmanager
def folder_refusals(folder: Path) -> Iterator[None]:
    """Turn what the system says of a folder into a refusal beside the field."""
    try:
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError
        yield
    except (OSError, sqlite3.Error) as error:
        code, text = _why_no_copy(error)
        raise Refused.of(code, text, field="folder", folder=folder, error=error) from error


def _why_no_copy(error: Exception) -> tuple[str, str]:
    number = getattr(error, "sqlite_errorcode", 0) & 0xFF or None
    if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or number == sqlite3.SQLITE_FULL:
        return "folder-full", FULL
    if isinstance(error, FileNotFoundError):
        return "folder-missing", NO_FOLDER
    if isinstance(error, (NotADirectoryError, FileExistsError)):
        return "folder-file", IS_FILE
    read_only = getattr(error, "errno", None) == errno.EROFS or number in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM)
    if isinstance(error, PermissionError) or read_only:
        return "folder-read-only", NOT_WRITABLE
    return "folder-failed", NO_COPY
