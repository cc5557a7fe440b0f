"""Queries about tokens."""

from hmac import compare_digest

from tournament.api.models import ApiToken
from tournament.core.models import Tournament


def tokens_of(tournament: Tournament) -> list[ApiToken]:
    """Return the tokens of a tournament, those that work first, the newest on top. One query."""
    found = tournament.api_tokens.select_related("made_by").order_by("-pk")
    return sorted(found, key=lambda token: token.revoked_at is not None)


def find_token(digest: str) -> ApiToken | None:
    """Return the token with this digest that works, with its tournament. One query."""
    token = ApiToken.objects.filter(digest=digest, revoked_at=None).select_related("tournament").first()
    return token if token and compare_digest(token.digest, digest) else None
