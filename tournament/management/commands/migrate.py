"""`manage.py migrate`: Django's, after a copy of the database."""

from django.core.management.commands.migrate import Command as DjangoCommand

from tournament.core.locks import Lock, held
from tournament.management.database import copy_before_migration


class Command(DjangoCommand):
    def handle(self, *args: object, **options: object) -> None:
        if not (options["plan"] or options["check_unapplied"]):
            copy_before_migration(self.stderr.write)
        with held(Lock.MIGRATION):  # of several servers that start at once, one migrates and the others wait
            super().handle(*args, **options)
