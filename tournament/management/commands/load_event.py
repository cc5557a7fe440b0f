"""`manage.py load_event FILE.csv --name "…" --rules wrc-2022`: a finished event from a table of text."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scoring.points import Minus, write_p
from scoring.rules import PRESETS, preset
from tournament.archive.actions import load_event
from tournament.archive.reading import BadFile, PastEvent, TypedUma, read_event
from tournament.events.models import Tournament
from tournament.problems import Refused


class Command(BaseCommand):
    help = "Load a finished event from CSV: round,table,wind,player,points[,deposits_left_on_table][,penalty_p]."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the CSV file, one row per player, table and hanchan")
        parser.add_argument("--name", required=True, help="the tournament's name")
        parser.add_argument("--rules", choices=PRESETS, default="wrc-2022", help="the rule set (default: wrc-2022)")
        parser.add_argument("--slug", default="", help="its address; made from the name when left out")
        parser.add_argument("--json", action="store_true", help="print one JSON value: the address and what was loaded")

    def handle(self, *args: Any, file: Path, name: str, **options: Any) -> None:
        try:
            with file.open(encoding="utf-8-sig", newline="") as lines:
                past = read_event(lines, preset(options["rules"]))
            tournament = load_event(
                past=past, name=name, preset=options["rules"], slug=options["slug"], by=None, at=timezone.now()
            )
        except OSError as problem:
            raise CommandError(f"Cannot read {file}: {problem.strerror}.") from problem
        except UnicodeDecodeError as problem:
            raise CommandError(f"{file} is not UTF-8 text (byte {problem.start}). Save it as CSV UTF-8.") from problem
        except BadFile as bad:
            raise CommandError(str(bad)) from bad
        except Refused as refused:
            raise CommandError(refused.message) from refused
        self._say(tournament, past, as_json=options["json"])

    def _say(self, tournament: Tournament, past: PastEvent, *, as_json: bool) -> None:
        for note in (*past.notes, *map(_typed, past.typed_uma_differs)):
            self.stderr.write(note)
        if as_json:
            self.stdout.write(json.dumps(_told(tournament, past), ensure_ascii=False))
        else:
            self.stdout.write(tournament.slug)
            self.stderr.write(
                f"{len(past.players)} players, {past.hanchan_count} hanchan, {len(past.tables)} tables loaded."
            )


def _told(tournament: Tournament, past: PastEvent) -> dict[str, Any]:
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
    }


def _typed(one: TypedUma) -> str:
    typed, computed = (
        " ".join(write_p(value, Minus.EXPORT) for value in values) for values in (one.typed, one.computed)
    )
    return (
        f"Hanchan {one.hanchan} table {one.table}: the file has uma {typed}; the rules give {computed}, which counts."
    )
