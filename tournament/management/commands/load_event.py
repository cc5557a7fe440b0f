"""`manage.py load_event FILE.csv --name "…" --rules wrc-2022`: a finished event from a table of text."""

import json
from argparse import ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scoring.points import Minus, write_p
from scoring.rules.files import PRESETS
from scoring.rules.ruleset import present_key
from tournament.archive.actions import LoadOptions, load_event
from tournament.archive.reading import PastEvent, TypedUma, read_event
from tournament.archive.rows import BadFile, decoded
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.events.actions import TournamentSetup
from tournament.events.rule_changes import chosen
from tournament.management.database import prepare_new_database

MOST_BYTES = 20_000_000


def _preset(name: str) -> str:
    """Return the present key of a rule set, of a former one too."""
    return present_key(name) or name


class Command(BaseCommand):
    help = "Load a finished event from CSV: round,table,wind,player,points[,deposits_left_on_table][,penalty_p][,uma]."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the CSV file, one row per player, table and hanchan")
        parser.add_argument("--name", required=True, help="the tournament's name")
        parser.add_argument(
            "--rules", type=_preset, choices=PRESETS, default="wrc-2022", help="the rule set (default: wrc-2022)"
        )
        parser.add_argument("--slug", default="", help="its address; made from the name when left out")
        parser.add_argument("--place", default="", help="where it was")
        parser.add_argument("--first-day", type=_day, help="its first day, as 2026-05-16")
        parser.add_argument("--last-day", type=_day, help="its last day (default: the first)")
        parser.add_argument("--public", action="store_true", help="open its public page")
        parser.add_argument("--json", action="store_true", help="print one JSON value: the address and what was loaded")

    def handle(self, *args: Any, file: Path, name: str, rules: str, **options: Any) -> None:
        prepare_new_database()
        try:
            past = read_event(decoded(_content(file)), chosen(rules))
            setup = TournamentSetup(
                name=name,
                preset=rules,
                hanchan_count=past.hanchan_count,
                slug=options["slug"],
                place=options["place"],
                first_day=options["first_day"],
                last_day=options["last_day"] or options["first_day"],
            )
            tournament = load_event(
                past=past,
                setup=setup,
                act=Act(by=None, at=timezone.now()),
                options=LoadOptions(is_public=options["public"]),
                progress=self._progress(),
            )
        except OSError as problem:
            raise CommandError(f"Cannot read {file}: {problem.strerror}.") from problem
        except BadFile as bad:
            raise CommandError(str(bad)) from bad
        except Refused as refused:
            raise CommandError(refused.message) from refused
        self._report(tournament, past, as_json=options["json"])

    def _progress(self) -> Any:
        """Report progress to a terminal, not to a program."""
        if not self.stderr.isatty():
            return None
        return lambda number, count: self.stderr.write(
            f"\rhanchan {number} of {count}", ending="\n" if number == count else ""
        )

    def _report(self, tournament: Tournament, past: PastEvent, *, as_json: bool) -> None:
        for note in (*past.notes, *map(_typed, past.typed_uma_differs)):
            self.stderr.write(note)
        if as_json:
            self.stdout.write(json.dumps(_as_json(tournament, past)))
        else:
            self.stdout.write(tournament.slug)
            self.stderr.write(
                f"{len(past.players)} players, {past.hanchan_count} hanchan, {len(past.tables)} tables loaded."
            )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"“{text}” is not a day such as 2026-05-16") from None


def _content(file: Path) -> bytes:
    if file.stat().st_size > MOST_BYTES:
        raise CommandError(f"{file} has more than {MOST_BYTES // 1_000_000} MB: too large for an event.")
    return file.read_bytes()


def _as_json(tournament: Tournament, past: PastEvent) -> dict[str, Any]:
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "players": len(past.players),
        "hanchan": past.hanchan_count,
        "tables": len(past.tables),
        "penalties": len(past.penalties),
        "typed_uma_differs": [
            {"round": one.hanchan, "table": one.table, "typed": one.typed, "computed": one.computed}
            for one in past.typed_uma_differs
        ],
        "notes": past.notes,
    }


def _typed(one: TypedUma) -> str:
    typed, computed = (
        " ".join(write_p(value, Minus.EXPORT) for value in values) for values in (one.typed, one.computed)
    )
    return (
        f"Hanchan {one.hanchan} table {one.table}: the file has uma {typed}; the rules give {computed}, which is used."
    )
