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
from typing import NamedTuple

from tournament.archive.event_file.export import write_event_file
from tournament.core.messages import Refused
from tournament.core.models import Tournament

FOLDER = "events"
BEGINNING = 2_000
"""The edition stands in the first lines of an event file."""
EDITION = re.compile(rb'"edition":(\d+)')
logger = logging.getLogger("tournament.backups")
_known: dict[Path, tuple[int, "_Mark"]] = {}
"""The edition in each file that this process has read or written, and how the file looked then."""


def write_readable_copies(place: Path) -> list[Path]:
    """Write the event file of each event that changed since; return those written. A disk that takes none, and a store
    of photographs that does not answer, are logged: the copy of the database is what counts.

    A file is opened once in the life of a server, and again when another program has touched it.
    """
    written, folder = [], place / FOLDER
    marks = _marks(folder)
    for pk, slug, edition in Tournament.objects.order_by("pk").values_list("pk", "slug", "edition"):
        path = folder / f"{slug}.json"
        try:
            if _edition(path, marks.get(path.name)) != edition:
                _write(path, Tournament.objects.get(pk=pk))
                written.append(path)
        except (OSError, Refused) as problem:
            logger.error("no event file %s: %s", path, problem)
    return written


class _Mark(NamedTuple):
    """What a folder says of a file without opening it."""

    size: int
    changed_at: int


def _marks(folder: Path) -> dict[str, _Mark]:
    """Return the mark of each file in the folder; none without a folder."""
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as files:
        return {file.name: _mark(file.stat()) for file in files}
    return {}


def _mark(status: os.stat_result) -> _Mark:
    return _Mark(status.st_size, status.st_mtime_ns)


def _edition(path: Path, mark: _Mark | None) -> int | None:
    """The edition of the event in a file; None without one."""
    if mark is None:
        return None
    known = _known.get(path)
    if known and known[1] == mark:
        return known[0]
    with path.open("rb") as file:
        found = EDITION.search(file.read(BEGINNING))
    if found is None:
        return None
    _known[path] = int(found[1]), mark
    return int(found[1])


def _write(path: Path, tournament: Tournament) -> None:
    """Replace the file in one step, for the owner's eyes only: contacts and notes are in it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    partial = path.with_name(f"{path.name}.{token_hex(4)}.part")
    try:
        with os.fdopen(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            write_event_file(tournament, file)
            file.flush()
            os.fsync(file.fileno())
            mark = _mark(os.fstat(file.fileno()))
        partial.replace(path)
        _known[path] = tournament.edition, mark
    finally:
        partial.unlink(missing_ok=True)
