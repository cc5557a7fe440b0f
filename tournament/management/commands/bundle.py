"""`manage.py bundle [FOLDER]`: all that a second laptop needs to take over without the internet."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.archive.bundles import NAME, make_bundle
from tournament.core.messages import Refused
from tournament.installation import IS_CHECKOUT, command


class Command(BaseCommand):
    help = "Make a bundle: the code, the packages for this system, a fresh backup and a start script."

    def add_arguments(self, parser: ArgumentParser) -> None:
        place = settings.VAR_DIR / "bundle"
        parser.add_argument("folder", type=Path, nargs="?", default=place, help="where to make it (var/bundle)")

    def handle(self, *args: object, folder: Path, **options: object) -> None:
        if not IS_CHECKOUT:
            raise CommandError(
                "Bundles are made from a checkout. Install Sekigime on the other laptop, too, and take along a copy: "
                f"{command('backup', 'FOLDER')}"
            )
        try:
            packed = make_bundle(folder, timezone.localtime())
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        except OSError as error:
            raise CommandError(f"No bundle in {folder}: {error}") from error
        self.stdout.write(f"Made: {folder / NAME}\nPacked: {packed}")
        self.stdout.write("Copy it to the other laptop and run start.sh there (on Windows: start.bat).")
