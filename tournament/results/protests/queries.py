"""Protests: what the public reads of them, and the staff's queue."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Prefetch, Q

from tournament.core.models import AuditEntry, Hanchan, Tournament, Verb
from tournament.results.models import Penalty, SheetLine, SheetVersion
from tournament.results.protests.models import Protest


class PublicProtest(NamedTuple):
    """The part of a protest that everybody may read: nothing that the reporter typed."""

    hanchan: int
    outcome: str
    answer: str
    answered_at: datetime | None


def public_protests(tournament: Tournament, player: int) -> dict[int, list[PublicProtest]]:
    """Return the protests about a player (an id) by hanchan, the first one first. One query, none without a window."""
    found: dict[int, list[PublicProtest]] = {}
    if tournament.has_protests:
        rows = tournament.protests.filter(player_id=player).order_by("id")
        for row in rows.values_list("hanchan__number", "outcome", "answer", "answered_at"):
            found.setdefault(row[0], []).append(PublicProtest(*row))
    return found


def protests_of(tournament: Tournament) -> list[Protest]:
    """Return every protest, those that are open first, with what the staff's list shows. One query."""
    found = tournament.protests.select_related("hanchan", "player", "answered_by")
    return sorted(found, key=lambda one: (not one.is_open, one.pk if one.is_open else -one.pk))


def open_protests(hanchan: Iterable[Hanchan]) -> list[Protest]:
    """Return the protests about these hanchan that nobody has answered. One query."""
    found = Protest.objects.filter(hanchan__in=[one.pk for one in hanchan], outcome="")
    return list(found.select_related("hanchan", "player").order_by("hanchan__number", "table", "id"))


def line_of(hanchan: Hanchan, player: int) -> SheetLine | None:
    """Return the player's line of the sheet that counts, with its version and sheet; None where the player has none."""
    lines = SheetLine.objects.filter(version__sheet__hanchan=hanchan, version__accepted_by__isnull=False)
    return lines.filter(player_id=player).select_related("version__sheet").first()


def published_sheet(protest: Protest) -> SheetVersion | None:
    """Return the version that was public when the protest came, with its lines; None where the player had no sheet."""
    lines = Prefetch("lines", SheetLine.objects.select_related("player"))
    found = SheetVersion.objects.filter(pk=protest.version_id or 0).select_related("sheet__hanchan")
    return found.prefetch_related(lines, "all_last_rows").first()


RULINGS = (Verb.DECIDED_TIE, Verb.CANCELLED_TIE, Verb.CHANGED_RULES, Verb.CHANGED_STANDING_RULES)
"""Corrections of a place that touch no sheet."""


def is_corrected(protest: Protest) -> bool:
    """Return whether something that decides the player's result is later than the report: the sheet that counts, a
    penalty of the player, or a ruling on places. Three queries at most."""
    line = line_of(protest.hanchan, protest.player_id)
    since = protest.sent_at
    given = Penalty.objects.filter(player=protest.player_id).filter(Q(given_at__gt=since) | Q(cancelled_at__gt=since))
    ruled = AuditEntry.objects.filter(tournament=protest.tournament_id, verb__in=RULINGS, at__gt=since)
    return (line.version_id if line else None) != protest.version_id or given.exists() or ruled.exists()


def open_protest_at(hanchan: Hanchan, table: int) -> Protest | None:
    """Return the first protest about a table that waits for an answer."""
    return Protest.objects.filter(hanchan=hanchan, table=table, outcome="").order_by("id").first()
