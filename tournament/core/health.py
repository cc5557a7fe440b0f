"""The addresses for monitors and proxies: `/healthz` says whether this process answers, `/readyz` whether to send it
requests.

Both answer in plain text under any host name: a proxy or a container asks by whatever name it knows.
"""

from collections.abc import Iterable
from pathlib import Path
from threading import Event
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.db import Error, close_old_connections, connection

from tournament import __version__
from tournament.core.database_release import Release, release_of_database, version_of_database

HEALTH, READY = "/healthz", "/readyz"
LEAVING = Event()
"""Set once this process is to end: it still answers, but a proxy should send requests to others."""
NOTICE = 5
"""Seconds that a process behind a proxy goes on after SIGTERM: a proxy that asks every second or two finds out."""
LONGEST_END = 20
"""Seconds from SIGTERM to the end, however long an answer takes."""
MANIFEST = "staticfiles.json"


class Health:
    """A WSGI application in front of another one, which answers these two addresses itself."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application
        self.is_prepared = False

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path not in (HEALTH, READY):
            return self.application(environ, start_response)
        why_not = self.why_not_ready() if path == READY else ""
        status = "503 Service Unavailable" if why_not else "200 OK"
        return text_answer(environ, start_response, status, (why_not or "ok").encode() + b"\n")

    def why_not_ready(self) -> str:
        """Return why this process should get no requests now, "" if it should."""
        if LEAVING.is_set():
            return "stopping"
        close_old_connections()
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            if not self.is_prepared and release_of_database() is Release.NEWER:
                return f"the database is of a newer Sekigime ({version_of_database()}), this is {__version__}"
            self.is_prepared = self.is_prepared or is_prepared()
        except Error:
            return "the database does not answer"
        finally:
            close_old_connections()
        return "" if self.is_prepared else "not prepared"


def text_answer(
    environ: WSGIEnvironment,
    start_response: StartResponse,
    status: str,
    said: bytes,
    *more: tuple[str, str],
    kind: str = "text/plain; charset=utf-8",
) -> Iterable[bytes]:
    """Answer a monitor with a text that nobody keeps; `more` are headers, `kind` is its content type."""
    headers = [("Content-Type", kind), ("Content-Length", str(len(said))), ("Cache-Control", "no-store"), *more]
    start_response(status, headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [said]


def is_prepared() -> bool:
    """Return whether the database is of this release, and the static files were collected. Asks the database."""
    return release_of_database() is Release.SAME and Path(settings.STATIC_ROOT, MANIFEST).exists()
