"""`manage.py export_event SLUG FILE.json`: everything of an event as one file."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.archive.event_file.export import write_event_file
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.management.database import prepare_new_database
from tournament.management.files import replaced
from tournament.management.integrity import warn_if_changed


class Command(BaseCommand):
    help = "Write everything of a tournament as one JSON file, which import_event loads (docs/event-file.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/<slug>/")
        parser.add_argument("out", type=Path, help="the file to write, for example spring.json")
        parser.add_argument("--anonymised", action="store_true", help="numbers instead of names, no texts, no history")

    def handle(self, *args: object, slug: str, out: Path, anonymised: bool = False, **options: object) -> None:
        prepare_new_database()
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(_("There is no tournament with the address “{slug}”.").format(slug=slug))
        try:
            with replaced(Path(out)) as file:
                write_event_file(tournament, file, anonymised=anonymised)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stderr.write(f"{out}: {Path(out).stat().st_size:,} bytes")
        warn_if_changed(self, tournament)
