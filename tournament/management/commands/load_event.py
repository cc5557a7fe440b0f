"""`manage.py load_event FILE.csv --name "…" --rules wrc-2022`: a finished event from a table of text."""

import json
from argparse import ArgumentTypeError
from collections.abc import Callable
from datetime import date
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import get_language

from scoring.points import Minus, write_p
from scoring.rules import Ruleset
from scoring.rules.fields import RulesetProblem
from scoring.rules.files import offered
from scoring.rules.rule_file import preset_today, read_rules
from tournament.archive.actions import LoadOptions, load_event
from tournament.archive.columns import guessed_columns
from tournament.archive.faults import BadFile
from tournament.archive.files import text_of
from tournament.archive.reading import PastEvent, TypedUma, read_event
from tournament.archive.rows import read_table
from tournament.archive.upload import coverage
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.events.tournament_setup import TournamentSetup
from tournament.management.database import prepare_new_database

MOST_BYTES = 20_000_000


def _rules(name: str) -> Ruleset:
    """The rule set of this key, of a former one with the same values too, or of this file."""
    try:
        if found := preset_today(name):
            return found
        return read_rules(Path(name).read_text(encoding="utf-8-sig"))
    except OSError:
        listed = ", ".join(offered())
        raise ArgumentTypeError(f"there is neither a rule set nor a file “{name}”. There are {listed}") from None
    except UnicodeDecodeError:
        raise ArgumentTypeError(f"the file {name} is not text in UTF-8") from None
    except RulesetProblem as wrong:
        raise ArgumentTypeError(f"{name}: {wrong.message}") from wrong


def _resolved(rules: Ruleset | str) -> Ruleset:
    """The rule set that a program named: only what comes from a command line has been read already."""
    try:
        return _rules(rules) if isinstance(rules, str) else rules
    except ArgumentTypeError as wrong:
        raise CommandError(str(wrong)) from wrong


def _headings(text: str) -> list[str]:
    return text.split(",")


class Command(BaseCommand):
    help = "Load a finished event: round,table,wind,player,points and the columns of docs/guides/archivist.md."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the workbook or CSV file, one row per player, table and hanchan")
        parser.add_argument("--name", required=True, help="the tournament's name")
        parser.add_argument(
            "--rules", type=_rules, default="wrc-2022", help="the rule set, or a file of one (default: wrc-2022)"
        )
        parser.add_argument(
            "--ignore", type=_headings, default=[], metavar="HEADINGS", help="columns that need not be read"
        )
        parser.add_argument("--slug", default="", help="its address; made from the name when left out")
        parser.add_argument("--place", default="", help="where it was")
        parser.add_argument("--first-day", type=_day, help="its first day, as 2026-05-16")
        parser.add_argument("--last-day", type=_day, help="its last day (default: the first)")
        parser.add_argument("--public", action="store_true", help="open its public page")
        parser.add_argument("--json", action="store_true", help="print one JSON value: the address and what was loaded")

    def handle(
        self,
        *args: object,
        file: Path | str,
        name: str,
        rules: Ruleset | str,
        ignore: list[str] | str,
        slug: str,
        place: str,
        first_day: date | None,
        last_day: date | None,
        public: bool,
        json: bool,
        **options: object,
    ) -> None:
        prepare_new_database()
        rules = _resolved(rules)
        try:
            content = text_of(_content(Path(file)), Path(file).name)
            past = read_event(content, rules, _headings(ignore) if isinstance(ignore, str) else ignore)
            setup = TournamentSetup(
                name=name,
                preset=rules.key,
                own_rules=rules,
                hanchan_count=past.hanchan_count,
                slug=slug,
                place=place,
                first_day=first_day,
                last_day=last_day or first_day,
                language=get_language() or "",
            )
            tournament = load_event(
                past=past,
                setup=setup,
                act=Act(by=None, at=timezone.now()),
                options=LoadOptions(is_public=public),
                progress=self._progress(),
            )
        except OSError as problem:
            raise CommandError(f"Cannot read {file}: {problem.strerror}.") from problem
        except BadFile as bad:
            raise CommandError(str(bad)) from bad
        except Refused as refused:
            raise CommandError(refused.message) from refused
        self._report(tournament, past, as_json=json)
        self.stderr.write(coverage(guessed_columns(read_table(content).headings)))

    def _progress(self) -> Callable[[int, int], None] | None:
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


def _as_json(tournament: Tournament, past: PastEvent) -> dict[str, object]:
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
