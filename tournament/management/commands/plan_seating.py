"""``manage.py plan_seating --players 40 --rounds 10 --seed 7``: a seating and its quality, without a database."""

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournament.seating.planner import CannotPlan, Plan, Sentence, plan


class Command(BaseCommand):
    help = "Seat players for all hanchan of a tournament, from a seed; the same seed gives the same seating."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="how many players, a multiple of four")
        parser.add_argument("--rounds", type=int, required=True, help="how many hanchan everybody plays")
        parser.add_argument("--seed", type=int, default=1, help="which draw (default: 1)")
        parser.add_argument("--json", action="store_true", help="print one JSON value")

    def handle(self, *, players: int, rounds: int, seed: int, **options: Any) -> None:
        started = time.perf_counter()
        try:
            made = plan(players, rounds, seed)
        except CannotPlan as refusal:
            raise CommandError(_(refusal.template) % refusal.params) from refusal
        seconds = round(time.perf_counter() - started, 3)
        self.stdout.write(as_json(made, seconds) if options["json"] else as_text(made, seconds))


def as_json(made: Plan, seconds: float) -> str:
    """Rounds as lists of tables [E, S, W, N], players numbered from 1."""
    return json.dumps({"rounds": made.rounds, "quality": made.quality.to_json(), "seconds": seconds})


def as_text(made: Plan, seconds: float) -> str:
    """The seating to read, hanchan by hanchan, and its quality in sentences."""
    lines = [_("%(players)d players, %(rounds)d hanchan, seed %(seed)d") % _size(made), ""]
    for number, tables in enumerate(made.rounds, start=1):
        lines.append(_("Hanchan %(number)d") % {"number": number})
        lines += [*map(_table_line, range(1, len(tables) + 1), tables), ""]
    lines += [_said(sentence) for sentence in made.quality.sentences()]
    lines.append(_("Planned in %(seconds)s s.") % {"seconds": f"{seconds:.3f}"})
    return "\n".join(lines)


def _size(made: Plan) -> dict[str, int]:
    return {"players": made.players, "rounds": len(made.rounds), "seed": made.seed}


def _table_line(number: int, seats: tuple[int, ...]) -> str:
    words = zip((_("East"), _("South"), _("West"), _("North")), seats, strict=True)
    where = _("table %(number)d") % {"number": number}
    return f"  {where:>10}   " + "   ".join(f"{wind} {player:>3}" for wind, player in words)


def _said(sentence: Sentence) -> str:
    return _(sentence.template) % sentence.params
