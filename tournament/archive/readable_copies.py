"""The readable half of a backup: beside the copies of the database, an event file of each event.

A copy of the database restores this installation. An event file can be loaded into any other one, and be read without
Sekigime.
"""

import logging
import os
import re
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from tournament.archive.event_file.export import write_event_file
from tournament.core.models import Tournament

FOLDER = "events"
BEGINNING = 2_000
"""The edition stands in the first lines of an event file."""
EDITION = re.compile(rb'"edition":(\d+)')
logger = logging.getLogger("tournament.backups")


def write_readable_copies(place: Path) -> list[Path]:
    """Write the event file of each event that changed since; return those written. A disk that takes none is logged:
    the copy of the database is what counts.
    """
    written = []
    for tournament in Tournament.objects.order_by("pk"):
        path = place / FOLDER / f"{tournament.slug}.json"
        try:
            if _edition(path) != tournament.edition:
                _write(path, tournament)
                written.append(path)
        except OSError as problem:
            logger.error("no event file %s: %s", path, problem)
    return written


def _edition(path: Path) -> int | None:
    """The edition of the event in a file; None without one."""
    with suppress(FileNotFoundError), path.open("rb") as file:
        found = EDITION.search(file.read(BEGINNING))
        return int(found[1]) if found else None
    return None


def _write(path: Path, tournament: Tournament) -> None:
    """Replace the file in one step, for the owner's eyes only: contacts and notes are in it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    partial = path.with_name(f"{path.name}.{token_hex(4)}.part")
    try:
        with os.fdopen(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            write_event_file(tournament, file)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
