"""`manage.py migrate`: Django's, after a copy of the database."""

from django.core.management.commands.migrate import Command as DjangoCommand
from django.db import connection

from tournament.archive.models import Installation
from tournament.archive.original import settle
from tournament.core.locks import Lock, held
from tournament.management.database import copy_before_migration
from tournament.standings.commits import log_commits

INSTALLATION = Installation._meta.db_table


class Command(DjangoCommand):
    def handle(self, *args: object, **options: object) -> None:
        is_done = not (options["plan"] or options["check_unapplied"])
        if is_done:
            copy_before_migration(self.stderr.write)
        with held(Lock.MIGRATION):  # of several servers that start at once, one migrates and the others wait
            super().handle(*args, **options)
            if not is_done:
                return
            log_commits()
            if INSTALLATION in connection.introspection.table_names():  # not after a migration to an earlier step
                settle()
