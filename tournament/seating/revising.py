"""The frame of every change to a seating: a new version, verified before it is kept."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import Tournament
from tournament.problems import Conflict
from tournament.seating import figures
from tournament.seating.draft import Draft, to_rows, verify
from tournament.seating.models import Seat, Seating
from tournament.seating.queries import draft_of
from tournament.seating.refusals import refuse_changed_started, refuse_stand_ins


def revise(
    tournament: Tournament,
    change: Callable[[Draft], Draft],
    *,
    source: str,
    verb: str,
    subject: str,
    by: Any,
    at: datetime,
    reason: str = "",
    seed: int | None = None,
    base: int | None = None,
    submission: str = "",
    expected: Mapping[int, Collection[int]] | None = None,
) -> Seating:
    """The seating that counts goes through `change`; what comes out is verified and counts from now on.

    `base` is the number of the version that the person saw, 0 for none (None: whichever counts); Conflict when another
    counts by now. A `submission` that was carried out before gives its version again. `expected`: see `draft.verify`.
    """
    if earlier := _carried_out(tournament, submission):
        return earlier
    try:
        with writing(
            tournament, by=by, at=at, verb=verb, subject=subject, reason=reason, submission=submission
        ) as entry:
            old = draft_of(_current(tournament, base))
            new = change(old)
            verify(new, expected)
            refuse_changed_started(tournament, old, new)
            refuse_stand_ins(tournament, new)
            seating = _store(
                tournament, new, source=source, seed=seed, reason=reason or subject, made_at=at, made_by=by
            )
            entry.detail["version"] = seating.number
    except Conflict:
        if earlier := _carried_out(tournament, submission):
            return earlier
        raise
    return seating


def _carried_out(tournament: Tournament, submission: str) -> Seating | None:
    """The version that the same submission made before (a double click, the back button)."""
    if not submission:
        return None
    entry = tournament.audit_entries.filter(detail__submission=str(submission), detail__has_key="version").first()
    return tournament.seatings.get(number=entry.detail["version"]) if entry else None


def _current(tournament: Tournament, base: int | None) -> Seating | None:
    """The version that counts, asked of the database under the lock."""
    tournament.refresh_from_db(fields=["seating"])
    current = tournament.seating
    if base is not None and base != (current.number if current else 0):
        message = _(
            "Somebody changed the seating meanwhile: version %(number)d counts now (%(reason)s). Look at it again."
        )
        raise Conflict(
            message % {"number": current.number if current else 0, "reason": current.reason if current else "–"}
        )
    return current


def _store(tournament: Tournament, draft: Draft, **about: Any) -> Seating:
    last = tournament.seatings.order_by("-number").values_list("number", flat=True).first() or 0
    quality = figures.measured(draft).to_json()
    seating = Seating.objects.create(tournament=tournament, number=last + 1, quality=quality, **about)
    Seat.objects.bulk_create(
        Seat(seating=seating, hanchan=hanchan, table=table, wind=wind, player_id=player)
        for hanchan, table, wind, player in to_rows(draft)
    )
    Tournament.objects.filter(pk=tournament.pk).update(seating=seating)
    tournament.seating = seating
    return seating
