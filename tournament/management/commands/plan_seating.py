"""`manage.py plan_seating --players 40 --rounds 10 --seed 7`: a seating and its quality, without a database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from seating import CannotPlan
from seating.cli.clubs import Clubs, parse_clubs
from seating.cli.planning import as_json, as_text, planned, watched
from seating.rounds import SIZES


class Command(BaseCommand):
    help = "Seat players for all hanchan of a tournament, from a seed; the same seed gives the same seating."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="how many players, enough to fill tables")
        parser.add_argument(
            "--at-a-table", type=int, choices=SIZES, default=4, help="how many sit at a table (default: 4)"
        )
        parser.add_argument("--rounds", type=int, required=True, help="number of hanchan")
        parser.add_argument("--seed", default="1", help="a number or any text that decides the lots (default: 1)")
        parser.add_argument(
            "--clubs",
            type=parse_clubs,
            default=(),
            metavar="8,8,4",
            help="sizes of groups kept apart as far as possible: players 1 to 8, 9 to 16, 17 to 20",
        )
        parser.add_argument("--progress", action="store_true", help="report progress on standard error")
        parser.add_argument("--json", action="store_true", help="print one JSON value")

    def handle(
        self,
        *,
        players: int,
        rounds: int,
        seed: int | str = "1",
        clubs: Clubs = (),
        progress: bool = False,
        at_a_table: int = 4,
        **options: Any,
    ) -> None:
        try:
            out: Any = self.stderr if progress else None  # Django's wrapper writes like a file and is typed as none
            with watched(out, _) as watch:
                made = planned(players, rounds, seed, clubs, watch, at_a_table, _)
        except CannotPlan as refusal:
            raise CommandError(_(refusal.note.text).format(**refusal.note.params)) from refusal
        self.stdout.write(as_json(made, _) if options["json"] else as_text(made, _))
