"""Public answers kept as bytes while nothing is written: two hundred phones that ask each second do not reach Django.

With each request the database is asked whether anything was committed (commits.py). While nothing was, an answer that
a view marked as `kept` is given again on the same day. Any write, also by another process or by hand, discards all of
them, each once in each process; what shows a single tournament outlasts what is written of others. Staff, signed-in
people, programs with a token and answers that set a cookie pass through.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http.cookie import parse_cookie
from django.utils.timezone import localdate

from tournament.core.metrics import KEPT_ANSWERS, KEPT_BYTES
from tournament.core.request_log import CURRENT
from tournament.core.response_mark import ANY, KEPT
from tournament.standings.cache import SingleFlightCache
from tournament.standings.commits import Commits, FileCommits, ServerCommits

MOST = 1024
LARGEST = 500_000  # bytes
MOST_BYTES = 64_000_000
"""In all: whoever asks for a page under a thousand names would otherwise fill the memory."""
START = "/"
PREFIXES = ("/t/", "/api/v1/", "/rankings/", "/events/")
PERSONAL = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, CookieStorage.cookie_name)
ASKED = (
    "wsgi.url_scheme",
    "HTTP_HOST",
    "SCRIPT_NAME",
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_HX_REQUEST",
    "HTTP_HX_TARGET",
    "HTTP_IF_NONE_MATCH",
)


@dataclass(frozen=True, slots=True)
class PublicAnswer:
    """Status, headers and bytes of an answer.

    tournament  the id of the only tournament that it shows; 0 for anything else
    commit      the number of the newest commit in sight before it was made
    route       the name of its page, for the log
    event       the short name of its event, for the log
    """

    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    tournament: int
    commit: int
    route: str = ""
    event: str = ""


class NotKept(Exception):
    """An answer that is given once."""

    def __init__(self, answer: PublicAnswer) -> None:
        super().__init__()
        self.answer = answer


class PublicAnswers:
    """A WSGI application before another one, which answers again what that one answered while nothing is committed."""

    def __init__(self, application: WSGIApplication, commits: Commits) -> None:
        self.application = application
        self.commits = commits
        self._answers: SingleFlightCache[PublicAnswer] = SingleFlightCache(
            MOST, weight=lambda answer: len(answer.body), most=MOST_BYTES
        )

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        key = _question(environ)
        newest = self.commits.newest() if key else None
        if newest is None:
            return self.application(environ, start_response)

        def is_current(answer: PublicAnswer) -> bool:
            """Of those who waited for an answer some came before the last commit, some after it."""
            return answer.commit >= newest or not self.commits.is_changed(answer.tournament, since=answer.commit)

        try:
            answer = self._answers.get(key, lambda: self._ask(environ, newest), accepts=is_current)
            self._note(answer)
        except NotKept as once:
            answer = once.answer
            KEPT_ANSWERS.labels("once").inc()
        start_response(answer.status, list(answer.headers))
        return [answer.body]

    def _note(self, answer: PublicAnswer) -> None:
        """Count an answer that is kept, and let the log know of which page one that did not reach Django is."""
        note = CURRENT.get()
        if note and not note.route:
            note.route, note.event = answer.route, answer.event
            KEPT_ANSWERS.labels("hit").inc()
        else:
            KEPT_ANSWERS.labels("miss").inc()
            KEPT_BYTES.set(self._answers.weight)

    def _ask(self, environ: WSGIEnvironment, commit: int) -> PublicAnswer:
        """The application's answer. Raises NotKept if it is not to be given again."""
        told: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Callable[[bytes], object]:
            told[:] = [status, headers]
            return _refuse_write

        parts = self.application(environ, start)
        try:
            body = b"".join(parts)
        finally:
            _close(parts)
        status, headers = told
        own = tuple((name, value) for name, value in headers if name != KEPT)
        note = CURRENT.get()
        mark = next((int(value) for name, value in headers if name == KEPT), ANY)
        answer = PublicAnswer(status, own, body, mark, commit, *((note.route, note.event) if note else ()))
        sets_cookie = any(name.lower() == "set-cookie" for name, _value in own)
        if len(own) == len(headers) or sets_cookie or len(body) > LARGEST:
            raise NotKept(answer)
        return answer


def _question(environ: WSGIEnvironment) -> Hashable:
    """Everything of a request that a public answer may depend on; None for one that is somebody's own."""
    if environ["REQUEST_METHOD"] != "GET" or not (
        environ["PATH_INFO"] == START or environ["PATH_INFO"].startswith(PREFIXES)
    ):
        return None
    if "HTTP_AUTHORIZATION" in environ:
        return None
    cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
    if any(name in cookies for name in PERSONAL):
        return None
    return tuple(environ.get(name, "") for name in ASKED), tuple(sorted(cookies.items())), localdate()


def _close(parts: Iterable[bytes] | Iterator[bytes]) -> None:
    if close := getattr(parts, "close", None):
        close()


def _refuse_write(_part: bytes) -> object:
    raise NotImplementedError("The write() of WSGI is not offered.")


def with_public_answers(application: WSGIApplication) -> WSGIApplication:
    """Put kept answers before an application on SQLite or PostgreSQL; another database does not say what it commits."""
    database = settings.DATABASES["default"]
    kind = str(database["ENGINE"]).rpartition(".")[2]
    if kind == "sqlite3":
        return PublicAnswers(application, FileCommits(Path(database["NAME"])))
    if kind == "postgresql":
        return PublicAnswers(application, ServerCommits())
    return application
