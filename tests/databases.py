"""Which tests belong to one kind of database. All others run on SQLite and on PostgreSQL."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SQLITE_ALONE = (
    "tests/tournament/archive/test_backups.py",
    "tests/tournament/archive/test_bundles.py",
    "tests/tournament/archive/test_command.py",
    "tests/tournament/exports/live/test_recalculation.py",
    "tests/tournament/test_sqlite.py",
)
POSTGRES_ALONE = ("tests/tournament/test_postgresql.py",)


def is_postgres() -> bool:
    """Whether DATABASE_URL names a PostgreSQL."""
    return os.environ.get("DATABASE_URL", "").startswith(("postgres:", "postgresql:"))


def not_collected() -> list[Path]:
    """The files that the database of DATABASE_URL has no use for."""
    return [ROOT / file for file in (SQLITE_ALONE if is_postgres() else POSTGRES_ALONE)]
