"""The database that a command finds."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import __version__
from tournament.archive.backups import (
    backups_in,
    check_backup,
    check_database,
    copied_database,
    copy_to_places,
    database_file,
    second_place,
)
from tournament.archive.copies import check_steps
from tournament.core.database_release import unknown_steps, version_of_database
from tournament.core.messages import Refused
from tournament.installation import command

BEFORE_MIGRATION = "before-migration"


def prepare_new_database() -> None:
    """Give a database that is still empty its tables, so that the commands work right after `make setup`.

    One that holds data is left as it is: bringing it to a newer release is what `serve` and `migrate` do.
    """
    if not connection.introspection.table_names():
        call_command("migrate", verbosity=0)


def location(database: BaseDatabaseWrapper) -> str:
    """Return the database as a person would look for it, without any password."""
    known = database.settings_dict
    if database.vendor == "sqlite":
        return str(known["NAME"])
    return f"{database.display_name}, database {known['NAME']} on {known['HOST'] or 'this machine'}"


def _keep_private(database: Path) -> None:
    """Let nobody else on this machine read the database: it has password hashes. SQLite's -wal file follows it."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with suppress(PermissionError):  # somebody else's file: whoever may write it decides
        database.touch(mode=0o600)
        database.chmod(0o600)


def check_release() -> None:
    """Refuse a database that a newer Sekigime has updated: this one was not made for its tables.

    Raises CommandError with both versions and the remedy. A database that is not there, or does not answer, is for the
    command itself to tell of.
    """
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return
    try:
        is_newer = unknown_steps(MigrationRecorder(connection).applied_migrations())
        newer = version_of_database() if is_newer else ""
    except Error:
        return
    if not newer:
        return
    text = _("{database} was updated by Sekigime {newer}. This is Sekigime {version}, which is older.")
    lines = [text.format(database=location(connection), newer=newer, version=__version__)]
    if before := _copy_before_update():
        text = _("Install Sekigime {newer} again, or go back to the copy from before the update: {command}")
        lines.append(text.format(newer=newer, command=command("restore", before)))
    else:
        lines.append(_("Install Sekigime {newer} again.").format(newer=newer))
    raise CommandError("\n".join(lines))


def _copy_before_update() -> Path | None:
    """Return the newest copy that was made before an update and that this program can restore."""
    second = second_place()
    copies = backups_in(settings.BACKUP_DIR) + (backups_in(second) if second else [])
    made = [backup for backup in copies if backup.reason == BEFORE_MIGRATION]
    for backup in sorted(made, key=lambda backup: backup.path.name, reverse=True):
        with suppress(Refused):
            check_backup(backup.path)
            return backup.path
    return None


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
        check_release()
        applied = MigrationRecorder(connection).applied_migrations()
        check_steps({name for app, name in applied if app == "tournament"}, connection.settings_dict["NAME"])
        executor = MigrationExecutor(connection)
        known = executor.loader.applied_migrations
        if known and executor.migration_plan(executor.loader.graph.leaf_nodes()):
            made, refusals = copy_to_places(timezone.now(), reason=BEFORE_MIGRATION)
            without_tools = copied_database().obstacle()
            if not made and not without_tools:
                raise refusals[0]
            for refused in refusals:
                complain(str(refused))
    except Refused as refused:
        raise CommandError(str(refused)) from refused
