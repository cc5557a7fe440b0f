"""`manage.py work_seating ID`: do one piece of long work of the seating; the server starts it by itself."""

import os
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournament.planning.jobs.worker import run

POLITENESS = 10
"""The pages of the event go before the work."""


class Command(BaseCommand):
    help = "Do one piece of long work of the seating, by its number; the server starts it by itself."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", type=int, help="the number of the work")

    def handle(self, *, id: int, **options: Any) -> None:
        with suppress(AttributeError, OSError):
            os.nice(POLITENESS)
        run(id, now=timezone.now)
