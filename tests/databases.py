"""Databases for tests: which kind they are on, a migrated one that is kept, and a second connection."""

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from pathlib import Path


def is_postgres() -> bool:
    """Whether DATABASE_URL names a PostgreSQL."""
    return os.environ.get("DATABASE_URL", "").startswith(("postgres:", "postgresql:"))


def elsewhere(work: Callable[[], object]) -> None:
    """Do it in a thread with a connection of its own, to the end; what it raises is raised here."""
    from django.db import connections

    def run() -> None:
        try:
            work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(run).result()


def migrated(folder: Path, migrate: Callable[[], None]) -> None:
    """Migrate the default database, or fill it with what the same migrations made in an earlier run.

    Migrating takes as long as a hundred tests, in each worker. The copy is named after all that it was made from.
    """
    from django.db import connection

    path = folder / f"{_fingerprint()}.sqlite3"
    connection.ensure_connection()
    if path.exists():
        with closing(sqlite3.connect(path)) as known:
            known.backup(connection.connection)
        return
    migrate()
    own = path.with_suffix(f".{os.getpid()}")
    with closing(sqlite3.connect(own)) as copy:
        connection.connection.backup(copy)
    own.replace(path)


def _fingerprint() -> str:
    """All migrations of all apps, and the version of Django that ran them."""
    import django
    from django.apps import apps

    found = sha256(django.__version__.encode())
    for app in apps.get_app_configs():
        for file in sorted(Path(app.path, "migrations").glob("*.py")):
            found.update(file.read_bytes())
    return found.hexdigest()
