"""The second factor of a sign-in: a code of six digits that an app on the person's phone shows (TOTP, RFC 6238).

A code lasts for half a minute, a *step*. The steps before and after the present one are taken too, since clocks differ;
each step signs in once.
"""

from datetime import datetime

import pyotp
from django.utils.crypto import constant_time_compare

from tournament.core.models import User

STEP = 30  # seconds
ISSUER = "Sekigime"


def new_secret() -> str:
    """Return a secret for an app: 160 random bits."""
    return pyotp.random_base32()


def app_address(user: User, secret: str) -> str:
    """Return the address that an app reads from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=user.username, issuer_name=ISSUER)


def step_of(secret: str, code: str, at: datetime, after: int = 0) -> int | None:
    """Return the step of a typed code, None for a wrong code and for a step up to `after`, which is used."""
    typed = "".join(code.split())
    now = int(at.timestamp()) // STEP
    totp = pyotp.TOTP(secret)
    fitting = [step for step in (now - 1, now, now + 1) if constant_time_compare(totp.generate_otp(step), typed)]
    return next((step for step in fitting if step > after), None)
