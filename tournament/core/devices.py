"""The device that somebody acts with, in a few words for the history: no address, nothing that identifies a model.

Four letters of a digest tell two alike apart: of the session for as long as somebody stays signed in, else of a cookie
that the pages have on which players type and sign.
"""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from secrets import token_urlsafe
from typing import Concatenate, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)

DEVICE = "_device"
"""The attribute of the signed-in person that has it."""

PHONE = "phone"
"""The cookie of a phone on which nobody is signed in: a random text, which says nothing of the person."""
PHONE_DAYS = 7 * 24 * 60 * 60

# In this order: Edge and Opera call themselves Chrome, Chrome calls itself Safari, and Android calls itself Linux.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "Chrome": "Chrome",
            "CriOS": "Chrome", "Safari": "Safari"}  # fmt: skip
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS X": "macOS",
           "CrOS": "ChromeOS", "Linux": "Linux"}  # fmt: skip


def device_of(request: HttpRequest) -> str:
    """Return browser, system and a mark of the session: `Firefox, Linux, 3f9a`."""
    mark = mark_of(request.session.session_key or request.COOKIES.get(PHONE))
    return ", ".join(filter(None, (kind_of_device(request), mark)))


def with_phone(view: Callable[Concatenate[R, P], HttpResponse]) -> Callable[Concatenate[R, P], HttpResponse]:
    """Decorate a view of people who are not signed in: `device_of` tells their phones apart."""

    @wraps(view)
    def marked(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        phone = request.COOKIES.setdefault(PHONE, token_urlsafe(16))
        response = view(request, *args, **kwargs)
        response.set_cookie(PHONE, phone, max_age=PHONE_DAYS, httponly=True, samesite="Lax")
        return response

    return marked


def is_same_device(one: str, other: str) -> bool:
    """Return whether two devices of the history have the same mark; what has none is no device of its own.

    >>> is_same_device("Firefox, Android, 3f9a", "Chrome, Linux, 3f9a"), is_same_device("Chrome, 3f9a", "Chrome, 77b0")
    (True, False)
    """
    return one.rpartition(", ")[2] == other.rpartition(", ")[2]


def kind_of_device(request: HttpRequest) -> str:
    """Return browser and system alone: `Firefox, Linux`, "" for neither known."""
    agent = request.headers.get("User-Agent", "")
    return ", ".join(filter(None, (_known(BROWSERS, agent), _known(SYSTEMS, agent))))


def note_device(request: HttpRequest) -> None:
    """Put the device on the signed-in person, where the acts of this request find it."""
    setattr(request.user, DEVICE, device_of(request))


def _known(names: dict[str, str], agent: str) -> str:
    return next((name for part, name in names.items() if part in agent), "")


def mark_of(session: str | None) -> str:
    """Return the four letters of a session that tell two devices of a kind apart."""
    return sha256(session.encode()).hexdigest()[:4] if session else ""
