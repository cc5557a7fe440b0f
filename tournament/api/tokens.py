"""The token of a request: `Authorization: Bearer sekigime_…`, of one tournament and for one thing.

Wrong ones are counted by network address: after some of them the next wrong one from there is told to wait. Nobody
guesses 256 bits; the limit is for programs that keep asking with a token that was revoked, and a right one works
whatever others at its address do.
"""

import logging

from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournament.api.actions import digest_of, note_use
from tournament.api.models import ApiToken, TokenScope
from tournament.api.problems import ScopeMissing, TokenMissing, TooManyTokens
from tournament.api.queries import find_token
from tournament.core.network_address import address_digest

SALT = "tournament.api"
MOST_WRONG = 30
WINDOW = 5 * 60  # seconds
LONGEST = 200
logger = logging.getLogger("tournament.staff")


def read_token(request: HttpRequest, slug: str) -> ApiToken | None:
    """Return the token that reads the staff's data of this tournament; None for a request without a token.

    Raises TokenMissing, ScopeMissing or TooManyTokens.
    """
    if "Authorization" not in request.headers:
        return None
    return _token(request, slug, TokenScope.READ)


def write_token(request: HttpRequest, slug: str) -> ApiToken:
    """Return the token that enters report sheets at this tournament. Raises like `read_token`, and without a token."""
    if "Authorization" not in request.headers:
        raise TokenMissing.of(
            "token-missing", _("Report sheets are entered with a token. Send “Authorization: Bearer TOKEN”.")
        )
    return _token(request, slug, TokenScope.WRITE)


def _token(request: HttpRequest, slug: str, scope: TokenScope) -> ApiToken:
    kind, _space, text = request.headers["Authorization"].partition(" ")
    where = f"api-wrong-{address_digest(request, SALT)}"
    token = find_token(digest_of(text.strip())) if kind.lower() == "bearer" and len(text) <= LONGEST else None
    if token is None and cache.get(where, 0) >= MOST_WRONG:
        text = _("Too many wrong tokens came from your network. Try again in five minutes, with a token that works.")
        raise TooManyTokens.of("address-locked", text)
    if token is None:
        cache.add(where, 0, WINDOW)
        cache.incr(where)
        logger.warning("wrong API token")
        wrong = _(
            "This token does not work: it is incomplete, revoked, or of another server. The organiser makes tokens "
            "under Export → API. Send it as “Authorization: Bearer TOKEN”."
        )
        raise TokenMissing.of("token-wrong", wrong)
    if token.tournament.slug != slug:
        raise ScopeMissing.of("token-elsewhere", _("This token is for another tournament."))
    if token.scope != scope:
        raise ScopeMissing.of("token-scope", _SCOPES[scope])
    note_use(token=token, day=timezone.localdate())
    return token


_SCOPES = {
    TokenScope.READ: _("This token enters report sheets and reads nothing. What is public needs no token."),
    TokenScope.WRITE: _("This token reads, and enters nothing. The organiser makes tokens that enter report sheets."),
}
