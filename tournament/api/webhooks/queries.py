"""Queries about webhooks."""

from datetime import datetime

from tournament.api.models import Webhook
from tournament.core.models import AuditEntry, Hanchan, Tournament


def webhooks_of(tournament: Tournament) -> list[Webhook]:
    """Return the webhooks of a tournament, the newest first. One query."""
    return list(tournament.webhooks.order_by("-pk"))


def waiting(at: datetime) -> list[Webhook]:
    """Return the webhooks that may be sent now, with their tournaments. One query."""
    return list(Webhook.objects.filter(next_at__lte=at).select_related("tournament").order_by("pk"))


def lines_after(tournament: Tournament, line: int) -> list[AuditEntry]:
    """Return the lines of a history after one, in order, with their figures. One query."""
    found = tournament.audit_entries.filter(edition__gt=line).order_by("edition")
    return list(found.only("edition", "at", "figures", "tournament"))


def numbers_of(tournament: Tournament) -> dict[int, int]:
    """Return the numbers of all hanchan by the ids that the history has. One query."""
    rows = Hanchan.every.filter(tournament=tournament).values_list("pk", "number")
    return {pk - tournament.id_offset: number for pk, number in rows}
