"""Calls of a referee: those that are open, for the referees; that of one table, for its players."""

from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.results.calls.models import RefereeCall


def open_calls(tournament: Tournament) -> list[RefereeCall]:
    """Return the open calls of the hanchan being played, the longest waiting first. One query."""
    found = tournament.referee_calls.filter(answered_at=None, hanchan__state=HanchanState.PLAYING)
    return list(found.select_related("hanchan"))


def call_at(hanchan: Hanchan, table: int) -> RefereeCall | None:
    """Return the open call of a table, None without one. One query."""
    return hanchan.referee_calls.filter(table=table, answered_at=None).first()


def last_call(hanchan: Hanchan, table: int) -> RefereeCall | None:
    """Return the last call of a table, open or answered, with who answered it; None without one. One query."""
    return hanchan.referee_calls.filter(table=table).select_related("answered_by").last()
