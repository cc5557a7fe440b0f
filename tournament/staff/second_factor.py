"""The second factor of a sign-in: a code of six digits that an app on the person's phone shows (TOTP, RFC 6238).

A code lasts for half a minute, a *step*. The steps before and after the present one are taken too, since clocks differ;
each step signs in once. For a lost phone there are recovery codes on paper, each of which signs in once as well; the
server keeps their digests. They are 20 random digits, so that nobody finds one from its digest, and a phone types them.
"""

from datetime import datetime
from hashlib import sha256
from string import digits

import pyotp
from django.utils.crypto import constant_time_compare, get_random_string

from tournament.core.models import User

STEP = 30  # seconds
ISSUER = "Sekigime"
RECOVERY_CODES, RECOVERY_DIGITS = 10, 20


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


def new_recovery_codes() -> list[str]:
    """Return codes to print, in groups of four digits."""
    codes = (get_random_string(RECOVERY_DIGITS, digits) for _code in range(RECOVERY_CODES))
    return [" ".join(code[start : start + 4] for start in range(0, RECOVERY_DIGITS, 4)) for code in codes]


def recovery_digest(code: str) -> str:
    """Return what the server keeps of a recovery code, however it was typed."""
    typed = "".join(sign for sign in code if sign in digits)
    return sha256(typed.encode()).hexdigest()
