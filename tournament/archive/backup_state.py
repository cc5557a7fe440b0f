"""The state of the backups: the age of the newest copy in each place, and what is wrong there."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from tournament.archive.backups import Backup, backups_in, check_second_place, copied_database, second_place
from tournament.core.messages import Refused

OLD = timedelta(minutes=15)  # the server copies what changed every five


@dataclass(frozen=True, slots=True)
class BackupPlace:
    """A folder with its copies.

    newest      the newest copy, None if there is none
    count       how many copies are in it
    old         the data has changed since the newest copy, and that is a while ago
    problem     why it cannot be used now, "" if it can
    same_disk   the second place is on the disk of the database, so both are lost together
    """

    folder: Path
    newest: Backup | None
    count: int
    old: bool
    problem: str
    same_disk: bool


def own_place(at: datetime) -> BackupPlace:
    """Return the state of the server's folder."""
    return _state(settings.BACKUP_DIR, at, problem="", same_disk=False)


def age_of_copies(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    """Return what pages ask about the copies (settings.TEMPLATES); nothing is looked up before one does."""
    return {"copies_are_old": lambda: own_place(timezone.now()).old}


def other_place(at: datetime) -> BackupPlace | None:
    """Return the state of the second place, None if none was chosen."""
    folder = second_place()
    if folder is None:
        return None
    try:
        check_second_place(folder)
        same_disk = folder.stat().st_dev == copied_database().disk()
    except Refused as refused:
        return _state(folder, at, problem=refused.message, same_disk=False)
    return _state(folder, at, problem="", same_disk=same_disk)


def _state(folder: Path, at: datetime, *, problem: str, same_disk: bool) -> BackupPlace:
    copies = backups_in(folder)
    newest = copies[0] if copies else None
    old = (
        newest is not None
        and at - newest.made_at > OLD
        and copied_database().changed_at() > newest.made_at + timedelta(seconds=1)
    )
    return BackupPlace(folder, newest, len(copies), old, problem, same_disk)
