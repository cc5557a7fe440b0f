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
from tournament.core.health import NOTICE, is_prepared
from tournament.core.local_network import lan_address
from tournament.core.models import OWNER, Tournament
from tournament.installation import command
from tournament.management.browser import is_served, open_page
from tournament.management.database import location
from tournament.management.planning_process import PlanningProcess
from tournament.management.update_server import notice_meanwhile
from tournament.staff.actions import ensure_owner, make_sign_in_link
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
        parser.add_argument(
            "--browser", action="store_true", help="open it in the browser here; if it runs already, with a new link"
        )
        parser.add_argument(
            "--no-prepare",
            dest="prepare",
            action="store_false",
            help="start at once; manage.py prepare has made the database and the pages ready",
        )
        parser.add_argument(
            "--notice",
            type=float,
            default=NOTICE if settings.TRUSTED_PROXIES else 0,
            help=f"seconds to go on after SIGTERM while /readyz says 503 (behind a proxy {NOTICE}, else 0)",
        )

    def handle(
        self, *args: object, port: int, host: str, threads: int, prepare: bool, notice: float, **options: object
    ) -> None:
        if options["browser"] and is_served(port):
            self.open_running(f"http://localhost:{port}/")
            return
        listening = listen(host, port)
        with listening:
            if prepare:
                self.stdout.write("Making ready: database, pages …")
                self.stdout.flush()
                call_command("catalogs", compile=True, stderr=self.stderr)  # before the notice says anything
                with notice_meanwhile(listening):
                    call_command("prepare", stderr=self.stderr)
            elif not is_prepared():
                raise CommandError(f"This installation is not prepared. Run first: {command('prepare')}")
            own = own_address(host, listening.getsockname()[1])
            link = self.first_link(own)
            for line in self.greeting(host, listening.getsockname()[1], link):
                self.stdout.write(line)
            self.stdout.flush()
            if options["browser"]:
                open_page(link or own)
            BackupWatch().start()
            planning = PlanningProcess()
            planning.start()
            try:
                run(listening, threads, notice)
            finally:
                with suppress(KeyboardInterrupt):  # whoever said it once more: the worker sees that its server has gone
                    planning.stop()
        self.stdout.write("\nStopped. Everything is kept.")

    def open_running(self, own: str) -> None:
        """Sign the organiser in at the Sekigime that runs: who may start it here may use its command, too."""
        link = sign_in_address(own)
        self.stdout.write(f"Sekigime is running already. Sign in once, within a day, by this link:\n  {link}")
        open_page(link)

    def greeting(self, host: str, port: int, link: str) -> list[str]:
        """Return the lines printed at the start, with the sign-in link if there is one."""
        lan = lan_address() if host in EVERYWHERE else None
        own = own_address(host, port)
        lines = ["", f"Sekigime {__version__} is running.", "", f"  On this machine    {own}"]
        if lan:
            hall = f"http://{lan}:{port}/"
            lines += [f"  In the hall        {hall}", "", _indented(qr_terminal(hall))]
        elif host in EVERYWHERE:
            lines += ["  In the hall        no network found; join one and start again"]
        return [*lines, "", *self.sign_in(link), *self.first_steps(), *self.keeping(), "", *self.changed()]

    def first_link(self, own: str) -> str:
        """Return a one-time link until the organiser has a password, "" from then on."""
        return "" if ensure_owner().has_usable_password() else sign_in_address(own)

    def sign_in(self, link: str) -> list[str]:
        """Return how to sign in: by the link, or how to get one."""
        if not link:
            return [
                f"  Sign in            as “{OWNER}” with the password you set; forgotten? In another terminal:",
                f"                     {command('sign_in_link')}",
            ]
        return [
            "  Sign in            once, within a day, by this link; then set a password:",
            f"                     {link}",
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
        return [
            "",
            f"  Kept in            {location(connection)}",
            f"  Copies in          {settings.BACKUP_DIR}",
            "  Stop               Ctrl+C; nothing is lost, a later start goes on where this one ended",
        ]


def own_address(host: str, port: int) -> str:
    """Return the address on this machine."""
    return f"http://{'localhost' if host in EVERYWHERE else host}:{port}/"


def sign_in_address(own: str) -> str:
    """Return a new one-time link of the organiser, at this address of the server."""
    _link, token = make_sign_in_link(user=ensure_owner(), at=timezone.now(), valid_for=FOR_A_DAY)
    return own + reverse("sign_in_link", args=[token]).lstrip("/")


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
            f"Stop that one, or choose another port: {command('serve', '--port', port + 1)}"
        )
    if number == EACCES:
        return (
            f"This user may not serve on port {port}; ports below 1024 are guarded. "
            f"Choose another: {command('serve', '--port', 8000)}"
        )
    return f"Cannot serve on {host}, port {port} ({error}). Choose another address or port: --host, --port."


def run(listening: socket.socket, threads: int, notice: float) -> None:
    """Serve until Ctrl+C, or for `notice` seconds more once the process is to end.

    Imported late: the static files must be collected before the application is made.
    """
    from tournament.management.hall_server import hall_server
    from tournament.wsgi import application

    server = hall_server(
        application,
        listening,
        threads=threads,
        sign_in=reverse("sign_in"),
        ident="Sekigime",
        channel_timeout=60,
        max_request_body_size=MOST_SENT,
        trusted=settings.TRUSTED_PROXIES,
    )

    def leave(number: int, frame: object) -> None:
        signal.signal(number, signal.default_int_handler)  # whoever cannot wait says it twice
        server.leave(notice if number == signal.SIGTERM else 0)

    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, leave)
    server.run()


def _indented(block: str) -> str:
    return "\n".join(f"  {line}" for line in block.rstrip("\n").split("\n"))
