"""The edition: a number per tournament that every write bumps; who watches asks "anything since n?"."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from tournament.audit import AuditEntry
from tournament.events.models import Tournament

LONGEST_SUBJECT = 200  # two long names and a hanchan may be more; the details have them whole


@contextmanager
def writing(
    tournament: Tournament, *, by: Any, at: datetime, verb: str, subject: str = "", reason: str = "", **detail: Any
) -> Iterator[AuditEntry]:
    """The frame of every action: one transaction, edition + 1, one line of history.

    Bumping comes first: it takes the tournament's row lock, so that the writers of one tournament queue up and each
    checks its conditions against what the one before it left behind. `by` is a User, or None for a command.
    The yielded entry may be given more `detail` or a better `subject` before the block ends. When the block is refused
    the tournament has the edition it had: a page that shows the refusal must hear of the very next write.
    """
    before = tournament.edition
    try:
        with transaction.atomic():
            Tournament.objects.filter(pk=tournament.pk).update(edition=F("edition") + 1)
            tournament.edition = Tournament.objects.values_list("edition", flat=True).get(pk=tournament.pk)
            entry = AuditEntry(
                tournament=tournament, edition=tournament.edition, at=at, by=by,
                verb=verb, subject=subject, reason=reason, detail=detail,
            )  # fmt: skip
            yield entry
            entry.subject = entry.subject[:LONGEST_SUBJECT]
            entry.save()
    except BaseException:
        tournament.edition = before
        raise
