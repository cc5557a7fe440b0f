"""Audited writes: each one increases the tournament's edition and adds one line to the history.

The edition is a number per tournament; a watcher asks "anything since edition n?". Each line is chained to the one
stored before it, so that a history that was altered by hand can be told (tournament/core/chain.py, audit_check.py).
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F

from tournament.core.chain import first_value, next_value
from tournament.core.devices import DEVICE
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, Tournament, User, Verb
from tournament.core.records import event_id, kept

logger = logging.getLogger("tournament.actions")

LONGEST_SUBJECT = 200  # two long names and a hanchan may be more; the details have them whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """The author, time and reason of a write, given to every action.

    by          the person, or None for a command
    at          the moment, with a time zone
    reason      what the person typed as the reason, "" for none
    submission  names one sending of a form, so that a second sending finds what the first made; None outside of forms
    base        the number of the version that the person was looking at, None when it does not matter
    name        who it is where nobody is signed in: a player at the table; "" otherwise
    phone       the device of that player
    """

    by: User | None
    at: datetime
    reason: str = ""
    submission: UUID | str | None = None
    base: int | None = None
    name: str = ""
    phone: str = ""

    def sending(self) -> UUID:
        """Return the submission as a UUID; a new one for an act that no form sent."""
        return UUID(str(self.submission)) if self.submission else uuid4()

    @property
    def device(self) -> str:
        """The device of the person, as the page found it; "" for a command."""
        return getattr(self.by, DEVICE, self.phone)

    def because(self, reason: str) -> "Act":
        """Return the same act for another reason."""
        return replace(self, reason=reason)

    def step(self, reason: str = "") -> "Act":
        """Return an act by the same person at the same moment, as part of this one: without submission or base."""
        return Act(by=self.by, at=self.at, reason=reason)


@contextmanager
def audited_write(
    tournament: Tournament, act: Act, verb: Verb, *, subject: str = "", **detail: Any
) -> Iterator[AuditEntry]:
    """The frame of every action: one transaction, edition + 1, one line of history.

    Increasing the edition comes first: it takes the tournament's row lock, so that writers of one tournament queue up
    and each checks its conditions against the result of the one before. The yielded entry may be given more `detail` or
    a better `subject` before the block ends. After a refusal the tournament has its old edition again: a page that
    shows the refusal must hear of the very next write.
    """
    before = tournament.edition
    try:
        with transaction.atomic():
            Tournament.objects.filter(pk=tournament.pk).update(edition=F("edition") + 1)
            tournament.edition = Tournament.objects.values_list("edition", flat=True).get(pk=tournament.pk)
            entry = AuditEntry(
                tournament=tournament,
                edition=tournament.edition,
                at=act.at,
                by=act.by,
                verb=verb,
                subject=subject,
                reason=act.reason.strip(),
                submission=str(act.submission or ""),
                detail=detail,
                actor_name=str(act.by or act.name),
                actor_login=act.by.username if act.by else "",
                device=act.device,
                figures={},
            )
            with kept(entry.figures, tournament.id_offset):
                yield entry
            entry.subject = entry.subject[:LONGEST_SUBJECT]
            _chain(entry)
            entry.save()
            if entry.changes_what_is_public:
                tournament.public_head = entry.chain
                Tournament.objects.filter(pk=tournament.pk).update(public_head=entry.chain)
    except Conflict as conflict:
        tournament.edition = before
        logged(conflict, tournament, act, verb)
        raise
    except Refused as refused:
        tournament.edition = before
        logger.info("%s: refused “%s” by %s: %s", tournament.slug, verb, act.by, refused.codes)
        raise
    except BaseException:
        tournament.edition = before
        raise


def _chain(entry: AuditEntry) -> None:
    """Chain a line to the one stored before it; the tournament's row lock keeps others from coming between."""
    tournament = entry.tournament
    stored = AuditEntry.objects.filter(tournament=tournament).order_by("-id").values_list("chain", flat=True)
    entry.previous = stored.first() or first_value(event_id(tournament), tournament.made_at)
    entry.chain = next_value(entry.previous, entry.content())


def logged(conflict: Conflict, tournament: Tournament, act: Act, verb: Verb) -> Conflict:
    """Log a conflict and return it, for an action that records what it found before it raises."""
    logger.info("%s: conflict on “%s” by %s: %s", tournament.slug, verb, act.by, conflict.codes)
    return conflict
