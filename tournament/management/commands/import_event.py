"""`manage.py import_event FILE.json [--as SLUG]`: load an event that export_event wrote."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.archive.event_file.actions import import_event
from tournament.archive.event_file.reader import read_event_file
from tournament.core.audit import Act
from tournament.core.messages import Refused, sentence
from tournament.management.database import prepare_new_database


class Command(BaseCommand):
    help = "Load an event file, whole or not at all. The accounts that it names cannot sign in here."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file that export_event or the page wrote")
        parser.add_argument("--as", dest="slug", default="", metavar="SLUG", help="its address here")
        parser.add_argument(
            "--accept-altered", action="store_true", help="load a file that was altered after it was exported"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON value: the address and what was loaded")

    def handle(
        self, *args: object, file: Path, slug: str = "", accept_altered: bool = False, **options: object
    ) -> None:
        prepare_new_database()
        try:
            read = read_event_file(Path(file).read_bytes())
            act = Act(by=None, at=timezone.now())
            loaded = import_event(file=read, slug=slug, act=act, accept_altered=accept_altered)
        except OSError as problem:
            raise CommandError(
                _("Cannot read {file}: {reason}").format(file=file, reason=problem.strerror)
            ) from problem
        except Refused as refused:
            raise CommandError(_remedy(refused)) from refused
        counts = {name: len(rows) for name, rows in read.rows.items() if rows}
        if options["json"]:
            altered = [sentence(one) for one in loaded.altered]
            self.stdout.write(json.dumps({"slug": loaded.tournament.slug, "rows": counts, "altered": altered}))
            return
        self.stdout.write(loaded.tournament.slug)
        for one in loaded.altered:
            self.stderr.write(sentence(one))
        self.stderr.write(", ".join(f"{name} {count:,}" for name, count in counts.items()))


def _remedy(refused: Refused) -> str:
    """The refusal, with the option that helps."""
    codes = {one.code for one in refused.messages}
    remedies = {
        "address-taken": _("Give another address with --as."),
        "event-same": _("Give another address with --as."),
        "file-altered": _("With --accept-altered it is loaded all the same."),
    }
    return "\n".join([str(refused), *(remedy for code, remedy in remedies.items() if code in codes)])
