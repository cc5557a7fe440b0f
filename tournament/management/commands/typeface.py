"""`manage.py typeface`: make the font files of the pages, once; `serve` does it where set-up has not."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from tournament.core.typeface import make_typeface


class Command(BaseCommand):
    help = "Make the font files of the pages from their packages, unless they are there."
    requires_system_checks = ()

    def handle(self, *args: object, **options: object) -> None:
        try:
            make_typeface(Path(settings.TYPEFACE_DIR))
        except (OSError, ImportError) as error:
            self.stderr.write(f"The typeface could not be made ({error}). Pages use the system's instead.")
