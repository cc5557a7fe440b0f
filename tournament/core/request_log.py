"""One line of the log and one count for each request: who asked for what, the answer, and how long it took.

A line names the route, never the address, in which there may be the code of a link; the account and the event by their
id and short name; and the network address by digits from which nobody reads one. The id of the request is in every line
that is logged meanwhile, in the header of the answer, and on the page of an error.
"""

import logging
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from secrets import token_hex
from time import perf_counter
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tournament.core.metrics import count_request

ID_HEADER = "X-Request-ID"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SALT = "tournament.request_log"
logger = logging.getLogger("tournament.requests")


@dataclass(slots=True)
class RequestNote:
    """What is known of a request so far.

    id      tells the request from others: eight digits that can be read out over a telephone
    route   the name of the address in urls.py; "static" for a file, "none" where no page has the address
    event   the short name of the event, "" for none
    actor   the id of the account, None for a stranger
    """

    id: str
    method: str
    route: str = ""
    event: str = ""
    actor: int | None = None
    status: int = 500


CURRENT: ContextVar[RequestNote | None] = ContextVar("request", default=None)


def request_id() -> str:
    """Return the id of the request that is being answered, "" outside of one."""
    note = CURRENT.get()
    return note.id if note else ""


class RequestLog:
    """A WSGI application in front of another one, which counts and logs each request, kept answers included."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        method = environ["REQUEST_METHOD"]
        note = RequestNote(token_hex(4), method if method in METHODS else "OTHER")

        def start(status: str, headers: list[tuple[str, str]], *problem: object) -> Callable[[bytes], object]:
            note.status = int(status[:3])
            return start_response(status, [*headers, (ID_HEADER, note.id)], *problem)  # type: ignore[arg-type]

        before = CURRENT.set(note)
        began = perf_counter()
        try:
            return self.application(environ, start)
        finally:
            seconds = perf_counter() - began
            count_request(note.route or "none", note.method, note.status, seconds)
            _write(note, seconds, environ.get("REMOTE_ADDR", ""))
            CURRENT.reset(before)


def _write(note: RequestNote, seconds: float, address: str) -> None:
    level = logging.WARNING if seconds > settings.SLOW_REQUEST_SECONDS else logging.INFO
    if not logger.isEnabledFor(level):
        return
    facts = {
        "method": note.method,
        "route": note.route or "none",
        "event": note.event or None,
        "status": note.status,
        "ms": round(seconds * 1000, 1),
        "actor": note.actor,
        "from": salted_hmac(SALT, address, algorithm="sha256").hexdigest()[:12],
    }
    text = "{method} {route} {event}: {status} after {ms} ms, user {actor}, from {from}"
    said = text.format_map({name: "–" if fact is None else fact for name, fact in facts.items()})
    logger.log(level, "%s", said, extra={"facts": facts})


class RequestFacts:
    """Middleware that tells the log what only Django knows: the route, the event and the account. It asks nothing of
    the database: an account that no page looked for is not named.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if note := CURRENT.get():
            note.event = getattr(getattr(request, "tournament", None), "slug", "")
            note.actor = getattr(getattr(request, "_cached_user", None), "pk", None)
            is_file = not note.route and request.path_info.startswith(settings.STATIC_URL)
            note.route = "static" if is_file else note.route
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        """Remember the route before the page begins: it may fail."""
        note, found = CURRENT.get(), request.resolver_match
        if note and found:
            note.route = found.url_name or found.route
