"""The page that is shown while the database is being updated: nothing is lost, try again in a minute.

A program whose database lacks steps answers nothing else. One whose database has been updated by a newer release goes
on to show pages, which a release may still read ([the rule](../../CONTRIBUTING.md#a-migration)), and takes no form: it
was not made for these tables. A program that never saw a database of its own release shows nothing.
"""

import json
import logging
from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from typing import Protocol
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from django.http import UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string
from django.utils import translation

from tournament import __version__
from tournament.core.database_release import Release, version_of_database
from tournament.core.languages import FOR_PROGRAMS, WITHOUT_ACCOUNT, ReaderLanguages
from tournament.core.roles import WORK, fields_to_repeat

AGAIN_AFTER = 15  # seconds
READING = ("GET", "HEAD", "OPTIONS")
STYLE = (
    ":root{color-scheme:light dark;font:1.125rem/1.6 system-ui,sans-serif}"
    "body{margin:0;border-top:3.5rem solid #1e5b46;background:light-dark(#f7f2ea,#171a18)}"
    "main{max-width:34rem;margin:4rem auto;padding:0 1.25rem}h1{font-size:1.75rem;line-height:1.25}"
    "button{font:inherit;font-weight:600;padding:.6rem 1.4rem;min-height:2.75rem;color:#fff;background:#1e5b46;"
    "border:0;border-radius:.6rem}"
)
"""In the page itself: while an update runs, no file of a page can be relied on."""
DIGEST = b64encode(sha256(STYLE.encode()).digest()).decode()
POLICY = f"default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'; style-src 'sha256-{DIGEST}'"
logger = logging.getLogger("tournament.requests")


class KnownRelease(Protocol):
    """The release of the database as somebody knows it: by looking, or because an update is running."""

    def value(self) -> Release: ...


class UpdateNotice:
    """A WSGI application that answers in place of another one while the database is of another release."""

    def __init__(self, application: WSGIApplication, release: KnownRelease) -> None:
        self.application, self.release = application, release
        self.was_same = self.is_logged = False

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        release = self.release.value()
        self.was_same = self.was_same or release is Release.SAME
        self._log(release)
        reads = environ["REQUEST_METHOD"] in READING
        is_file = environ["PATH_INFO"].startswith(f"/{settings.STATIC_URL.lstrip('/')}")
        if release is Release.SAME or (release is Release.NEWER and self.was_same and reads) or is_file:
            return self.application(environ, start_response)
        kind, content = _answer(environ)
        headers = [
            ("Content-Type", kind),
            ("Content-Length", str(len(content))),
            ("Content-Security-Policy", POLICY),
            ("Cache-Control", "no-store"),
            ("Retry-After", str(AGAIN_AFTER)),
        ]
        start_response("503 Service Unavailable", headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [content]

    def _log(self, release: Release) -> None:
        """Tell whoever runs the server, once, why it takes nothing more."""
        if release is Release.NEWER and not self.is_logged:
            logger.error(
                "the database was updated by Sekigime %s and this is %s: nothing is written any more; start the newer "
                "program",
                version_of_database(),
                __version__,
            )
        self.is_logged = release is Release.NEWER


def _answer(environ: WSGIEnvironment) -> tuple[str, bytes]:
    """Return the type and the bytes of the notice, in the language of its reader."""
    if environ["PATH_INFO"].startswith(FOR_PROGRAMS):
        detail = "Sekigime is being updated. Send the request again in a minute; nothing was changed."
        problem = {"type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": detail}
        return "application/problem+json", json.dumps({**problem, "code": "updating", "errors": []}).encode()
    request = WSGIRequest(environ)
    language = translation.get_language()
    try:
        ReaderLanguages(request).for_reader()
        content = render_to_string("update_notice.html", _context(request))
    finally:
        translation.activate(language or settings.LANGUAGE_CODE)
    return "text/html; charset=utf-8", content.encode()


def _context(request: WSGIRequest) -> dict[str, object]:
    """Return what the page shows. A form of ours comes back in it with all that was typed, to be sent again."""
    reads = request.method in READING
    fields = None
    with suppress(SuspiciousOperation, BadRequest, MultiPartParserError, UnreadablePostError):  # of no page of ours
        fields = None if reads else fields_to_repeat(request, (WORK, *WITHOUT_ACCOUNT))
    return {
        "style": STYLE,
        "again_after": AGAIN_AFTER,
        "reads": reads,
        "fields": fields,
        "address": request.get_full_path(),
    }
