"""The frame of every change to a seating: a new version, verified before it is kept."""

import logging
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import Tournament
from tournament.problems import Conflict
from tournament.seating import figures
from tournament.seating.draft import Arranged, Draft, UnverifiedSeating, carried, to_rows, verify
from tournament.seating.draws.models import Draw
from tournament.seating.models import Bye, Seat, Seating
from tournament.seating.queries import arranged_of, started_hanchan
from tournament.seating.refusals import refuse_changed_started, refuse_stand_ins, refuse_undrawn
from tournament.seating.verifying import certify, refuse_altered

logger = logging.getLogger(__name__)


def revise(
    tournament: Tournament,
    change: Callable[[Draft], Draft | Arranged],
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
    really_played: Collection[int] = (),
    draw: Draw | None = None,
    back_to: Seating | None = None,
    afresh: Collection[int] = (),
) -> Seating:
    """The seating that counts goes through `change`; what comes out is verified and counts from now on.

    A `change` that gives only seats keeps the byes of everybody who still has no seat. `really_played` are started
    hanchan that are set right to what is being played; all others stay as they are. `base` is the number of the version
    that the person saw, 0 for none (None: whichever counts); Conflict when another counts by now. A `submission` that
    was carried out before gives its version again. `expected`: see `draft.verify`. A draw that was held stands until it
    is cancelled; `back_to` is the earlier version that is restored. `afresh` are hanchan that are seated
    without a look at their rows, byes included: nothing else goes through `change` when its rows were altered.
    """
    if earlier := carried_out(tournament, submission):
        return earlier
    try:
        with writing(
            tournament, by=by, at=at, verb=verb, subject=subject, reason=reason, submission=submission
        ) as entry:
            current = _current(tournament, base)
            refuse_altered(current, at=at, afresh=set(afresh) - set(started_hanchan(tournament)))
            old = arranged_of(current)
            made = change(old.draft)
            new = made if isinstance(made, Arranged) else Arranged(made, carried(old.byes, made))
            verify(new.draft, expected, new.byes)
            refuse_changed_started(tournament, old, new, really_played)
            refuse_stand_ins(tournament, new.draft)
            if draw is None:
                refuse_undrawn(tournament, old, new, source, back_to)
            seating = _store(
                tournament, new, source=source, seed=seed, draw=draw, reason=reason or subject, made_at=at, made_by=by
            )
            certify(seating, at=at, expected=expected)
            entry.detail["version"] = seating.number
    except UnverifiedSeating as fault:
        logger.error("A seating was not kept: %s", fault.fault)
        raise
    except Conflict:
        if earlier := carried_out(tournament, submission):
            return earlier
        raise
    return seating


def carried_out(tournament: Tournament, submission: str) -> Seating | None:
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


def _store(tournament: Tournament, arranged: Arranged, **about: Any) -> Seating:
    last = tournament.seatings.order_by("-number").values_list("number", flat=True).first() or 0
    quality = figures.measured(arranged.draft).to_json()
    seating = Seating.objects.create(tournament=tournament, number=last + 1, quality=quality, **about)
    _insert_seats(seating, arranged.draft)
    Bye.objects.bulk_create(
        Bye(seating=seating, hanchan=hanchan, player_id=player)
        for hanchan, people in sorted(arranged.byes.items())
        for player in sorted(people)
    )
    Tournament.objects.filter(pk=tournament.pk).update(seating=seating)
    tournament.seating = seating
    return seating


def _insert_seats(seating: Seating, draft: Draft) -> None:
    """Ten thousand seats at once, as plain values: an object for each would take longer than the plan."""
    names = ("seating", "hanchan", "table", "wind", "player")
    quote = connection.ops.quote_name
    columns = ", ".join(quote(Seat._meta.get_field(name).column) for name in names)
    rows = [(seating.pk, hanchan, table, str(wind), player) for hanchan, table, wind, player in to_rows(draft)]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {quote(Seat._meta.db_table)} ({columns}) VALUES (%s, %s, %s, %s, %s)",  # noqa: S608
            rows,
        )
