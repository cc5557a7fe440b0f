"""Running a hanchan: start, clock, close, reopen, and when its results become public."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import Hanchan, HanchanState
from tournament.players.names import tidy
from tournament.problems import Refused
from tournament.rounds.checks import MOST_MINUTES, check_start
from tournament.seating.draft import spans
from tournament.seating.verifying import refuse_altered
from tournament.sheets.queries import entered_tables, missing_tables

CLOCK = ("state", "started_at", "paused_at", "paused_seconds", "closed_at", "released_at", "minutes")
LONGEST_REASON = 500


@contextmanager
def _running(hanchan: Hanchan, verb: str, *, by: Any, at: datetime, reason: str = "") -> Iterator[Any]:
    """The frame of an act on a hanchan: as it stands now, not as the page saw it; saved at the end."""
    subject = _("hanchan {number}").format(number=hanchan.number)
    with writing(hanchan.tournament, by=by, at=at, verb=verb, subject=subject, reason=reason) as entry:
        tournament = hanchan.tournament
        tournament.refresh_from_db(fields=["seating", "release_on_close"])
        hanchan.refresh_from_db()
        hanchan.tournament = tournament
        yield entry
        hanchan.save(update_fields=CLOCK)


def start(*, hanchan: Hanchan, by: Any, at: datetime, confirmed: bool = False) -> None:
    """Start the hanchan and its clock.

    Raises Refused without a seating, with one that was altered since it was verified, or when it has started already;
    and, unless `confirmed`, when an earlier hanchan is not closed (field `confirmed`).
    """
    with _running(hanchan, "started a hanchan", by=by, at=at) as entry:
        _must_be(hanchan, HanchanState.PLANNED)
        check = check_start(hanchan)
        if check.refusals:
            raise Refused(" ".join(check.refusals))
        if check.to_confirm and not confirmed:
            raise Refused(" ".join(check.to_confirm), field="confirmed")
        refuse_altered(hanchan.tournament.seating, at=at)
        hanchan.state, hanchan.started_at = HanchanState.PLAYING, at
        entry.detail = {"minutes": hanchan.minutes}


def take_back_start(*, hanchan: Hanchan, by: Any, at: datetime) -> None:
    """The hanchan was started by mistake: it is planned again. Raises Refused once a sheet is in."""
    with _running(hanchan, "took back the start of a hanchan", by=by, at=at):
        _must_be(hanchan, HanchanState.PLAYING)
        entered = sorted(entered_tables(hanchan))
        if entered:
            message = _("The sheet of table {tables} is in: the start can no longer be taken back. Close the hanchan.")
            raise Refused(message.format(tables=spans(entered)))
        hanchan.state, hanchan.started_at = HanchanState.PLANNED, None
        hanchan.paused_at, hanchan.paused_seconds = None, 0


def pause(*, hanchan: Hanchan, by: Any, at: datetime) -> None:
    """Stop the clock. A clock that stands still already stays as it is."""
    if hanchan.paused_at is None:
        with _running(hanchan, "paused the clock", by=by, at=at):
            _must_be(hanchan, HanchanState.PLAYING)
            hanchan.paused_at = hanchan.paused_at or at


def resume(*, hanchan: Hanchan, by: Any, at: datetime) -> None:
    """Let the clock run on; the end moves by the length of the pause."""
    if hanchan.paused_at is not None:
        with _running(hanchan, "let the clock run on", by=by, at=at):
            _must_be(hanchan, HanchanState.PLAYING)
            clock = hanchan.clock.resume(at) if hanchan.clock else None
            if clock:
                hanchan.paused_at, hanchan.paused_seconds = None, int(clock.paused_for.total_seconds())


def add_minutes(*, hanchan: Hanchan, minutes: int, by: Any, at: datetime) -> None:
    """Give `minutes` more (less when negative) to the hanchan that plays, at all tables."""
    with _running(hanchan, "changed the time limit", by=by, at=at) as entry:
        _must_be(hanchan, HanchanState.PLAYING)
        if hanchan.minutes is None:
            raise Refused(_("This hanchan has no time limit."), field="minutes")
        limit = hanchan.minutes + minutes
        if not 1 <= limit <= MOST_MINUTES:
            message = _("A time limit is between 1 and {most} minutes.").format(most=MOST_MINUTES)
            raise Refused(message, field="minutes")
        entry.detail = {"changes": {"minutes": [hanchan.minutes, limit]}}
        hanchan.minutes = limit


def close(*, hanchan: Hanchan, by: Any, at: datetime) -> None:
    """Close the hanchan; with `release_on_close` its results become public. Raises Refused while sheets are missing."""
    with _running(hanchan, "closed a hanchan", by=by, at=at):
        _must_be(hanchan, HanchanState.PLAYING)
        missing = missing_tables(hanchan)
        if missing:
            message = _("Sheets are missing: table {tables}. Enter them first, then close the hanchan.")
            raise Refused(message.format(tables=spans(missing)))
        hanchan.state, hanchan.closed_at = HanchanState.CLOSED, at
        if hanchan.tournament.release_on_close:
            hanchan.released_at = at


def reopen(*, hanchan: Hanchan, reason: str, by: Any, at: datetime) -> None:
    """Open a closed hanchan again, with a reason; its results leave the public pages until it is closed again."""
    said = tidy(reason)[:LONGEST_REASON]
    if not said:
        raise Refused(_("Say why the hanchan is opened again: it stands in the history."), field="reason")
    with _running(hanchan, "reopened a hanchan", by=by, at=at, reason=said):
        _must_be(hanchan, HanchanState.CLOSED)
        hanchan.state, hanchan.closed_at, hanchan.released_at = HanchanState.PLAYING, None, None


def release(*, hanchan: Hanchan, by: Any, at: datetime) -> None:
    """Show the results of a hanchan to everybody; of one that plays, sheet by sheet as they come in."""
    if hanchan.released_at is None:
        with _running(hanchan, "released results", by=by, at=at):
            if hanchan.state == HanchanState.PLANNED:
                raise Refused(_("Hanchan {number} has not started yet.").format(number=hanchan.number))
            hanchan.released_at = hanchan.released_at or at


def withhold(*, hanchan: Hanchan, by: Any, at: datetime) -> None:
    """Take the results of a hanchan, and with them those of all later ones, off the public pages."""
    if hanchan.released_at is not None:
        with _running(hanchan, "withheld results", by=by, at=at):
            hanchan.released_at = None


def _must_be(hanchan: Hanchan, state: HanchanState) -> None:
    if hanchan.state != state:
        told = {
            HanchanState.PLANNED: _("Hanchan {number} has not started yet."),
            HanchanState.PLAYING: _("Hanchan {number} is being played."),
            HanchanState.CLOSED: _("Hanchan {number} is closed. To change that, reopen it."),
        }[HanchanState(hanchan.state)]
        raise Refused(told.format(number=hanchan.number))
