"""`manage.py export_workbook SLUG OUT.xlsx`: the event as a workbook, from the command line."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournament.core.languages import spoken_at_event
from tournament.core.locks import one_moment
from tournament.core.models import Tournament
from tournament.exports.book import tables_of
from tournament.exports.live import live_event
from tournament.exports.workbook import write_workbook
from tournament.management.database import prepare_new_database
from tournament.management.files import replaced
from tournament.management.integrity import warn_if_changed


class Command(BaseCommand):
    help = "Write a tournament as an XLSX workbook."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/<slug>/")
        parser.add_argument("out", type=Path, help="the file to write, for example spring.xlsx")
        parser.add_argument("--json", action="store_true", help="print one JSON value: the file and its sheets")

    def handle(self, *args: object, slug: str, out: Path, **options: object) -> None:
        prepare_new_database()
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{slug}”.")
        now = timezone.now()
        with replaced(out) as file, spoken_at_event(tournament), one_moment():
            tables, live = tables_of(tournament, at=now), live_event(tournament)
            sheets = write_workbook(tables, file, title=tournament.name, at=now, live=live)
        if options["json"]:
            self.stdout.write(json.dumps({"file": str(out), "sheets": sheets}))
        else:
            self.stderr.write(f"{out}: {len(sheets)} sheets")
        warn_if_changed(self, tournament)
