"""One sending of a form carried out once, however often it arrives."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import IntegrityError

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Tournament

Made = TypeVar("Made")


def result_of(tournament: Tournament, act: Act, key: str) -> Any:
    """Return what an earlier sending of the same form made, `key` in the details of its history; None for the first."""
    if not act.submission:
        return None
    entries = tournament.audit_entries.filter(submission=str(act.submission), detail__has_key=key)
    return entries.values_list(f"detail__{key}", flat=True).first()


def once(find: Callable[[], Made | None], write: Callable[[], Made]) -> Made:
    """Return what `find` knows of an earlier sending of the form, else the result of `write`.

    Of two sendings in the same moment one writes; the other is refused, at the latest by the constraint on submissions,
    and gets what the first one made.
    """
    if earlier := find():
        return earlier
    try:
        return write()
    except (Refused, IntegrityError):
        if earlier := find():
            return earlier
        raise
