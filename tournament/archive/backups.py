"""Backups of the database file that restore: copies, their folders, and putting one back.

A copy is made by SQLite itself while the server runs, in a file without its final name; it is read back and checked,
and only then gets its name. So a file with the name of a backup is whole. Names carry the time in UTC and the reason,
and sort by time. Only SQLite has a database file: on another database every function refuses and names the tool.
"""

import errno
import os
import re
import sqlite3
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = re.compile(r"sekigime-(\d{8}T\d{6})Z-([a-z-]+)\.sqlite3")
UNFINISHED = re.compile(r"sekigime-[\w-]+\.sqlite3\.[0-9a-f]+\.unfinished(-journal|-wal|-shm)?")
STAMP = "%Y%m%dT%H%M%S"
BESIDE = ("-wal", "-shm", "-journal")
MARK = "sekigime-second-place.txt"
"""A file in the second place: an empty mount point, or another stick, has none and is not taken for it."""
OURS = frozenset({"django_migrations", "tournament_tournament", "tournament_user"})
UNFINISHED_FOR = 24 * 60 * 60  # seconds, after which what was left by a crash is removed

_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished copy: where it is, when it was made, why, and its bytes."""

    path: Path
    made_at: datetime
    reason: str
    size: int


@dataclass(frozen=True, slots=True)
class Restoration:
    """The result of a restore: the copy that is in use now, and what was kept of the database before (None: there was
    none).
    """

    used: Path
    kept: Path | None


def database_file() -> Path:
    """Return the file of the database. Raises Refused on any other database than SQLite."""
    if connection.vendor != "sqlite":
        text = _("This installation uses {database}, which makes its own backups: run pg_dump, and restore with psql.")
        raise Refused.of("backup-other-database", text, database=connection.display_name)
    return Path(connection.settings_dict["NAME"]).resolve()


def make_backup(destination: Path, at: datetime, *, reason: str = "manual", database: Path | None = None) -> Path:
    """Copy the database into the folder `destination` and return the copy, which was read back and checked.

    Sekigime's own folder (settings.BACKUP_DIR) is created; any other must be there. Keeps the newest
    settings.BACKUPS_KEPT copies in the folder. Raises Refused (field `folder`) if the folder or the disk does not take
    it.
    """
    database = database or database_file()
    with _one_at_a_time, _folder_refusals(destination):
        if destination == settings.BACKUP_DIR:
            destination.mkdir(parents=True, exist_ok=True, mode=0o700)
        final = destination / f"sekigime-{at.astimezone(UTC).strftime(STAMP)}Z-{reason}.sqlite3"
        with _copied(database, final) as ready:
            ready.replace(final)
        _prune(destination, final)
    return final


def backups_in(folder: Path) -> list[Backup]:
    """Return the finished copies in a folder, the newest first; none if the folder cannot be read."""
    found = []
    with suppress(OSError):
        for path in folder.iterdir():
            if named := NAME.fullmatch(path.name):
                made_at = datetime.strptime(named[1], STAMP).replace(tzinfo=UTC)
                found.append(Backup(path, made_at, named[2], path.stat().st_size))
    return sorted(found, key=lambda backup: backup.path.name, reverse=True)


def heads_in(file: Path, event: int) -> dict[int, str]:
    """Return the chain's value after the last line of an event, by the number of that line, in a copy; {} where the
    copy has no such event, or cannot be read. The copy is not changed.
    """
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
        query = "SELECT edition, chain FROM tournament_auditentry WHERE tournament_id = ? ORDER BY id DESC LIMIT 1"
        return dict(copy.execute(query, [event]))
    return {}


def newest_good_backup() -> Path | None:
    """Return the newest copy of both places that can be restored."""
    second = second_place()
    copies = backups_in(settings.BACKUP_DIR) + (backups_in(second) if second else [])
    for backup in sorted(copies, key=lambda backup: backup.path.name, reverse=True):
        with suppress(Refused):
            check_backup(backup.path)
            return backup.path
    return None


def check_database() -> None:
    """Check the database file before it is served. Raises Refused, with the newest good backup, if it is damaged.

    A file that is not there yet is fine: the first start makes it. An empty one is not once there are backups.
    """
    database = database_file()
    if not database.exists():
        return
    if not _is_whole(database, "quick_check") or (not database.stat().st_size and newest_good_backup()):
        if good := newest_good_backup():
            text = _("The database {file} is damaged. Restore the newest good backup: {command}")
            command = f'.venv/bin/python manage.py restore "{good}"'
            raise Refused.of("database-damaged", text, file=database, command=command)
        text = _("The database {file} is damaged or no database, and there is no backup of it in {folder}.")
        raise Refused.of("database-damaged", text, file=database, folder=settings.BACKUP_DIR)


def check_backup(file: Path) -> None:
    """Refuse a file that is missing, damaged, of another program, or of a newer Sekigime than this one."""
    if not file.is_file():
        raise Refused.of("backup-missing", _("There is no file {file}."), file=file)
    if not file.stat().st_size or not _is_whole(file, "integrity_check"):
        raise Refused.of("backup-damaged", _("{file} is damaged or no database. Choose another backup."), file=file)
    with closing(_opened(file)) as copy:
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= OURS:
            raise Refused.of("backup-foreign", _("{file} is a database of another program."), file=file)
        applied = {name for (name,) in copy.execute("SELECT name FROM django_migrations WHERE app = 'tournament'")}
    check_steps(applied, file)


def check_steps(applied: set[str], file: object) -> None:
    """Refuse a database of a newer Sekigime, and one from before the tables were brought up to the first release.

    `applied` are the names of the migrations that it has taken.
    """
    steps = {name: step for (app, name), step in MigrationLoader(None).disk_migrations.items() if app == "tournament"}
    replaced = {name for step in steps.values() for _app, name in step.replaces}
    if newer := sorted(applied - steps.keys() - replaced):
        text = _("{file} was made by a newer Sekigime ({migration}). Restore it with that release.")
        raise Refused.of("backup-newer", text, file=file, migration=newer[-1])
    if applied & replaced and not applied >= replaced:
        text = _(
            "{file} was made before 26 November 2026. Open it first with the version of that day (b0e029e), which "
            "brings it up to date; then with this one."
        )
        raise Refused.of("backup-older", text, file=file)


def restore(file: Path, at: datetime, *, database: Path | None = None) -> Restoration:
    """Put a backup in place of the database, and keep the database of before.

    A healthy one is kept as a backup, a damaged one is moved aside with its -wal and -shm files. Raises Refused, with
    nothing changed, for a file that check_backup refuses and while the server uses the database.
    """
    database = database or database_file()
    file = file.resolve()
    if file == database:
        raise Refused.of("backup-itself", _("{file} is the database itself. Choose a backup of it."), file=file)
    check_backup(file)
    database.parent.mkdir(parents=True, exist_ok=True)
    for left in database.parent.glob(f"{database.name}.*.unfinished*"):
        left.unlink(missing_ok=True)  # a restore that was killed: as large as the database, and with its passwords
    with _folder_refusals(database.parent), _copied(file, database) as ready:
        kept = _kept(database, at)  # only now: keeping it may remove the oldest backup, which may be this one
        ready.replace(database)
    return Restoration(file, kept)


def _kept(database: Path, at: datetime) -> Path | None:
    """Keep the database of before, so that nothing of it, nor its -wal, is left under its name."""
    beside = [Path(f"{database}{ending}") for ending in BESIDE]
    kept: Path | None = None
    if database.exists() and database.stat().st_size and _is_whole(database, "quick_check"):
        _fold_in_wal(database)
        kept = make_backup(settings.BACKUP_DIR, at, reason="before-restore", database=database)
    elif database.exists():
        kept = database.with_name(f"damaged-{at.astimezone(UTC).strftime(STAMP)}Z-{database.name}")
        database.replace(kept)
        for path, ending in zip(beside, BESIDE, strict=True):
            if path.exists():
                path.replace(f"{kept}{ending}")
    for path in beside:
        path.unlink(missing_ok=True)  # of a database that is gone: it would be read into the one restored
    return kept


def _fold_in_wal(database: Path) -> None:
    """Write the -wal file into the database, which SQLite does only for whoever uses the database alone."""
    with closing(_opened(database)) as present:
        try:
            present.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            text = _("Sekigime is running on this database. Stop it (Ctrl+C), then restore again.")
            raise Refused.of("database-in-use", text) from error


def second_place() -> Path | None:
    """Return the second folder for copies, None if none was chosen. A property of this machine: not in the database."""
    with suppress(OSError):
        if chosen := _choice().read_text(encoding="utf-8").strip():
            return Path(chosen)
    return None


def choose_second_place(folder: str) -> Path | None:
    """Choose the second folder, or none for an empty text. A file is written there at once, as a trial and as a mark.

    Raises Refused (field `folder`).
    """
    database_file()
    typed = folder.strip()
    if not typed:
        _choice().unlink(missing_ok=True)
        return None
    place = Path(typed).expanduser()
    if not place.is_absolute():
        text = _("Enter the whole path, as /media/stick/sekigime is.")
        raise Refused.of("folder-relative", text, field="folder")
    with _folder_refusals(place):
        place = place.resolve()
        if place == settings.BACKUP_DIR.resolve():
            text = _("Copies are made there already. Choose a folder on a stick or another disk.")
            raise Refused.of("folder-own", text, field="folder")
        (place / MARK).write_text("Sekigime keeps copies of its data in this folder.\n", encoding="utf-8")
    with _folder_refusals(settings.BACKUP_DIR):
        settings.BACKUP_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        _choice().write_text(f"{place}\n", encoding="utf-8")
    return place


def check_second_place(folder: Path) -> None:
    """Refuse a second place that is not there now: a stick that was pulled out, or another one."""
    with _folder_refusals(folder):
        if folder.is_dir() and not (folder / MARK).exists():
            text = _("{folder} is empty or another stick: plug in the right one, or choose the folder again.")
            raise Refused.of("folder-other", text, field="folder", folder=folder)


def places() -> list[Path]:
    """Return the folders where copies are kept: the server's folder, and the second place if one was chosen."""
    second = second_place()
    return [settings.BACKUP_DIR, second] if second else [settings.BACKUP_DIR]


def copy_to_place(place: Path, at: datetime, *, reason: str) -> Path:
    """Make a copy in one of the places. Raises Refused, also for a second place that is not there now."""
    if place != settings.BACKUP_DIR:
        check_second_place(place)
    return make_backup(place, at, reason=reason)


def copy_to_places(at: datetime, *, reason: str) -> tuple[list[Path], list[Refused]]:
    """Make a copy in every place; return the copies, and why a place did not take one."""
    made: list[Path] = []
    refusals: list[Refused] = []
    for place in places():
        try:
            made.append(copy_to_place(place, at, reason=reason))
        except Refused as refused:
            refusals.append(refused)
    return made, refusals


def _choice() -> Path:
    return Path(settings.BACKUP_DIR) / "second-place.txt"


def _opened(file: Path) -> sqlite3.Connection:
    """Open an existing database without ever creating one."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=5)


def _is_whole(file: Path, check: str) -> bool:
    try:
        with closing(_opened(file)) as opened:
            return bool(opened.execute(f"PRAGMA {check}").fetchone() == ("ok",))
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_BUSY  # in use by somebody, who would find out
    except sqlite3.DatabaseError:
        return False


@contextmanager
def _copied(source: Path, final: Path) -> "Iterator[Path]":
    """Copy a database into a file beside its final name and check it; the block gives it the name."""
    unfinished = final.with_name(f"{final.name}.{token_hex(4)}.unfinished")
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # it has password hashes
    try:
        with closing(_opened(source)) as present, closing(_opened(unfinished)) as copy:
            present.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without -wal, also on a stick
        if not _is_whole(unfinished, "integrity_check"):
            text = _("The copy in {folder} could not be read back: the data or the disk is damaged.")
            raise Refused.of("backup-unreadable", text, field="folder", folder=final.parent)
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        yield unfinished
    finally:
        for path in (unfinished, *(Path(f"{unfinished}{ending}") for ending in BESIDE)):
            with suppress(OSError):
                path.unlink()


def _prune(folder: Path, newest: Path) -> None:
    """Remove the oldest copies but never the one just made, and what a crash left unfinished long ago."""
    others = [backup.path for backup in backups_in(folder) if backup.path != newest]
    for path in others[max(settings.BACKUPS_KEPT - 1, 0) :]:
        path.unlink(missing_ok=True)
    now = newest.stat().st_mtime
    for path in folder.iterdir():
        if UNFINISHED.fullmatch(path.name) and now - path.stat().st_mtime > UNFINISHED_FOR:
            path.unlink(missing_ok=True)


FULL = _("The disk with {folder} is full. Make room, or choose another folder.")
NO_FOLDER = _("The folder {folder} does not exist. Is the stick plugged in?")
IS_FILE = _("{folder} is a file, not a folder.")
NOT_WRITABLE = _("Nothing can be written to {folder}. Choose another folder, or change its rights.")
NO_COPY = _("No copy in {folder}: {error}.")


@contextmanager
def _folder_refusals(folder: Path) -> "Iterator[None]":
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
