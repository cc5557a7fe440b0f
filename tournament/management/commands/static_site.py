"""`manage.py static_site SLUG OUT.zip|FOLDER [--watch]`: the public pages of an event for any web server."""

import time
import zipfile
from collections.abc import Iterable
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection
from django.utils.translation import gettext as _

from tournament.archive.site_folder import write_folder
from tournament.archive.static_site import Copy, site_or_notice, static_site
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.management.database import prepare_new_database
from tournament.management.files import replaced
from tournament.management.integrity import warn_if_changed

SHORTEST = 1
"""Seconds between two looks at the event."""


class Command(BaseCommand):
    help = "Write the public pages of a tournament as files: a ZIP, or a folder that a web server serves."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/<slug>/")
        parser.add_argument("out", type=Path, help="a file that ends in .zip, or a folder")
        parser.add_argument("--language", default="", help="as a browser asks for it, for example fr")
        parser.add_argument(
            "--watch", action="store_true", help="write the folder again whenever something changes, until Ctrl-C"
        )
        parser.add_argument("--every", type=int, default=5, metavar="SECONDS", help="how often to look (default: 5)")

    def handle(
        self,
        *args: object,
        slug: str,
        out: Path,
        language: str = "",
        watch: bool = False,
        every: int = 5,
        **options: object,
    ) -> None:
        prepare_new_database()
        call_command("collectstatic", verbosity=0, interactive=False)
        out = Path(out)
        is_zip = out.suffix.lower() == ".zip"
        if watch:
            if is_zip:
                raise CommandError(_("Name a folder to watch into, not a ZIP file."))
            self._watch(slug, out, language, max(SHORTEST, every))
            return
        tournament = self._event(slug)
        try:
            count = (write_zip if is_zip else write_folder)(out, static_site(tournament, language))
        except Refused as refused:
            raise CommandError(refused.message) from refused
        except OSError as problem:
            raise CommandError(
                _("Cannot write {file}: {reason}").format(file=out, reason=problem.strerror)
            ) from problem
        self.stderr.write(_("{out}: {count} files").format(out=out, count=count))
        warn_if_changed(self, tournament)

    def _event(self, slug: str) -> Tournament:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(_("There is no tournament with the address “{slug}”.").format(slug=slug))
        return tournament

    def _watch(self, slug: str, folder: Path, language: str, seconds: int) -> None:
        """Write the folder at each edition. What cannot be written now is tried again; a visitor keeps the last one."""
        written = -1
        while True:
            try:
                tournament = self._event(slug)
                if tournament.edition != written:
                    changed = write_folder(folder, site_or_notice(tournament, language))
                    written = tournament.edition
                    self.stderr.write(_("{folder}: {count} files changed").format(folder=folder, count=changed))
            except (OSError, Refused, OperationalError) as problem:
                connection.close_if_unusable_or_obsolete()  # the next look opens another one
                self.stderr.write(f"{folder}: {problem}")
            time.sleep(seconds)


def write_zip(out: Path, files: Iterable[Copy]) -> int:
    """Write the files of a site into one ZIP, complete or not at all; the same site is the same ZIP."""
    with replaced(out) as target, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for copy in files:
            archive.writestr(zipfile.ZipInfo(copy.path), copy.content, zipfile.ZIP_DEFLATED)
        return len(archive.namelist())
