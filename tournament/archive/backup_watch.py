"""The thread of the server that copies the database: at once when a hanchan was closed, and every few minutes if the
data changed. After a close it also writes the event files.
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread

from django.db import close_old_connections
from django.utils import timezone

from tournament.archive.backups import copy_to_place, database_file, places
from tournament.archive.readable_copies import write_readable_copies
from tournament.core.backup_request import WANTED
from tournament.core.messages import Refused

EVERY = 5 * 60  # seconds
logger = logging.getLogger("tournament.backups")


class BackupWatch:
    """Copies what changed. It keeps a connection of its own open: SQLite counts on it what others have committed, and
    a restore finds that the database is in use.
    """

    def __init__(self, *, every: float = EVERY) -> None:
        self.every = every
        self.copied: dict[Path, int] = {}

    def start(self) -> None:
        """Watch in a thread that ends with the server."""
        Thread(target=self._watch, name="backups", daemon=True).start()

    def _watch(self) -> None:
        with closing(sqlite3.connect(database_file())) as counter:
            _version(counter)  # from now on the file is known to be in use
            while True:
                wanted = WANTED.wait(self.every)
                WANTED.clear()
                try:
                    self.turn(counter, reason="close" if wanted else "timed")
                    if wanted:
                        self.write_events()
                except Exception:
                    logger.exception("no backup")  # the next turn tries again: the watch must outlive any error

    def turn(self, counter: sqlite3.Connection, *, reason: str) -> None:
        """Make a copy in each place that lacks anything committed; a place that refuses is tried again next time."""
        version = _version(counter)
        for place in places():
            if self.copied.get(place) != version:
                try:
                    copy_to_place(place, timezone.now(), reason=reason)
                    self.copied[place] = version
                except Refused as refused:
                    logger.error("no backup: %s", refused)  # the sentence says it all

    def write_events(self) -> None:
        """Write the event files beside the copies: after a close, when nobody types."""
        try:
            for place in self.copied:
                write_readable_copies(place)
        finally:
            close_old_connections()


def _version(counter: sqlite3.Connection) -> int:
    """Return a number that changes with every commit of any other connection."""
    (version,) = counter.execute("PRAGMA data_version").fetchone()
    return int(version)
