"""`manage.py photographs`: where the photographs of report sheets are; moves them to the store and back."""

from argparse import ArgumentParser
from collections import Counter

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.archive.original import copied_from
from tournament.core.messages import Refused, sentence
from tournament.core.models import Tournament
from tournament.results.paper.photograph_store import (
    faults_in_store,
    move_to_database,
    move_to_store,
    remove_left,
    unknown_objects,
)
from tournament.results.paper_models import PhotographData, StoredObject

COPY = "This is a copy of the data of {host}: it changes nothing in the store. Make it the original first."


class Command(BaseCommand):
    help = (
        "Say how many photographs are in the database and in the store that PHOTOGRAPHS names, and compare those in "
        "the store with what was attached. The exit code is 1 when one is gone or changed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        way = parser.add_mutually_exclusive_group()
        way.add_argument(
            "--to-store", action="store_true", help="move all from the database to the store, each compared"
        )
        way.add_argument("--to-database", action="store_true", help="move all from the store to the database")

    def handle(self, *args: object, to_store: bool, to_database: bool, **options: object) -> None:
        now, copied = timezone.now(), copied_from()
        if to_store and copied:
            raise CommandError(COPY.format(host=copied.host))
        try:
            done = move_to_store(now) if to_store else move_to_database(now) if to_database else Counter[str]()
            removed = 0
            while copied is None and (some := remove_left(now)):
                removed += some
            if to_store or to_database:
                self.stdout.write(f"Moved and compared: {done['moved']}. Removed from the store: {removed}.")
            self.report()
            faults = [one for event in Tournament.objects.order_by("pk") for one in faults_in_store(event)]
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        for one in faults:
            self.stderr.write(sentence(one))
        if done["differ"]:
            self.stderr.write(f"Not moved, since they are not what was attached: {done['differ']}.")
        if faults or done["differ"]:
            raise SystemExit(1)

    def report(self) -> None:
        """Say what is where."""
        stored = StoredObject.objects.exclude(photograph=None).count()
        self.stdout.write(f"In the database: {PhotographData.objects.count()}. In the store: {stored}.")
        for name in unknown_objects():
            self.stdout.write(f"In the store, and unknown to this database: {name}")
