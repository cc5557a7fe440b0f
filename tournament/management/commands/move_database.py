"""`manage.py move_database DATABASE_URL`: everything into another database, each row compared."""

from argparse import ArgumentParser
from collections.abc import Callable

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.core.database_address import database_at
from tournament.core.messages import Refused
from tournament.installation import command
from tournament.management.database import location
from tournament.management.database_move import move_database, second_database


class Command(BaseCommand):
    help = (
        "Move the whole installation into another database, from SQLite to PostgreSQL or back: each row is copied and "
        "compared, all or nothing. Stop the server first. The old database stays as it is, and says that it was left."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", metavar="DATABASE_URL", help="the new database, which is empty")

    def handle(self, *args: object, address: str, **options: object) -> None:
        try:
            with second_database(database_at(address, "The argument")) as target:
                self.stdout.write(f"Moving everything to {location(target)} …")
                moved = move_database(target, timezone.now(), tell=Progress(self.stdout.write))
                place = location(target)
        except (Refused, ImproperlyConfigured) as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(
            f"Moved: {moved.rows:,} rows in {moved.tables} tables, each the same in both databases.\n"
            f"The data belongs to {place} now. Give DATABASE_URL its address (in .env), then start Sekigime as always:"
            f" {command('serve')}\nThe old database was left, and says so on every page of the staff. Keep it until "
            "you have seen everything in the new one."
        )
        if moved.changed:
            raise CommandError(
                "Something was changed outside of Sekigime, in the old database as in the new one: see the history of "
                + ", ".join(moved.changed)
            )


class Progress:
    """Writes a line at each tenth of a step."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write
        self.last = ""

    def __call__(self, step: str, done: int, of: int) -> None:
        line = f"{step}: {done * 10 // of * 10} %"
        if line != self.last:
            self.last = line
            self.write(line)
