"""`manage.py serve`: what an organiser needs to know, then the server."""

import signal
import socket
from argparse import ArgumentParser
from contextlib import suppress
from datetime import timedelta
from errno import EACCES, EADDRINUSE

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from tournament import __version__
from tournament.archive.backup_watch import BackupWatch
from tournament.core.audit_check import findings
from tournament.core.local_network import lan_address
from tournament.core.locks import Lock, held
from tournament.core.models import Tournament
from tournament.management.planning_process import PlanningProcess
from tournament.staff.actions import OWNER, ensure_owner, make_sign_in_link
from tournament.staff.qr_codes import qr_terminal

FOR_A_DAY = timedelta(days=1)
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # a hall's phones must reach the laptop; --host 127.0.0.1 keeps it to itself
CHECKED = 20  # events; one of 200 players takes 0.2 s
MOST_SENT = 16 * 1024 * 1024  # bytes of a form with its file; more is refused before it fills the disk


class Command(BaseCommand):
    help = "Make the database ready, say how to sign in, and serve Sekigime on the local network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port to serve on (8000)")
        parser.add_argument("--host", default=EVERYWHERE[0], help="the address to serve on (all); 127.0.0.1: only here")
        parser.add_argument("--threads", type=int, default=4, help="how many requests are answered at once (4)")

    def handle(self, *args: object, port: int, host: str, threads: int, **options: object) -> None:
        listening = listen(host, port)
        with listening:
            self.stdout.write("Making ready: database, pages …")
            self.stdout.flush()
            with held(Lock.MIGRATION):  # servers that start at once do this one after the other
                call_command("migrate", verbosity=0, interactive=False, stderr=self.stderr)
                call_command("typeface", stderr=self.stderr)
                call_command("collectstatic", verbosity=0, interactive=False)
            for line in self.greeting(host, listening.getsockname()[1]):
                self.stdout.write(line)
            self.stdout.flush()
            if connection.vendor == "sqlite":
                BackupWatch().start()
            planning = PlanningProcess()
            planning.start()
            try:
                run(listening, threads)
            finally:
                planning.stop()
        self.stdout.write("\nStopped. Everything is kept.")

    def greeting(self, host: str, port: int) -> list[str]:
        """Return the lines printed at the start."""
        lan = lan_address() if host in EVERYWHERE else None
        shown = host if host not in EVERYWHERE else "localhost"
        own = f"http://{shown}:{port}/"
        lines = ["", f"Sekigime {__version__} is running.", "", f"  On this machine    {own}"]
        if lan:
            hall = f"http://{lan}:{port}/"
            lines += [f"  In the hall        {hall}", "", _indented(qr_terminal(hall))]
        elif host in EVERYWHERE:
            lines += ["  In the hall        no network found; join one and start again"]
        return [*lines, "", *self.sign_in(own), *self.first_steps(), *self.keeping(), "", *self.changed()]

    def sign_in(self, own: str) -> list[str]:
        """A one-time link until the organiser has a password; from then on only how to get one."""
        organiser = ensure_owner()
        if organiser.has_usable_password():
            return [
                f"  Sign in            as “{OWNER}” with the password you set; forgotten? In another terminal:",
                "                     .venv/bin/python manage.py sign_in_link",
            ]
        _link, token = make_sign_in_link(user=organiser, at=timezone.now(), valid_for=FOR_A_DAY)
        path = reverse("sign_in_link", args=[token]).lstrip("/")
        return [
            "  Sign in            once, within a day, by this link; then set a password:",
            f"                     {own}{path}",
        ]

    def changed(self) -> list[str]:
        """The newest events in which something was changed outside of Sekigime."""
        newest = Tournament.objects.order_by("-made_at")[:CHECKED]
        text = "  WARNING            “{}” was changed outside of Sekigime: see its history\n"
        return [text.format(tournament.name) for tournament in newest if findings(tournament)]

    def first_steps(self) -> list[str]:
        """On the first start: where to begin, and the offer of the demo."""
        if Tournament.objects.exists():
            return []
        lines = ["", "  Begin              sign in, then set up a tournament on the start page."]
        with suppress(NoReverseMatch):
            reverse("demo")
            lines += [
                "                     The button “Load the demo tournament” there brings 36 players and 8 hanchan."
            ]
        return lines

    def keeping(self) -> list[str]:
        """Return where the data is, and how to stop."""
        copies = [f"  Copies in          {settings.BACKUP_DIR}"] if connection.vendor == "sqlite" else []
        return [
            "",
            f"  Kept in            {database_location()}",
            *copies,
            "  Stop               Ctrl+C; nothing is lost, a later start goes on where this one ended",
        ]


def database_location() -> str:
    """The database as a person would look for it, without any password."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return str(database["NAME"])
    return f"{connection.display_name}, database {database['NAME']} on {database['HOST'] or 'this machine'}"


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens for us alone. Raises CommandError that says what to do when the port is not free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except (OSError, OverflowError) as error:
        listening.close()
        raise CommandError(_why_not(error, host, port)) from error
    return listening


def _why_not(error: Exception, host: str, port: int) -> str:
    number = getattr(error, "errno", None)
    if number == EADDRINUSE:
        return (
            f"Port {port} is taken: another program, perhaps another Sekigime, serves on it. "
            f"Stop that one, or choose another port: make run PORT={port + 1}"
        )
    if number == EACCES:
        return (
            f"This user may not serve on port {port}; ports below 1024 are guarded. Choose another: make run PORT=8000"
        )
    return f"Cannot serve on {host}, port {port} ({error}). Choose another address or port: --host, --port."


def run(listening: socket.socket, threads: int) -> None:
    """Serve until Ctrl+C. Imported late: the static files must be collected before the application is made."""
    from tournament.management.hall_server import hall_server
    from tournament.wsgi import application

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a service that is stopped ends as quietly as Ctrl+C
    server = hall_server(
        application,
        listening,
        threads=threads,
        sign_in=reverse("sign_in"),
        ident="Sekigime",
        channel_timeout=60,
        max_request_body_size=MOST_SENT,
        **_proxy(),
    )
    server.run()


def _proxy() -> dict[str, object]:
    """With HTTPS=true a proxy on this machine speaks https to the world and says in headers for whom; nobody else is
    believed."""
    if not settings.HTTPS:
        return {}
    return {
        "trusted_proxy": "127.0.0.1",
        "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"},
        "clear_untrusted_proxy_headers": True,
    }


def _indented(block: str) -> str:
    return "\n".join(f"  {line}" for line in block.rstrip("\n").split("\n"))
