"""The server of the watchers' measurement: waitress as at the venue, with one more page that is constant bytes.

Usage: python -m bench.server PORT PAGE_BYTES
"""

import socket
import sys
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.urls import reverse

from tournament.management.hall_server import hall_server

THREADS = 4


def main() -> None:
    port, size = int(sys.argv[1]), int(sys.argv[2])
    from tournament.wsgi import application  # Django is set up by it

    page = b"x" * size

    def with_constant_page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/constant/":
            return application(environ, start_response)
        start_response("200 OK", [("Content-Type", "text/html"), ("Content-Length", str(size))])
        return [page]

    listening = socket.create_server(("127.0.0.1", port), backlog=1024)
    hall_server(with_constant_page, listening, threads=THREADS, sign_in=reverse("sign_in")).run()


if __name__ == "__main__":
    main()
