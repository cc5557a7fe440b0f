"""The request as views of a tournament get it, and safe reading of parameters."""

from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.urls.converters import IntConverter
from django_htmx.middleware import HtmxDetails

from tournament.core.models import Tournament, User

if TYPE_CHECKING:
    from tournament.core.languages import ReaderLanguages

STATIC_SITE = "STATIC_SITE"
"""Set in the environment of a request whose answer becomes a file of a static site; no header can set it."""
MOST = 2_147_483_647  # what every database keeps as a whole number
MOST_ID = 2**63 - 1  # and as the id of a row


class WholeNumber(IntConverter):
    """A whole number in an address that every database can look for; a larger one is not found."""

    def to_python(self, value: str) -> int:
        number = parse_int(value, MOST_ID)
        if number is None:
            raise ValueError
        return number


class SignedInRequest(HttpRequest):
    """The request of a view for signed-in people only."""

    user: User


class TournamentRequest(SignedInRequest):
    """The request of a view behind `staff_page` or `public_page`; both find the tournament before the view runs.

    `user` is the signed-in person. On a public page it may be Django's AnonymousUser, which has no rights: ask only
    `may(request, right)` there.
    """

    tournament: Tournament
    languages: "ReaderLanguages"
    htmx: HtmxDetails
    own_number: int
    """The start number of who reads, once a page has heard it; 0 for somebody who wants to be nobody again."""


def parse_int(text: str, most: int = MOST) -> int | None:
    """Return the whole number in `text` if it is from 0 to `most`, else None; never raises, however long the text is.

    >>> parse_int("12"), parse_int(" 7 "), parse_int("-1"), parse_int("²"), parse_int("9" * 5000), parse_int("")
    (12, 7, None, None, None, None)
    """
    digits = text.strip()
    if not digits.isdecimal() or len(digits) > len(str(most)):
        return None
    number = int(digits)
    return number if number <= most else None


def has_seen(request: TournamentRequest) -> bool:
    """Return whether a watcher asking with `?since=` has this edition of the tournament already; answer 204 then."""
    since = parse_int(request.GET.get("since", ""))
    return since is not None and request.tournament.edition <= since
