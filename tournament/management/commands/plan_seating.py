"""`manage.py plan_seating --players 40 --rounds 10 --seed 7`: a seating and its quality, without a database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from seating import CannotPlan
from seating.cli import add_plan_options
from seating.cli.clubs import Clubs
from seating.cli.planning import as_json, as_text, planned, watched


class Command(BaseCommand):
    help = "Seat players for all hanchan of a tournament, from a seed; the same seed gives the same seating."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="how many players, enough to fill tables")
        parser.add_argument("--rounds", type=int, required=True, help="number of hanchan")
        add_plan_options(parser)

    def handle(
        self,
        *,
        players: int,
        rounds: int,
        seed: int | str = "1",
        clubs: Clubs = (),
        progress: bool = False,
        at_a_table: int = 4,
        **options: object,
    ) -> None:
        try:
            out: Any = self.stderr if progress else None  # Django's wrapper writes like a file and is typed as none
            with watched(out, _) as watch:
                made = planned(players, rounds, seed, clubs, watch, at_a_table, _)
        except CannotPlan as refusal:
            raise CommandError(_(refusal.note.text).format(**refusal.note.params)) from refusal
        self.stdout.write(as_json(made, _) if options["json"] else as_text(made, _))
