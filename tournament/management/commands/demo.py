"""`manage.py demo`: the demo tournament, from the command line."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournament.archive.demo import make_demo
from tournament.core.audit import Act
from tournament.management.database import prepare_new_database


class Command(BaseCommand):
    help = "Make a demo tournament: 36 invented players in their seventh hanchan."

    def handle(self, *args: object, **options: object) -> None:
        prepare_new_database()
        tournament = make_demo(act=Act(by=None, at=timezone.now()))
        self.stdout.write(tournament.slug)
