"""One-time pads for what the outbox of a browser keeps of a sheet that is read blind (decision 21).

The page of a blind sheet has a pad; its script keeps the exclusive or of pad and fields, and the server, which derives
the pad again, opens it for the account that typed it and for nobody else. The pad is never stored.
"""

from base64 import b64decode, b64encode
from binascii import Error
from functools import wraps
from hashlib import shake_256
from secrets import token_urlsafe
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.crypto import salted_hmac

from tournament.core.models import User
from tournament.core.requests import TournamentRequest
from tournament.core.roles import Answer, P, Page

LENGTH = 6 * 1024  # bytes: more than the fields of a sheet with its all-last sheet and a long reason
SALT = "tournament.desk.pads"
OUTSIDE = ("account", "csrfmiddlewaretoken")
"""What is sent beside the sealed fields."""


def new_pad(person: User) -> str:
    """Return a pad that was never used: its number, a colon, and its bytes in base64."""
    number = token_urlsafe(16)
    return f"{number}:{b64encode(_pad(person, number)).decode()}"


def opens_sealed(view: Page[P, Answer]) -> Page[P, Answer]:
    """Decorate a view of a form that the outbox may have sealed: it reads the fields as they were typed.

    What another account sealed, or nobody, becomes fields that no form accepts.
    """

    @wraps(view)
    def opened(request: TournamentRequest, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        if "sealed" in request.POST:
            outside = {name: request.POST[name] for name in OUTSIDE if name in request.POST}
            request.POST = QueryDict(f"{_opened(request.POST, request.user)}&{urlencode(outside)}")
        return view(request, *args, **kwargs)

    return opened


def _opened(sent: QueryDict, person: User) -> str:
    try:
        sealed = b64decode(str(sent["sealed"]), validate=True)
    except (Error, ValueError):
        return ""
    pad = _pad(person, str(sent.get("pad", "")))
    return bytes(one ^ other for one, other in zip(sealed, pad, strict=False)).decode(errors="replace")


def _pad(person: User, number: str) -> bytes:
    return shake_256(salted_hmac(SALT, f"{person.pk} {number}", algorithm="sha256").digest()).digest(LENGTH)
