"""`manage.py restore FILE`: a backup in place of the database, which is kept."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

from tournament.archive.backups import restore
from tournament.core.messages import Refused
from tournament.installation import command


class Command(BaseCommand):
    help = "Put a backup in place of the database. The present database is kept. Stop the server first."
    requires_system_checks = []  # a damaged database must not keep anybody from restoring a good one

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup: sekigime-….sqlite3, on PostgreSQL sekigime-….dump")

    def handle(self, *args: object, file: Path, **options: object) -> None:
        connections.close_all()
        try:
            done = restore(file, timezone.now())
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"Restored: {done.used}")
        if done.kept:
            self.stdout.write(f"The database of before is kept: {done.kept}")
        self.stdout.write(f"Start Sekigime as always: {command('serve')}")
