"""`manage.py backup [DEST]`: a copy of the database, also while the server runs."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.archive.backups import copied_database, copy_to_places, database_file, make_backup
from tournament.archive.readable_copies import write_readable_copies
from tournament.core.messages import Refused


class Command(BaseCommand):
    help = "Copy the database: into a folder, or into both places where the server keeps copies."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder", type=Path, nargs="?", help="the folder; without it, the backup folder and the second place"
        )

    def handle(self, *args: object, folder: Path | None, **options: object) -> None:
        now = timezone.now()
        try:
            if not copied_database().exists():
                raise CommandError(f"There is no database yet: {database_file()}")
            made, refusals = ([make_backup(folder, now)], []) if folder else copy_to_places(now, reason="manual")
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        for path in made:
            self.stdout.write(f"Copied and checked: {path}")
            for event in write_readable_copies(path.parent):
                self.stdout.write(f"Event file: {event}")
        if refusals:
            raise CommandError("\n".join(map(str, refusals)))
