"""``manage.py verify_event SLUG [--json] [--export FILE]``: whether the history and the results are as written."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournament.core.audit_check import export_lines, findings, last_value
from tournament.core.chain import head
from tournament.core.messages import Message, sentence
from tournament.core.models import Tournament
from tournament.management.database import prepare_new_database


class Command(BaseCommand):
    help = (
        "Check that nobody changed the history, report sheets, penalties or tie decisions of a tournament in the "
        "database. The exit code is 0 when nothing was changed, else 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/SLUG/")
        parser.add_argument("--json", action="store_true", help="print one JSON value")
        parser.add_argument("--export", metavar="FILE", help="also write the history for docs/verify_history.py")

    def handle(self, *, slug: str, export: str | None, **options: Any) -> None:
        prepare_new_database()
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(_("There is no tournament with the address “{slug}”.").format(slug=slug))
        found, value = findings(tournament), last_value(tournament)
        if export:
            write_history(tournament, Path(export))
        self.stdout.write(as_json(tournament, found, value) if options["json"] else as_text(tournament, found, value))
        if found:
            raise SystemExit(1)


def write_history(tournament: Tournament, file: Path) -> None:
    """Write the history as JSON lines. Raises CommandError where the file cannot be written."""
    try:
        file.write_text("".join(f"{line}\n" for line in export_lines(tournament)), encoding="utf-8")
    except OSError as wrong:
        raise CommandError(_("Cannot write {file}: {reason}").format(file=file, reason=wrong.strerror)) from wrong


def as_json(tournament: Tournament, found: list[Message], value: str) -> str:
    """Return the answer for programs: whether all is whole, the lines, the chain's value, and what was found."""
    answer = {
        "event": tournament.slug,
        "whole": not found,
        "lines": tournament.audit_entries.count(),
        "chain": value,
        "findings": [{"code": one.code, "text": sentence(one), "params": dict(one.params)} for one in found],
    }
    return json.dumps(answer)


def as_text(tournament: Tournament, found: list[Message], value: str) -> str:
    """Return the answer in sentences."""
    if found:
        remedy = _("Restore a backup from before, or correct the figures from the paper, with a reason.")
        return "\n".join([*map(sentence, found), remedy])
    text = _("Nothing was changed outside of Sekigime: {lines} lines of history. The head is {head}.")
    return text.format(lines=tournament.audit_entries.count(), head=head(value))
