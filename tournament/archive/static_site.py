"""The public pages of an event as files that any web server serves, or that are opened from disk.

Every page is asked for as any visitor asks for it, so a copy shows nothing that a visitor may not see. Links lead to
files beside the page; what needs the server (searching, the clock, reports) is left out.
"""

import posixpath
import re
from base64 import b64encode
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape, unescape
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qsl, urljoin, urlsplit
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.core.requests import STATIC_SITE
from tournament.core.typeface import code_points

PAGES: Mapping[str, tuple[str, ...]] = {
    "public_standings": (),
    "public_standings_after": (),
    "public_league": (),
    "public_league_player": (),
    "public_players": (),
    "public_player": (),
    "public_crosstable": (),
    "public_race": (),
    "public_race_after": (),
    "public_teams": (),
    "public_countries": (),
    "public_clubs": (),
    "public_seating": ("hanchan", "by"),
    "public_ceremony": (),
    "public_statistics": (),
    "public_prizes": (),
    "public_report": (),
    "public_report_photograph": (),
    "public_rules": (),
    "public_draw_file": (),
}
"""The pages that are copied, with the parameters that make another page."""
CLOSED = """<!DOCTYPE html>
<html lang="{lang}">
<head><meta charset="utf-8"><title>{name}</title></head>
<body><p>{text}</p></body>
</html>
"""
ASSETS = "assets"
LINK = re.compile(r'(?<=\s)(href|src)="([^"]*)"')
USE = re.compile(r'<use href="([^"#]+)#([^"]+)"')
URL = re.compile(r"url\(\"?([^)\"]+)\"?\)")
FONT = ".woff2"
FACE = re.compile(r"@font-face\s*\{[^}]*unicode-range:([^;]*);\s*\}\s*")
BODY = re.compile(r"<body\b[^>]*>")
ANCHOR = re.compile(r"<a\b([^>]*)>(.*?)</a>", re.DOTALL)
EMPTY = re.compile(r"<(p|li)\b[^>]*>\s*</\1>")
DROPPED = re.compile(
    r'<form\b.*?</form>|<script\b[^>]*></script>|<link rel="preload"[^>]*>|\s(?:hx-[a-z-]+|srcset)="[^"]*"', re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Copy:
    """One file of the site: its path in the folder, and its bytes."""

    path: str
    content: bytes


def static_site(tournament: Tournament, language: str = "") -> Iterator[Copy]:
    """Yield the files of the site; `index.html` comes last, when all that it leads to is there.

    `language` is the one that a browser would ask for, "" for the server's. Raises Refused while the public page is
    closed.
    """
    if not tournament.is_public:
        raise Refused.of("site-closed", _("The public page is closed, so there is nothing to copy. Open it first."))
    return _Crawl(tournament, language).files()


def site_or_notice(tournament: Tournament, language: str = "") -> Iterator[Copy]:
    """Yield the files of the site; while the public page is closed, one that says this."""
    if tournament.is_public:
        return static_site(tournament, language)
    text = _("The public page of {name} is closed.").format(name=tournament.name)
    values = {"lang": translation.get_language(), "name": escape(tournament.name), "text": escape(text)}
    return iter([Copy("index.html", CLOSED.format(**values).encode())])


class _Crawl:
    """Follows the links from the standings on, or from the table of a league."""

    def __init__(self, tournament: Tournament, language: str) -> None:
        first = "public_league" if tournament.is_league else "public_standings"
        self.root = reverse(first, args=[tournament.slug])
        self.language = language
        self.host = next((host.lstrip(".") for host in settings.ALLOWED_HOSTS if host != "*"), "localhost")
        self.pages = BaseHandler()
        self.pages.load_middleware()
        self.found: dict[str, str] = {}
        """The path of each file by its address, in the order in which they were met."""
        self.shown: set[int] = set()
        """The characters of the pages."""
        self.kept = cache(self._kept)  # each page leads to the same hundreds of others

    def files(self) -> Iterator[Copy]:
        """Style sheets come after the pages: they carry the parts of a typeface that some page shows."""
        first = self._file(self.root, self.root)
        waiting = deque[str]()
        self._await(waiting, known={self.root})
        while waiting:
            address = waiting.pop()
            known = set(self.found)
            yield self._file(address, address)
            self._await(waiting, known)
        yield first

    def _await(self, waiting: deque[str], known: set[str]) -> None:
        for one in self.found:
            if one not in known:
                (waiting.appendleft if self.found[one].endswith(".css") else waiting.append)(one)

    def _file(self, address: str, base: str) -> Copy:
        path = self.found.setdefault(address, self._path(address))
        kind, content = self._ask(address)
        if path.endswith(".css"):
            sheet = FACE.sub(self._face, content.decode())
            content = URL.sub(lambda used: self._used(used, address), sheet).encode()
        if kind != "text/html":
            return Copy(path, content)
        page = self._with_symbols(DROPPED.sub("", content.decode()))
        self.shown.update(map(ord, page))
        page = EMPTY.sub("", ANCHOR.sub(lambda anchor: self._anchor(anchor, base), page))
        return Copy(path, LINK.sub(lambda link: self._link(link, base, path), page).encode())

    def _face(self, face: "re.Match[str]") -> str:
        """Return the rule of a font file; nothing where no page shows one of its characters."""
        return "" if self.shown.isdisjoint(code_points(face[1])) else face[0]

    def _used(self, used: "re.Match[str]", sheet: str) -> str:
        """Return what a style sheet names: a file that keeps its place beside it, or a typeface within the sheet, since
        a browser reads none from another file that is opened from disk."""
        address = urljoin(sheet, used[1])
        if not address.endswith(FONT):
            self.found.setdefault(address, self._path(address))
            return used[0]
        return f'url("data:font/woff2;base64,{b64encode(self._ask(address)[1]).decode()}")'

    def _with_symbols(self, page: str) -> str:
        """The page with its symbols in it: a browser takes none out of another file that is opened from disk."""
        symbols = "".join(self._ask(file)[1].decode() for file in sorted({use[1] for use in USE.finditer(page)}))
        hidden = f'<div class="visually-hidden" aria-hidden="true">{symbols}</div>' if symbols else ""
        return BODY.sub(lambda body: body[0] + hidden, USE.sub(r'<use href="#\2"', page), count=1)

    def _anchor(self, anchor: "re.Match[str]", base: str) -> str:
        """The link as it is if its page is copied; words that sort rows or mark one without their address; of any other
        nothing. The list of all once more for each player would take the square of their number.
        """
        target = LINK.search(anchor[1])
        address = urljoin(base, unescape(target[2])) if target else ""
        if self.kept(address) is None:
            return ""
        is_same = {"sort", "player"} & dict(parse_qsl(urlsplit(address).query)).keys()
        return LINK.sub("", anchor[0], count=1) if is_same else anchor[0]

    def _link(self, link: "re.Match[str]", base: str, path: str) -> str:
        """A link to the file beside this one."""
        name, target = link[1], unescape(link[2])
        if target.startswith("#"):
            return link[0]
        address, _hash, anchor = urljoin(base, target).partition("#")
        kept = self.kept(address)
        if kept is None:
            return ""
        relative = posixpath.relpath(self.found.setdefault(kept, self._path(kept)), posixpath.dirname(path) or ".")
        return f'{name}="{escape(relative + (f"#{anchor}" if anchor else ""))}"'

    def _kept(self, address: str) -> str | None:
        """The address of a page or file that is copied, without parameters that do not matter; None for any other."""
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            return None
        if parts.path.startswith(settings.STATIC_URL):
            return parts.path
        if not parts.path.startswith(self.root):
            return None
        try:
            name = resolve(parts.path).url_name or ""
        except Resolver404:
            return None
        if name not in PAGES:
            return None
        asked = dict(parse_qsl(parts.query))
        wanted = [(key, asked[key]) for key in PAGES[name] if key in asked]
        query = "&".join(f"{key}={value}" for key, value in wanted)
        return f"{parts.path}?{query}" if query else parts.path

    def _path(self, address: str) -> str:
        """The path of the file for an address."""
        path, _question, query = address.partition("?")
        if path.startswith(settings.STATIC_URL):
            return f"{ASSETS}/{path.removeprefix(settings.STATIC_URL)}"
        folder = path.removeprefix(self.root)
        if not folder.endswith("/") and folder:
            return folder
        return f"{folder}{query.replace('=', '-').replace('&', '-') or 'index'}.html"

    def _ask(self, address: str) -> tuple[str, bytes]:
        """The kind and content of what a visitor gets."""
        path, _question, query = address.partition("?")
        if path.startswith(settings.STATIC_URL):
            name = path.removeprefix(settings.STATIC_URL)
            return "", Path(finders.find(name) or staticfiles_storage.path(name)).read_bytes()
        environ: dict[str, object] = {
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "HTTP_HOST": self.host,
            "HTTP_ACCEPT_LANGUAGE": self.language,
            "wsgi.url_scheme": "https" if settings.HTTPS else "http",
            "wsgi.input": BytesIO(),
            STATIC_SITE: True,
        }
        setup_testing_defaults(environ)
        with translation.override(translation.get_language()):  # a page is answered in its reader's language
            response = self.pages.get_response(WSGIRequest(environ))
        if response.status_code != HTTPStatus.OK:
            status = response.reason_phrase
            raise Refused.of("site-page", _("{address} could not be copied: {status}."), address=address, status=status)
        return response.headers["Content-Type"].partition(";")[0], response.getvalue()
