"""``manage.py verify_event SLUG [--head HEAD] [--json] [--export FILE]``: whether all is as it was written."""

import json
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.archive.backups import backups_in, heads_in
from tournament.core.audit_check import export_lines, findings, last_value
from tournament.core.chain import head
from tournament.core.messages import Level, Message, Refused, sentence
from tournament.core.models import AuditEntry, Tournament
from tournament.management.database import prepare_new_database
from tournament.results.paper.photograph_store import faults_in_store
from tournament.translation.formats import written

NO_LINE = gettext_noop("No line has the head “{head}”: the paper is of another event, or lines were cut off.")
CUT = gettext_noop("The copy of {at} has a line {line} that is not in this history: its end was cut off or rewritten.")


class Command(BaseCommand):
    help = (
        "Check that nobody changed the history, report sheets, penalties or tie decisions of a tournament in the "
        "database, and that the history has every line that the copies of the database beside it have. The exit code "
        "is 0 when nothing was changed, else 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's address, as in /t/SLUG/")
        parser.add_argument("--head", default="", help="also say which line the head on a paper is of")
        parser.add_argument("--json", action="store_true", help="print one JSON value")
        parser.add_argument("--export", metavar="FILE", help="also write the history for docs/verify_history.py")

    def handle(self, *, slug: str, head: str, export: str | None, **options: object) -> None:
        prepare_new_database()
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(_("There is no tournament with the address “{slug}”.").format(slug=slug))
        copies, cut = compared(tournament)
        found, value = [*findings(tournament), *cut, *in_store(tournament)], last_value(tournament)
        line = line_of(tournament, head) if head else None
        if head and not line:
            found.append(Message("head-unknown", NO_LINE, {"head": head}, Level.ERROR))
        if export:
            write_history(tournament, Path(export))
        if options["json"]:
            self.stdout.write(as_json(tournament, found, value))
        else:
            self.stdout.write(as_text(tournament, found, value, copies))
            if line:
                text = _("The head {head} is that of line {line}, of {at}.")
                at = written(localtime(line.at), "short time")
                self.stdout.write(text.format(head=head, line=line.edition, at=at))
        if found:
            raise SystemExit(1)


def in_store(tournament: Tournament) -> list[Message]:
    """Return what is wrong with the photographs in the store, or that it could not be asked."""
    try:
        return list(faults_in_store(tournament))
    except Refused as refused:
        return list(refused.messages)


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


def line_of(tournament: Tournament, head: str) -> AuditEntry | None:
    """Return the line with this head, however it is typed; None for no line, or for fewer than four digits."""
    digits = "".join(head.split()).lower()
    return tournament.audit_entries.filter(chain__startswith=digits).first() if len(digits) >= 4 else None


def compared(tournament: Tournament) -> tuple[int, list[Message]]:
    """Compare with the copies of the database beside it: how many have the event, and each whose last line is not, or
    not as it was, in the history of today.
    """
    copies, found = 0, []
    for backup in backups_in(settings.BACKUP_DIR):
        for line, value in heads_in(backup.path, tournament.pk).items():
            copies += 1
            if not tournament.audit_entries.filter(edition=line, chain=value).exists():
                params = {"line": line, "at": written(localtime(backup.made_at), "short time")}
                found.append(Message("line-cut", CUT, params, Level.ERROR))
    return copies, found


def as_text(tournament: Tournament, found: list[Message], value: str, copies: int) -> str:
    """Return the answer in sentences."""
    if found:
        remedy = _("Restore a backup from before, or correct the figures from the paper, with a reason.")
        return "\n".join([*map(sentence, found), remedy])
    text = _("As written: {lines} lines of history, and every row that they speak of. The head is {head}.")
    beside = ngettext(
        "{copies} copy of the database has no line that is missing here.",
        "{copies} copies of the database have no line that is missing here.",
        copies,
    )
    limits = _("Whether the last lines were cut off, only the head on a paper or a copy can tell: --head HEAD.")
    last = beside.format(copies=copies) if copies else limits
    return "\n".join([text.format(lines=tournament.audit_entries.count(), head=head(value)), last])
