"""Who reads what in which language; decided here alone.

| what                                            | language                                                      |
|-------------------------------------------------|---------------------------------------------------------------|
| screens, prints, workbooks, posts, certificates | the event's, whatever browser opens them                      |
| the registration page                           | what its reader chose, else the event's                       |
| other public pages and phones                   | their reader's choice, else the browser's, else the event's   |
| pages of the staff                              | the account's, else their reader's choice, else the browser's |
| commands                                        | the terminal's; JSON is in English                            |

A reader chooses at the foot of a page, which a cookie keeps, or by a link with `?lang=ja`, which can be passed on; such
a link also asks for a print or a screen in another language. A language that was chosen without a country has the
numbers and dates of the browser's country: Deutsch on a phone from Zürich is de-ch.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournament.core.models import Tournament
from tournament.translation.formats import closed_up

LINK = "lang"
WITHOUT_ACCOUNT = ("/t/", "/p/", "/s/")
"""Pages of players and of the hall: nobody's account is read for them."""
FOR_PROGRAMS = "/api/"
"""What programs read is the same for everybody: it asks for no language and depends on no cookie."""


def usable(code: str) -> str:
    """Return the language of `settings.LANGUAGES` that serves somebody who asks for `code`, "" if there is none.

    >>> usable("de-LI"), usable("de-ch"), usable("xx"), usable("")
    ('de', 'de-ch', '', '')
    """
    try:
        return translation.get_supported_language_variant(code.lower())
    except (LookupError, ValueError):
        return ""


def usable_locale(locales: str) -> str:
    """Return the language of the first usable locale of a terminal, "" if there is none.

    >>> usable_locale("fr_CH.UTF-8"), usable_locale("it:ja_JP:en"), usable_locale("C.UTF-8"), usable_locale("")
    ('fr-ch', 'ja', '', '')
    """
    codes = (locale.partition(".")[0].partition("@")[0].replace("_", "-") for locale in locales.split(":"))
    return next(filter(None, map(usable, codes)), "")


class ReaderLanguages:
    """The languages that a request may be answered in, as `request.languages`. Each method activates one."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        found = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
        accepted = [code for code in (usable(code) for code, _weight in found) if code]
        self.asked = usable(request.GET.get(LINK, ""))
        """The language of the link, "" for none."""
        kept = self.asked or usable(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))
        self._chosen = kept and next((code for code in accepted if code.startswith(f"{kept}-")), kept)
        self._browsers = accepted[0] if accepted else ""

    def for_reader(self, event: str = "") -> None:
        """Answer a public page: in what its reader chose, else in the browser's language, else in the event's."""
        self._speak(self._chosen, self._browsers, event)

    def for_programs(self) -> None:
        """Answer a program: in English."""
        self._speak()

    def for_account(self, account: str) -> None:
        """Answer staff: in the language of their account, else as any reader."""
        self._speak(account, self._chosen, self._browsers)

    def for_event(self, event: str) -> None:
        """Answer for the hall: in the event's language, unless the link itself asks for another one."""
        self._speak(self.asked, event, self._chosen, self._browsers)

    def for_event_unless_chosen(self, event: str) -> None:
        """Answer what an organiser writes for players: the browser alone decides nothing, its reader may."""
        self._speak(self._chosen, event, self._browsers)

    def _speak(self, *codes: str) -> None:
        translation.activate(next(filter(None, map(usable, codes)), settings.LANGUAGE_CODE))
        self._request.LANGUAGE_CODE = translation.get_language()


def languages_of(request: HttpRequest) -> ReaderLanguages:
    """Return the languages of a request."""
    found: ReaderLanguages = request.languages  # type: ignore[attr-defined]  # of ReaderLanguage
    return found


@contextmanager
def spoken_at_event(event: Tournament) -> Iterator[None]:
    """Write what belongs to an event in its language, whoever writes it: a post, a workbook from the command line."""
    with translation.override(usable(event.language) or translation.get_language()):
        yield


class ReaderLanguage(LocaleMiddleware):
    """Begin each request in the language of its reader, and keep what a link asked for."""

    def process_request(self, request: HttpRequest) -> None:
        languages = request.languages = ReaderLanguages(request)  # type: ignore[attr-defined]
        if request.path_info.startswith(FOR_PROGRAMS):
            languages.for_programs()
        else:
            languages.for_reader()

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Staff read in the language of their account."""
        is_for_staff = not request.path_info.startswith((*WITHOUT_ACCOUNT, FOR_PROGRAMS))
        if is_for_staff and settings.SESSION_COOKIE_NAME in request.COOKIES:
            languages_of(request).for_account(getattr(request.user, "language", ""))

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path_info.startswith(FOR_PROGRAMS):
            return response
        response = super().process_response(request, response)
        patch_vary_headers(response, ("Cookie",))
        is_japanese = response.headers.get("Content-Language", "").startswith("ja")
        if is_japanese and "HX-Request" in request.headers and isinstance(response, HttpResponse):
            _close_up(response)
        asked = languages_of(request).asked
        if asked and asked != request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME):
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                asked,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


def _close_up(part: HttpResponse) -> None:
    """Take the spaces between Japanese sentences out of a part of a page; whole pages are so already (`base.html`)."""
    if part.headers.get("Content-Type", "").startswith("text/html") and "Content-Encoding" not in part.headers:
        part.content = closed_up(part.text)
        part.headers["Content-Length"] = str(len(part.content))


choose_language = csrf_exempt(set_language)
"""The view of the form at the foot of a page. It needs no token: with one, a page would be somebody's own, and not be
kept for all phones of a hall."""
