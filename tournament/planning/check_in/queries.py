"""The last closing of check-in, from the history."""

from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.seats.queries import started_hanchan


def closing_of(tournament: Tournament) -> AuditEntry | None:
    """Return the history's line of the closing that holds now, None while check-in is open. One query."""
    if tournament.check_in_closed_at is None:
        return None
    return tournament.audit_entries.filter(verb=Verb.CLOSED_CHECK_IN).order_by("-id").first()


def can_reopen(tournament: Tournament) -> bool:
    """Return whether the closing can still be undone: the hanchan after it has not started."""
    entry = closing_of(tournament)
    return entry is not None and entry.detail["closing"]["first"] not in started_hanchan(tournament)
