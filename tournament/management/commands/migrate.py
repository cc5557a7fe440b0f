"""`manage.py migrate`: Django's, after a copy of the database."""

from typing import Any

from django.core.management.commands.migrate import Command as DjangoCommand

from tournament.management.database import copy_before_migration


class Command(DjangoCommand):
    def handle(self, *args: Any, **options: Any) -> None:
        if not (options["plan"] or options["check_unapplied"]):
            copy_before_migration(self.stderr.write)
        super().handle(*args, **options)
