"""Backups that restore: copies of the database, their folders, and putting one back.

A copy is made by the database while the server runs, in a file without its final name; it is read back and checked,
and only then gets its name. So a file with the name of a backup is whole. Names carry the time in UTC and the reason,
and sort by time; `.listed` in a name says that the copy was read whole, but not restored for a trial.
"""

import re
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils.translation import gettext_noop as _

from tournament.archive.copies import (
    MISSING,
    STAMP,
    CopiedDatabase,
    Restoration,
    folder_refusals,
    put_on_disk,
    unfinished,
)
from tournament.archive.postgresql_copies import PostgresDatabase
from tournament.archive.retention import superseded
from tournament.archive.sqlite_copies import SqliteDatabase, is_whole
from tournament.core.messages import Refused
from tournament.installation import command

NAME = re.compile(r"sekigime-(\d{8}T\d{6})Z-([a-z-]+)(\.listed)?\.(?:sqlite3|dump)")
UNFINISHED = re.compile(r"sekigime-[\w.-]+\.[0-9a-f]+\.unfinished(-journal|-wal|-shm)?")
MARK = "sekigime-second-place.txt"
"""A file in the second place: an empty mount point, or another stick, has none and is not taken for it."""
UNFINISHED_FOR = 24 * 60 * 60  # seconds, after which what was left by a crash is removed
KINDS = {".sqlite3": "SQLite", ".dump": "PostgreSQL"}

_one_at_a_time = Lock()


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished copy: where it is, when it was made, why, its bytes, and whether it was restored for a trial or only
    read whole.
    """

    path: Path
    made_at: datetime
    reason: str
    size: int
    was_restored: bool


def copied_database() -> CopiedDatabase:
    """Return the database of this installation, as what copies are made of."""
    return PostgresDatabase() if connection.vendor == "postgresql" else SqliteDatabase(database_file())


def database_file() -> Path:
    """Return the file of the database. Raises Refused on any other database than SQLite."""
    if connection.vendor != "sqlite":
        text = _("This installation uses {database}. A bundle is for one laptop with SQLite.")
        raise Refused.of("backup-other-database", text, database=connection.display_name)
    return Path(connection.settings_dict["NAME"]).resolve()


def make_backup(
    destination: Path, at: datetime, *, reason: str = "manual", database: CopiedDatabase | None = None
) -> Path:
    """Copy the database into the folder `destination` and return the copy, which was read back and checked.

    Sekigime's own folder (settings.BACKUP_DIR) is created; any other must be there. Removes the copies in the folder
    that newer ones replace (archive/retention.py). Raises Refused (field `folder`) if the folder or the disk does not
    take it.
    """
    database = database or copied_database()
    name = f"sekigime-{at.astimezone(UTC).strftime(STAMP)}Z-{reason}"
    with _one_at_a_time, folder_refusals(destination):
        if destination == settings.BACKUP_DIR:
            destination.mkdir(parents=True, exist_ok=True, mode=0o700)
        with unfinished(destination / f"{name}{database.ending}") as ready:
            listed = "" if database.copy_to(ready) else ".listed"
            put_on_disk(ready)
            final = destination / f"{name}{listed}{database.ending}"
            ready.replace(final)
        _prune(destination, final, at)
    return final


def backups_in(folder: Path) -> list[Backup]:
    """Return the finished copies in a folder, the newest first; none if the folder cannot be read."""
    found: list[Backup] = []
    with suppress(OSError):
        named = [(path, NAME.fullmatch(path.name)) for path in folder.iterdir()]
        found = [
            Backup(path, _made_at(path), name[2], path.stat().st_size, name[3] is None) for path, name in named if name
        ]
    return sorted(found, key=lambda backup: backup.path.name, reverse=True)


def heads_in(file: Path, event: int) -> dict[int, str]:
    """Return the chain's value after the last line of an event, by the number of that line, in a copy; {} where the
    copy has no such event, or cannot be read. The copy is not changed.
    """
    with suppress(sqlite3.Error, Refused):
        return copied_database().heads(file, event)
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
    if not is_whole(database, "quick_check") or (not database.stat().st_size and newest_good_backup()):
        if good := newest_good_backup():
            text = _("The database {file} is damaged. Restore the newest good backup: {command}")
            raise Refused.of("database-damaged", text, file=database, command=command("restore", good))
        text = _("The database {file} is damaged or no database, and there is no backup of it in {folder}.")
        raise Refused.of("database-damaged", text, file=database, folder=settings.BACKUP_DIR)


def check_backup(file: Path, database: CopiedDatabase | None = None) -> None:
    """Refuse a file that is missing, damaged, of another program, or of a newer Sekigime than this one."""
    database = database or copied_database()
    if not file.is_file():
        raise Refused.of("backup-missing", MISSING, file=file)
    if file.suffix in KINDS and file.suffix != database.ending:
        text = _("{file} is a copy of {other}, and this installation uses {present}. Restore it where {other} is used.")
        other, present = KINDS[file.suffix], KINDS[database.ending]
        raise Refused.of("backup-other-database", text, file=file, other=other, present=present)
    database.check(file)


def restore(file: Path, at: datetime, *, database: CopiedDatabase | None = None) -> Restoration:
    """Put a backup in place of the database, and keep the database of before.

    What the cache keeps is forgotten: the next writes give the events their editions a second time, and a shared cache
    would answer with what the first ones were. One that cannot be reached keeps nobody from restoring.

    Raises Refused, with nothing changed, for a file that check_backup refuses and while the server uses the database.
    """
    database = database or copied_database()
    check_backup(file, database)
    keep = partial(make_backup, settings.BACKUP_DIR, at, reason="before-restore", database=database)
    done = database.replace(file, at, made_at=_made_at(file), keep=keep)
    with suppress(Exception):
        cache.clear()
    return done


def _made_at(file: Path) -> datetime:
    """Return when a copy was made: by its name, else by the time of the file."""
    if named := NAME.fullmatch(file.name):
        return datetime.strptime(named[1], STAMP).replace(tzinfo=UTC)
    return datetime.fromtimestamp(file.stat().st_mtime, UTC)


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
    typed = folder.strip()
    if not typed:
        _choice().unlink(missing_ok=True)
        return None
    place = Path(typed).expanduser()
    if not place.is_absolute():
        text = _("Enter the whole path, as /media/stick/sekigime is.")
        raise Refused.of("folder-relative", text, field="folder")
    with folder_refusals(place):
        place = place.resolve()
        if place == settings.BACKUP_DIR.resolve():
            text = _("Copies are made there already. Choose a folder on a stick or another disk.")
            raise Refused.of("folder-own", text, field="folder")
        (place / MARK).write_text("Sekigime keeps copies of its data in this folder.\n", encoding="utf-8")
    with folder_refusals(settings.BACKUP_DIR):
        settings.BACKUP_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
        _choice().write_text(f"{place}\n", encoding="utf-8")
    return place


def check_second_place(folder: Path) -> None:
    """Refuse a second place that is not there now: a stick that was pulled out, or another one."""
    with folder_refusals(folder):
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


def _prune(folder: Path, newest: Path, at: datetime) -> None:
    """Remove the copies that newer ones replace but never the one just made, and what a crash left long ago."""
    for backup in superseded(backups_in(folder), at):
        if backup.path != newest:
            backup.path.unlink(missing_ok=True)
    now = newest.stat().st_mtime
    for path in folder.iterdir():
        if UNFINISHED.fullmatch(path.name) and now - path.stat().st_mtime > UNFINISHED_FOR:
            path.unlink(missing_ok=True)
