"""The two secrets of a registration: when its form was opened, signed, and the token of the personal link.

The token follows from the form's submission and the server's secret key (256 bits), so that a form that is sent twice
shows the same link twice, although only the token's digest is kept. The token of a new link follows in the same way
from the stamp of the link that it replaces.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from uuid import UUID, uuid4

from django.core.signing import BadSignature, Signer
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament

SALT = "tournament.registration"
AT_LEAST = timedelta(seconds=3)
"""Nobody types a name faster; a program does."""
AT_MOST = timedelta(hours=24)
"""After that a form that was left open cannot be sent, nor its link be shown again."""


@dataclass(frozen=True, slots=True)
class Opening:
    """One form as it was opened."""

    submission: UUID
    at: datetime

    def seal(self, tournament: Tournament) -> str:
        """Return the opening as a signed text for the form; it is good for this tournament only."""
        return _signer(tournament).sign(f"{self.submission}.{int(self.at.timestamp())}")


def open_form(tournament: Tournament, at: datetime) -> str:
    """Return the signed text of a form that is opened now."""
    return Opening(uuid4(), at).seal(tournament)


def read_opening(sealed: str, tournament: Tournament, at: datetime) -> Opening:
    """Return what `open_form` signed. Raises Refused for another text, and for a form sent too fast or too late."""
    try:
        submission, _dot, seconds = _signer(tournament).unsign(sealed).partition(".")
    except BadSignature as wrong:
        raise _out_of_date() from wrong
    opening = Opening(UUID(submission), datetime.fromtimestamp(int(seconds), tz=UTC))
    if at - opening.at > AT_MOST:
        raise _out_of_date()
    if at - opening.at < AT_LEAST:
        text = _("Please check your entries and press Register again.")
        raise Refused.of("sent-too-fast", text)
    return opening


def token_of(submission: UUID) -> str:
    """Return the token of the personal link: 64 hexadecimal digits."""
    return salted_hmac(f"{SALT}.token", str(submission), algorithm="sha256").hexdigest()


def renewed_token(player: int, stamp: str) -> str:
    """Return the token of the link that replaces the one with this stamp: 64 hexadecimal digits."""
    return salted_hmac(f"{SALT}.renewed", f"{player}.{stamp}", algorithm="sha256").hexdigest()


def digest(token: str) -> str:
    """Return what is kept of a token."""
    return sha256(token.encode()).hexdigest()


def _signer(tournament: Tournament) -> Signer:
    return Signer(salt=f"{SALT}.{tournament.pk}")


def _out_of_date() -> Refused:
    return Refused.of("form-out-of-date", _("This form is out of date. Your entries are kept: send it again."))
