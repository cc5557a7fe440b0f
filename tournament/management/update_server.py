"""The server that answers while `serve` brings an older database up to date: it says that an update runs.

Without it whoever asks would wait for a page that never comes. A database that needs no step is ready in seconds: there
a request waits in the queue of the socket.
"""

import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from wsgiref.types import StartResponse, WSGIEnvironment

from django.db import Error

from tournament.core.database_release import Release, release_of_database
from tournament.core.health import Health, text_answer
from tournament.core.update_notice import UpdateNotice
from tournament.management.hall_server import hall_server


class OlderRelease:
    """The release of a database that is being updated."""

    def value(self) -> Release:
        """Return that it lacks steps, without asking it."""
        return Release.OLDER


class UpdateHealth(Health):
    """Says that this process answers, and that no request should be sent to it."""

    def why_not_ready(self) -> str:
        """Return so until the preparation has ended, of which the steps of the database are the first part."""
        return "not prepared"


@contextmanager
def notice_meanwhile(listening: socket.socket) -> Iterator[None]:
    """While the database lacks steps, answer on this socket that an update runs; the socket stays open."""
    is_behind = False
    with suppress(Error):  # preparation tells that the database does not answer
        is_behind = release_of_database() is Release.OLDER
    if not is_behind:
        yield
        return
    with listening.dup() as beside:
        server = hall_server(UpdateHealth(UpdateNotice(_no_file, OlderRelease())), beside, threads=1, ident="Sekigime")
        thread = Thread(target=server.run, name="update notice")
        thread.start()
        try:
            yield
        finally:
            server.end()
            thread.join()


def _no_file(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Style sheets and scripts are collected when the update is done; the notice needs none."""
    return text_answer(environ, start_response, "404 Not Found", b"")
