"""Making, using and revoking tokens."""

import secrets
from datetime import date
from hashlib import sha256

from django.utils.translation import gettext_noop as _

from tournament.api.models import ApiToken, TokenScope
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import Tournament, Verb
from tournament.staff.owner_access import refuse_lasting

PREFIX = "sekigime_"
"""By which people, and programs that look for lost secrets, tell what it is."""


def digest_of(token: str) -> str:
    """Return what is kept of a token."""
    return sha256(token.encode()).hexdigest()


def make_token(*, tournament: Tournament, name: str, scope: str, act: Act) -> tuple[ApiToken, str]:
    """Make a token of 256 bits; its text is returned here and kept nowhere. Raises Refused.

    A form that was sent twice is refused by the name: the text of the first sending cannot be shown again.
    """
    name = " ".join(name.split())
    if not name:
        raise Refused.of("token-name-missing", _("Enter a name: the history shows it."), field="name")
    if scope not in TokenScope.values:
        raise Refused.of("token-scope-unknown", _("Choose what the token may do."), field="scope")
    text = PREFIX + secrets.token_urlsafe(32)
    refuse_lasting(tournament, act.by)
    with audited_write(tournament, act, Verb.MADE_TOKEN, subject=name, scope=scope):
        if tournament.api_tokens.filter(name__iexact=name).exists():
            taken = _("There is a token called “{name}”, or was one. Choose another name.")
            raise Refused.of("token-name-taken", taken, field="name", name=name)
        token = ApiToken.objects.create(
            tournament=tournament, name=name, scope=scope, digest=digest_of(text), made_at=act.at, made_by=act.by
        )
    return token, text


def revoke_token(*, token: ApiToken, act: Act) -> None:
    """Let a token open nothing from now on. Raises Refused for one that is revoked already."""
    with audited_write(token.tournament, act, Verb.REVOKED_TOKEN, subject=token.name, scope=token.scope):
        if not ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=act.at):
            raise Refused.of("token-revoked", _("The token “{name}” is revoked already."), name=token.name)
    token.revoked_at = act.at


def note_use(*, token: ApiToken, day: date) -> None:
    """Keep the day of the last use: one write a day, and no line in the history."""
    if token.last_used_on != day:
        ApiToken.objects.filter(pk=token.pk).update(last_used_on=day)
        token.last_used_on = day
