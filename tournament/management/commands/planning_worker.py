"""`manage.py planning_worker`: run planning jobs and copy the database until stopped. `serve` starts one beside itself,
which leaves the copies to it.
"""

import os
import signal
from _thread import interrupt_main
from argparse import ArgumentParser
from contextlib import suppress
from threading import Thread

from django.core.management.base import BaseCommand

from tournament.archive.backup_watch import BackupWatch
from tournament.planning.jobs.worker import work

POLITENESS = 10
"""The pages of the event go before the search."""


class Command(BaseCommand):
    help = "Plan, and copy the database, until stopped. `serve` does so itself; beside gunicorn, run this as a service."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--until-eof", action="store_true", help="also stop when standard input ends, as it does with its writer"
        )

    def handle(self, *args: object, until_eof: bool, **options: object) -> None:
        with suppress(AttributeError, OSError):
            os.nice(POLITENESS)
        for stop in (signal.SIGINT, signal.SIGTERM):
            signal.signal(stop, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            if until_eof:
                Thread(target=_interrupt_at_eof, daemon=True).start()
            else:
                BackupWatch().start()
            work()


def _interrupt_at_eof() -> None:
    """Interrupt the worker when nobody holds its standard input open any more: the server has ended, however it did."""
    os.read(0, 1)
    interrupt_main()
