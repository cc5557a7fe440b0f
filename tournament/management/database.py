"""The database that a command finds."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tournament.archive.backups import check_database, copied_database, copy_to_places, database_file
from tournament.archive.copies import check_steps
from tournament.core.messages import Refused


def prepare_new_database() -> None:
    """Give a database that is still empty its tables, so that the commands work right after `make setup`.

    One that holds data is left as it is: bringing it to a newer release is what `serve` and `migrate` do.
    """
    if not connection.introspection.table_names():
        call_command("migrate", verbosity=0)


def _keep_private(database: Path) -> None:
    """Let nobody else on this machine read the database: it has password hashes. SQLite's -wal file follows it."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with suppress(PermissionError):  # somebody else's file: whoever may write it decides
        database.touch(mode=0o600)
        database.chmod(0o600)


def copy_before_migration(complain: Callable[[str], object]) -> None:
    """Check a database, and copy it if a migration is about to change what is in it.

    One copy is enough; `complain` is told of a place that took none, and of tools of PostgreSQL that are missing: a
    server often has copies of its own. Raises CommandError with the remedy for a damaged database, and if no place
    takes a copy.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, DatabaseWrapper) and database.is_in_memory_db():
        return
    try:
        if connection.vendor == "sqlite":
            check_database()
            _keep_private(database_file())
            connection.close()
        applied = MigrationRecorder(connection).applied_migrations()
        check_steps({name for app, name in applied if app == "tournament"}, connection.settings_dict["NAME"])
        executor = MigrationExecutor(connection)
        known = executor.loader.applied_migrations
        if known and executor.migration_plan(executor.loader.graph.leaf_nodes()):
            made, refusals = copy_to_places(timezone.now(), reason="before-migration")
            without_tools = copied_database().obstacle()
            if not made and not without_tools:
                raise refusals[0]
            for refused in refusals:
                complain(str(refused))
    except Refused as refused:
        raise CommandError(str(refused)) from refused
