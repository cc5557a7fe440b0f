"""``manage.py check_seating plan.csv``: what is wrong with any seating, or how good it is, without a database."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.messages import Refused, sentence
from tournament.planning.importing.reading import read_file
from tournament.planning.importing.standalone import StandaloneSeating, read_standalone
from tournament.planning.seat_faults import SHOWN


class Command(BaseCommand):
    help = (
        "Check a seating in a CSV or XLSX file: hanchan, table, E, S, W, N; a row per player; or numbers alone. "
        "Prints what is wrong, with row, hanchan and table, and ends with 1; else how good it is."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a CSV or XLSX file, or - for standard input")
        parser.add_argument("--byes", action="store_true", help="somebody may have no seat in a hanchan")
        parser.add_argument("--json", action="store_true", help="print one JSON value")

    def handle(self, *, file: str, byes: bool, **options: object) -> None:
        try:
            loose = read_standalone(read_file(Path(file).name, content_of(file)), may_sit_out=byes)
        except Refused as refusal:
            if options["json"]:
                self.stdout.write(json.dumps({"problems": [{"code": "unreadable", "message": str(refusal)}]}))
                raise SystemExit(1) from refusal
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(as_json(loose) if options["json"] else as_text(loose))
        if loose.faults:
            raise SystemExit(1)


def content_of(file: str) -> bytes:
    """The bytes of a file, or of standard input for “-”."""
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise CommandError(_("{file} cannot be read: {why}.").format(file=file, why=error.strerror)) from error


def as_json(loose: StandaloneSeating) -> str:
    """Either the problems, or the report as the page downloads it."""
    from tournament.seating_report.report import report_values

    if loose.faults:
        problems = [
            {"code": fault.code, "message": sentence(fault)}
            | {name: fault.params.get(name) for name in ("hanchan", "table", "row")}
            for fault in loose.faults
        ]
        return json.dumps({"problems": problems})
    return json.dumps({"problems": [], **report_values(_subject(loose))})


def as_text(loose: StandaloneSeating) -> str:
    """The problems, or the quality card and the worst by name, to read."""
    from tournament.seating_report.report import cases_of

    if loose.faults:
        more = len(loose.faults) - SHOWN
        rest = [ngettext("and {more} more", "and {more} more", more).format(more=more)] if more > 0 else []
        return "\n".join([*map(sentence, loose.faults[:SHOWN]), *rest])
    subject = _subject(loose)
    size = {"people": len(subject.people), "hanchan": len(subject.draft)}
    lines = [_("{people} people, {hanchan} hanchan; everybody is seated once in each.").format(**size), ""]
    card = subject.card
    lines += [f"{line.sentence:>52} {line.value:>6}   {line.verdict}" for line in card.figures]
    lines += ["", *card.sentences]
    for case in cases_of(subject):
        text = ngettext("and {count} more", "and {count} more", case.more)
        others = [text.format(count=case.more)] if case.more else []
        lines += ["", case.title, *(f"  {sentence}" for sentence in [*case.sentences, *others])]
    return "\n".join(lines)


def _subject(loose: StandaloneSeating) -> Any:
    from tournament.seating_report.report import report_on

    return report_on(loose.draft, loose.people, winds=loose.winds, byes=loose.byes)
