"""`manage.py migrate`: Django's, after a copy of the database, and without stopping those who work on it."""

import time

from django.core.management import CommandError
from django.core.management.commands.migrate import Command as DjangoCommand
from django.db import OperationalError, connection

from tournament.archive.models import Installation
from tournament.archive.original import settle
from tournament.core.locks import Lock, held
from tournament.management.database import copy_before_migration
from tournament.standings.commits import log_commits

INSTALLATION = Installation._meta.db_table
PATIENCE = "2s"
"""So long a step waits for a table of PostgreSQL that somebody uses: whoever comes after it waits as well."""
PAUSE, TRIES = 5, 12  # seconds between two tries
IN_USE = "55P03"  # of SQLSTATE: the lock was not to be had in time


class Command(DjangoCommand):
    def handle(self, *args: object, **options: object) -> None:
        if options["plan"] or options["check_unapplied"]:
            super().handle(*args, **options)
            return
        copy_before_migration(self.stderr.write)
        with held(Lock.MIGRATION):  # of several servers that start at once, one migrates and the others wait
            self._migrate(*args, **options)
            if INSTALLATION in connection.introspection.table_names():  # not after a migration to an earlier step
                settle()

    def _migrate(self, *args: object, **options: object) -> None:
        """Take the steps. Each is taken whole or not at all, so another try goes on where the last one ended."""
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{PATIENCE}'")
        try:
            for left in reversed(range(TRIES)):
                try:
                    super().handle(*args, **options)
                    log_commits()
                    return
                except OperationalError as error:
                    if getattr(error.__cause__, "sqlstate", "") != IN_USE:
                        raise
                    self._wait(left)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")

    def _wait(self, left: int) -> None:
        if not left:
            raise CommandError(
                "A table is in use without a pause, so the update has stopped before its next step. What it did is "
                "whole. Run it again when less is going on, or stop the servers for it."
            )
        self.stderr.write(f"A table is in use. The update goes on in {PAUSE} s; nobody has to wait for it meanwhile.")
        time.sleep(PAUSE)
