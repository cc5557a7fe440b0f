"""`manage.py prepare`: the database, the typeface, the texts and the static files, once before servers start."""

from django.core.management import call_command
from django.core.management.base import BaseCommand

from tournament.core.locks import Lock, held


class Command(BaseCommand):
    help = "Make the database and the pages ready; `serve` does so by itself, unless --no-prepare is given."

    def handle(self, *args: object, **options: object) -> None:
        with held(Lock.MIGRATION):  # servers that start at once do this one after the other
            call_command("migrate", verbosity=0, interactive=False, stderr=self.stderr)
            call_command("typeface", stderr=self.stderr)
            call_command("catalogs", compile=True, stderr=self.stderr)
            call_command("collectstatic", verbosity=0, interactive=False)
