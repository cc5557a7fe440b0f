"""Sessions in the database that know their person: the list under My account, and ending those of a lost device.

`settings.SESSION_ENGINE` names this module. The name of a session in a page is a digest: the key itself signs in.
"""

from datetime import datetime
from hashlib import sha256
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore
from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime

from tournament.core.models import User
from tournament.staff.models import StaffSession

DEVICE, BEGAN = "device", "began"  # what a sign-in writes into its session


class SessionStore(DatabaseSessionStore):
    """Django's sessions, with columns for what they say about the sign-in."""

    def _validate_session_key(self, key: Any) -> bool:
        """Return whether a cookie may be a key: letters and digits. PostgreSQL fails where it is asked for others."""
        return bool(super()._validate_session_key(key)) and key.isalnum()  # type: ignore[misc]  # not in the types of Django

    @classmethod
    def get_model_class(cls) -> type[StaffSession]:
        """Return the model that the sessions are stored in."""
        return StaffSession

    def create_model_instance(self, data: dict[str, Any]) -> StaffSession:
        """Return the row to be stored for a session with this data."""
        row: Any = super().create_model_instance(data)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.device = data.get(DEVICE, "")
        row.began_at = parse_datetime(data.get(BEGAN, ""))
        return cast(StaffSession, row)


def note_sign_in(session: SessionBase, device: str, at: datetime) -> None:
    """Write into a session that has begun from where and since when."""
    session[DEVICE], session[BEGAN] = device, at.isoformat()


def sessions_of(user: User, at: datetime) -> QuerySet[StaffSession]:
    """The sessions of a person that still last, the latest first."""
    return user.sessions.filter(expire_date__gt=at).order_by("-began_at", "-expire_date")


def session_name(key: str) -> str:
    """Return the name by which a page calls a session; nobody finds the key from it."""
    return sha256(key.encode()).hexdigest()[:16]
