"""The server of the watchers' measurement: waitress as at the venue, with one more page that is constant bytes.

Usage: python -m bench.server PORT PAGE_BYTES
"""

import sys
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.core.wsgi import get_wsgi_application
from waitress import serve

THREADS = 8


def main() -> None:
    port, size = int(sys.argv[1]), int(sys.argv[2])
    application = get_wsgi_application()
    page = b"x" * size

    def with_constant_page(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/constant/":
            return application(environ, start_response)
        start_response("200 OK", [("Content-Type", "text/html"), ("Content-Length", str(size))])
        return [page]

    serve(with_constant_page, host="127.0.0.1", port=port, threads=THREADS, connection_limit=600, _quiet=True)


if __name__ == "__main__":
    main()
