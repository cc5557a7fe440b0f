"""Copies of a database file: made by SQLite itself while the server runs."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.utils.translation import gettext_noop as _

from tournament.archive.copies import (
    BESIDE,
    DAMAGED,
    FOREIGN,
    IN_USE,
    INSTALLATION,
    OURS,
    STAMP,
    UNREADABLE,
    Restoration,
    check_steps,
    folder_refusals,
    put_on_disk,
    unfinished,
)
from tournament.core.messages import Refused


@dataclass(frozen=True, slots=True)
class SqliteDatabase:
    """The database in a file."""

    file: Path
    ending = ".sqlite3"

    def exists(self) -> bool:
        return self.file.exists()

    def obstacle(self) -> Refused | None:
        return None

    def copy_to(self, file: Path) -> bool:
        _copy(self.file, file)
        return True

    def check(self, file: Path) -> None:
        if not file.stat().st_size or not is_whole(file, "integrity_check"):
            raise Refused.of("backup-damaged", DAMAGED, file=file)
        with closing(_opened(file)) as copy:
            tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables >= OURS:
                raise Refused.of("backup-foreign", FOREIGN, file=file)
            applied = {name for (name,) in copy.execute("SELECT name FROM django_migrations WHERE app = 'tournament'")}
        check_steps(applied, file)

    def replace(self, file: Path, at: datetime, *, made_at: datetime, keep: Callable[[], Path]) -> Restoration:
        """A healthy database is kept as a copy, a damaged one is moved aside with its -wal and -shm files.

        Raises Refused, with nothing changed, while the server uses the database.
        """
        file = file.resolve()
        if file == self.file:
            raise Refused.of("backup-itself", _("{file} is the database itself. Choose a backup of it."), file=file)
        folder = self.file.parent
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(f"{self.file.name}.*.unfinished*"):
            left.unlink(missing_ok=True)  # a restore that was killed: as large as the database, and with its passwords
        with folder_refusals(folder), unfinished(self.file) as ready:
            _copy(file, ready)
            _mark(ready, made_at)
            put_on_disk(ready)
            kept = self._kept(at, keep)  # only now: keeping it may remove another copy, which may be this one
            ready.replace(self.file)
        return Restoration(file, kept)

    def heads(self, file: Path, event: int) -> dict[int, str]:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            query = "SELECT edition, chain FROM tournament_auditentry WHERE tournament_id = ? ORDER BY id DESC LIMIT 1"
            return dict(copy.execute(query, [event]))

    def changed_at(self) -> datetime:
        """Its -wal file has what is newest."""
        return datetime.fromtimestamp(max((file.stat().st_mtime for file in self._files()), default=0), UTC)

    def size(self) -> int:
        return sum(file.stat().st_size for file in self._files())

    def _files(self) -> list[Path]:
        return [file for file in (self.file, Path(f"{self.file}-wal")) if file.exists()]

    def disk(self) -> int | None:
        return self.file.stat().st_dev

    @contextmanager
    def commits(self) -> Iterator[Callable[[], int]]:
        """A connection stays open: SQLite counts on it what others have committed, and a restore finds that the
        database is in use.
        """
        with closing(sqlite3.connect(self.file)) as counter:

            def version() -> int:
                (number,) = counter.execute("PRAGMA data_version").fetchone()
                return int(number)

            version()  # from now on the file is known to be in use
            yield version

    def _kept(self, at: datetime, keep: Callable[[], Path]) -> Path | None:
        """Keep the database of before, so that nothing of it, nor its -wal, is left under its name."""
        beside = [Path(f"{self.file}{ending}") for ending in BESIDE]
        kept: Path | None = None
        if self.file.exists() and self.file.stat().st_size and is_whole(self.file, "quick_check"):
            self._fold_in_wal()
            kept = keep()
        elif self.file.exists():
            kept = self.file.with_name(f"damaged-{at.astimezone(UTC).strftime(STAMP)}Z-{self.file.name}")
            self.file.replace(kept)
            for path, ending in zip(beside, BESIDE, strict=True):
                if path.exists():
                    path.replace(f"{kept}{ending}")
        for path in beside:
            path.unlink(missing_ok=True)  # of a database that is gone: it would be read into the one restored
        return kept

    def _fold_in_wal(self) -> None:
        """Write the -wal file into the database, which SQLite does only for whoever uses the database alone."""
        with closing(_opened(self.file)) as present:
            try:
                present.execute("PRAGMA journal_mode=DELETE")
            except sqlite3.OperationalError as error:
                raise Refused.of("database-in-use", IN_USE) from error


def is_whole(file: Path, check: str) -> bool:
    """Return whether SQLite finds a file whole; `check` is its `quick_check` or `integrity_check`."""
    try:
        with closing(_opened(file)) as opened:
            return bool(opened.execute(f"PRAGMA {check}").fetchone() == ("ok",))
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode == sqlite3.SQLITE_BUSY  # in use by somebody, who would find out
    except sqlite3.DatabaseError:
        return False


def _opened(file: Path) -> sqlite3.Connection:
    """Open an existing database without ever creating one."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=5)


def _copy(source: Path, file: Path) -> None:
    """Copy a database into an empty file and check it. Raises Refused if it cannot be read back."""
    with closing(_opened(source)) as present, closing(_opened(file)) as copy:
        present.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without -wal, also on a stick
    if not is_whole(file, "integrity_check"):
        raise Refused.of("backup-unreadable", UNREADABLE, field="folder", folder=file.parent)


def _mark(file: Path, made_at: datetime) -> None:
    """Let the database in a file know that it is a copy."""
    with closing(_opened(file)) as copy:
        if copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [INSTALLATION]).fetchone():
            text = f"{made_at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
            copy.execute(f"UPDATE {INSTALLATION} SET place = '', copied_at = ?", [text])  # noqa: S608  # our own name
            copy.commit()
