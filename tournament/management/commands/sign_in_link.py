"""`manage.py sign_in_link [USERNAME]`: a one-time link for somebody who forgot the password."""

from argparse import ArgumentParser
from datetime import timedelta

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from tournament.core.local_network import lan_address
from tournament.core.models import OWNER, User
from tournament.management.database import prepare_new_database
from tournament.staff.actions import ensure_owner, make_sign_in_link, switch_off_codes
from tournament.staff.queries import accounts_called


class Command(BaseCommand):
    help = "Print a link that signs a person in once. The server need not be stopped for it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", default=OWNER, help="the sign-in name (organiser)")
        parser.add_argument("--minutes", type=int, default=60, help="how long the link works (60)")
        parser.add_argument(
            "--without-code", action="store_true", help="ask for no code from an app any more: the phone is lost"
        )
        parser.add_argument("--port", type=int, default=8000, help="the port that Sekigime serves on, without a proxy")

    def handle(
        self, *args: object, username: str, minutes: int, port: int, without_code: bool = False, **options: object
    ) -> None:
        prepare_new_database()
        user = ensure_owner() if username == OWNER else next(iter(accounts_called(username)), None)
        if user is None or not user.is_active:
            known = ", ".join(
                User.objects.filter(is_active=True).order_by("username").values_list("username", flat=True)
            )
            raise CommandError(f"Nobody here is called “{username}”. Known are: {known or 'nobody yet'}.")
        if without_code:
            switch_off_codes(user=user)
        elif user.code_secret:
            self.stdout.write("A code from the app is asked as well; for a lost phone: --without-code")
        _link, token = make_sign_in_link(user=user, at=timezone.now(), valid_for=timedelta(minutes=minutes))
        path = reverse("sign_in_link", args=[token])
        self.stdout.write(f"Signs in {user} once, within {minutes} minutes:")
        for origin in _origins(port):
            self.stdout.write(f"  {origin}{path}")


def _origins(port: int) -> list[str]:
    """Return where browsers reach Sekigime: behind a proxy what the settings name, else this machine."""
    public = [origin for origin in settings.CSRF_TRUSTED_ORIGINS if "*" not in origin]
    lan = lan_address()
    return public or [f"http://{host}:{port}" for host in ("localhost", *([lan] if lan else []))]
