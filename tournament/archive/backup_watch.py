"""The thread of the server that copies the database: at once when a hanchan was closed, and every few minutes if the
data changed. After a close it also writes the event files. At each turn photographs go to their store.

A laptop has a copy a moment after each close. Where a copy takes a minute, and a hundred clubs close their hanchan in
ten minutes, one copy is made for all that closed meanwhile, and the server copies for a tenth of the time.
"""

import logging
from collections.abc import Callable, Hashable
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from tournament.archive.backups import copied_database, copy_to_place, places
from tournament.archive.photograph_moves import move_photographs
from tournament.archive.readable_copies import write_readable_copies
from tournament.core.backup_request import WANTED
from tournament.core.messages import Refused

EVERY = 5 * 60  # seconds
PAUSE = 9
"""The next copy is made no sooner than this many times as long as the last one took, or `every` seconds."""
logger = logging.getLogger("tournament.backups")


class BackupWatch:
    """Copies what changed. It keeps a connection of its own open, on which the database tells what others have
    committed, and from which a restore finds that the database is in use.
    """

    def __init__(
        self, *, every: float = EVERY, clock: Callable[[], float] = monotonic, sleep: Callable[[float], None] = sleep
    ) -> None:
        self.every, self.clock, self.sleep = every, clock, sleep
        self.copied: dict[Path, Hashable] = {}

    def start(self) -> None:
        """Watch in a thread that ends with the server."""
        Thread(target=self._watch, name="backups", daemon=True).start()

    def _watch(self) -> None:
        with copied_database().commits() as version:
            while True:
                wanted = WANTED.wait(self.every)
                WANTED.clear()
                began = self.clock()
                try:
                    self.turn(version, reason="close" if wanted else "timed")
                    if wanted:
                        self.write_events()
                except Exception:
                    logger.exception("no backup")  # the next turn tries again: the watch must outlive any error
                took = self.clock() - began
                self.move_photographs()
                self.sleep(min(PAUSE * took, self.every))

    def turn(self, version: Callable[[], Hashable], *, reason: str) -> None:
        """Make a copy in each place that lacks anything committed; a place that refuses is tried again next time.

        After a close it copies at once: the count of a server is a second late. Else it leaves the copy to another
        process that makes them.
        """
        present = version()
        for place in places():
            if reason == "close" or (present is not None and self.copied.get(place) != present):
                try:
                    copy_to_place(place, timezone.now(), reason=reason)
                    self.copied[place] = present
                except Refused as refused:
                    logger.error("no backup: %s", refused)  # the sentence says it all

    def move_photographs(self) -> None:
        """Move photographs to their store, where there is one."""
        if settings.PHOTOGRAPHS:
            try:
                move_photographs()
            finally:
                close_old_connections()

    def write_events(self) -> None:
        """Write the event files beside the copies: after a close, when nobody types."""
        try:
            for place in self.copied:
                write_readable_copies(place)
        finally:
            close_old_connections()
