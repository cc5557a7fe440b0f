"""Limits on password checks: on wrong ones from one address, and two checks at once.

A password is slow to check on purpose. Without these limits a few wrong ones at once, each for another name, take every
thread of the server. axes counts the wrong ones, and locks a name at an address (settings.AXES_*).

The limit of an address is for strangers there: a device on which a person has signed in before goes on checking the
password of that person, so that whoever guesses in a hall stops nobody's desk.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Lock

from axes.models import AccessAttempt
from django.conf import settings
from django.core import signing
from django.db.models import Max, Sum
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import User
from tournament.core.turns import Turns
from tournament.translation.formats import written

MOST_WRONG = 30
"""Wrong passwords from one address within the window. A hall behind one router is one address; right ones are free."""
WINDOW = timedelta(minutes=5)
PASSWORD_TURNS = Turns(at_once=2, waiting=2)
KNOWN = "known"
"""The signed cookie of a device with the people who signed in there, the latest first."""
KNOWN_SECONDS = 365 * 24 * 60 * 60
MOST_KNOWN = 8
"""People of one device; a hall's score room has one laptop for a few."""

_checking: Counter[str] = Counter()
_lock = Lock()


def is_known(request: HttpRequest, username: str) -> bool:
    """Return whether the person of this sign-in name has signed in from this device before."""
    people = _people(request)
    return bool(people) and any(
        user.username.casefold() == username.strip().casefold() for user in User.objects.filter(pk__in=people)
    )


def _people(request: HttpRequest) -> list[int]:
    try:
        return list(signing.loads(request.COOKIES.get(KNOWN, ""), salt=KNOWN, max_age=KNOWN_SECONDS))
    except signing.BadSignature:
        return []


def make_known(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Let the device know that this person signed in on it."""
    people = list(dict.fromkeys([user.pk, *_people(request)]))[:MOST_KNOWN]
    response.set_cookie(
        KNOWN,
        signing.dumps(people, salt=KNOWN),
        max_age=KNOWN_SECONDS,
        path=reverse("sign_in"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


class AddressLocked(Refused):
    """Too many wrong passwords came from this address."""

    status = 429


@contextmanager
def password_check(address: str, at: datetime, *, is_own: bool) -> Iterator[None]:
    """Take a turn at checking a password that was sent from `address`; the block does it.

    `is_own`: the device is one of the person whose password it is, and the limit of its address does not stop it.

    Raises AddressLocked or Busy before anything is hashed. Checks that have begun count like wrong ones until they end,
    so that many at once do not get past the limit.
    """
    with _lock:
        _checking[address] += 1
        begun = _checking[address]
    try:
        if not is_own:
            _refuse_address(address, at, begun)
        with PASSWORD_TURNS.turn():
            yield
    finally:
        with _lock:
            _checking[address] -= 1
            if not _checking[address]:
                del _checking[address]


def _refuse_address(address: str, at: datetime, begun: int) -> None:
    """Raise AddressLocked with the time from which one more password would be within the limit."""
    recent = AccessAttempt.objects.filter(ip_address=address, attempt_time__gt=at - WINDOW)
    names = recent.values("username").annotate(wrong=Sum("failures_since_start"), last=Max("attempt_time"))
    # What is sent for a name that is locked is counted by axes, but not checked: it locks nobody else.
    wrong = [(min(one["wrong"], settings.AXES_FAILURE_LIMIT), one["last"]) for one in names.order_by("last")]
    left = sum(count for count, _last in wrong) + begun - MOST_WRONG
    if left <= 0:
        return
    until = at  # with none wrong so far, as soon as a check that has begun ends
    for count, last in wrong:
        left -= count
        until = last + WINDOW
        if left <= 0:
            break
    raise AddressLocked.of(
        "address-locked",
        _(
            "Too many wrong passwords came from your network. Try again at {time}. A one-time link works at once: an "
            "organiser can make one on the tournament’s “Staff” page."
        ),
        time=written(localtime(until + timedelta(seconds=59)), "time"),
    )
