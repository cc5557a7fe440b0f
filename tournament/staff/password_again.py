"""The password once more, before results that are out are changed: a desk left alone must not be enough."""

from contextlib import AbstractContextManager
from datetime import datetime

from axes.helpers import get_client_ip_address
from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import User
from tournament.staff.password_checks import password_check

MISSING = _("These results are out: enter your password to reissue them.")


def check_password_again(request: HttpRequest, at: datetime, missing: str = MISSING) -> None:
    """Refuse unless the form's field `password` has the password of whoever is signed in; `missing` asks for it.

    Who signs in by links has none and sets one first. Wrong ones count as they do at the sign-in. Raises Refused naming
    the field, or Busy.
    """
    if not (isinstance(request.user, User) and request.user.has_usable_password()):
        unset = _("You have no password yet. Set one under My account, then do this again.")
        raise Refused.of("password-unset", unset, field="password")
    password = request.POST.get("password", "")
    if not password:
        raise Refused.of("password-missing", missing, field="password")
    with own_password_check(request, at):
        is_own = is_own_password(request, password)
    if not is_own:
        raise Refused.of("password-wrong", _("This is not your password."), field="password")


def own_password_check(request: HttpRequest, at: datetime) -> AbstractContextManager[None]:
    """Take a turn at checking a password of whoever is signed in, whose device is known. Raises Busy."""
    return password_check(get_client_ip_address(request) or "", at, is_own=True)


def is_own_password(request: HttpRequest, password: str) -> bool:
    """Return whether this is the password of whoever is signed in; wrong ones count as they do at the sign-in."""
    return authenticate(request, username=request.user.get_username(), password=password) is not None
