"""Running a hanchan: start, clock, close, reopen, and when its results become public."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.backup_request import ask_for_backup
from tournament.core.messages import Level, Message, Refused
from tournament.core.models import Hanchan, HanchanState, Verb
from tournament.hanchan.checks import MOST_MINUTES, check_start
from tournament.players.names import tidy
from tournament.results.models import SheetState
from tournament.results.sheets.queries import missing_tables, read_tables, unagreed_tables
from tournament.seats.integrity import refuse_altered
from tournament.seats.seat_map import spans
from tournament.standings.recount import check_recount

CLOCK = ("state", "started_at", "paused_at", "paused_seconds", "closed_at", "released_at", "minutes")
LONGEST_REASON = 500


@contextmanager
def _running(hanchan: Hanchan, verb: Verb, *, act: Act) -> Iterator[Any]:
    """Read the hanchan as it is now, not as the page saw it, and save it at the end of an audited write."""
    subject = gettext("hanchan {number}").format(number=hanchan.number)
    with audited_write(hanchan.tournament, act, verb, subject=subject) as entry:
        tournament = hanchan.tournament
        tournament.refresh_from_db(fields=["seating", "release_on_close"])
        hanchan.refresh_from_db()
        hanchan.tournament = tournament
        was_released = hanchan.released_at
        yield entry
        hanchan.save(update_fields=CLOCK)
        if (was_released is None) != (hanchan.released_at is None):
            earlier = tournament.hanchan.filter(number__lt=hanchan.number)
            entry.changes_what_is_public = not earlier.filter(released_at=None).exists()


def start(*, hanchan: Hanchan, act: Act, confirmed: bool = False) -> None:
    """Start the hanchan and its clock.

    Raises Refused if it has no seating, if the seating was altered after it was verified, or if it has started already;
    and, unless `confirmed`, if an earlier hanchan is not closed (field `confirmed`).
    """
    with _running(hanchan, Verb.STARTED, act=act) as entry:
        _must_be(hanchan, HanchanState.PLANNED)
        check = check_start(hanchan)
        if check.refusals:
            raise Refused(check.refusals)
        if check.to_confirm and not confirmed:
            raise Refused(check.to_confirm)
        refuse_altered(hanchan.tournament.seating, at=act.at)
        hanchan.state, hanchan.started_at = HanchanState.PLAYING, act.at
        entry.detail = {"minutes": hanchan.minutes}


def undo_start(*, hanchan: Hanchan, act: Act) -> None:
    """Undo a start made by mistake: the hanchan is planned again. Raises Refused once a sheet is in."""
    with _running(hanchan, Verb.UNDID_START, act=act):
        _must_be(hanchan, HanchanState.PLAYING)
        entered = sorted(read_tables(hanchan))
        if entered:
            raise Refused.of(
                "sheets-entered",
                _("Sheets are already in (table {tables}), so the start cannot be undone. Close the hanchan instead."),
                tables=spans(entered),
            )
        hanchan.state, hanchan.started_at = HanchanState.PLANNED, None
        hanchan.paused_at, hanchan.paused_seconds = None, 0


def pause(*, hanchan: Hanchan, act: Act) -> None:
    """Pause the clock; a paused clock stays as it is."""
    if hanchan.paused_at is None:
        with _running(hanchan, Verb.PAUSED, act=act):
            _must_be(hanchan, HanchanState.PLAYING)
            hanchan.paused_at = hanchan.paused_at or act.at


def resume(*, hanchan: Hanchan, act: Act) -> None:
    """Resume the clock; the end moves by the length of the pause. A running clock stays as it is."""
    if hanchan.paused_at is not None:
        with _running(hanchan, Verb.RESUMED, act=act):
            _must_be(hanchan, HanchanState.PLAYING)
            assert hanchan.clock is not None  # noqa: S101  # a hanchan that plays has started: a constraint
            clock = hanchan.clock.resume(act.at)
            hanchan.paused_at, hanchan.paused_seconds = None, int(clock.paused_for.total_seconds())


def add_minutes(*, hanchan: Hanchan, minutes: int | None, act: Act) -> None:
    """Add `minutes` (negative: take some off) to the time limit of the hanchan being played, at all tables.

    Raises Refused for None, which is what was typed if it is no number.
    """
    with _running(hanchan, Verb.CHANGED_LIMIT, act=act) as entry:
        _must_be(hanchan, HanchanState.PLAYING)
        if hanchan.minutes is None:
            raise Refused.of("no-limit", _("This hanchan has no time limit."), field="minutes")
        if minutes is None:
            raise Refused.of("minutes-no-number", _("Enter a number of minutes."), field="minutes")
        limit = hanchan.minutes + minutes
        if not 1 <= limit <= MOST_MINUTES:
            text = _("A time limit is between 1 and {most} minutes.")
            raise Refused.of("limit-range", text, field="minutes", most=MOST_MINUTES)
        entry.detail = {"changes": {"minutes": [hanchan.minutes, limit]}}
        hanchan.minutes = limit


def close(*, hanchan: Hanchan, act: Act) -> None:
    """Close the hanchan; with `release_on_close` its results become public. The server then copies the database.

    Raises Refused while sheets are missing, disputed, or read by one person where the tournament asks for two, and when
    a second count of all results differs from the standings.
    """
    with _running(hanchan, Verb.CLOSED, act=act):
        _must_be(hanchan, HanchanState.PLAYING)
        _check_sheets(hanchan)
        check_recount(hanchan.tournament)
        hanchan.state, hanchan.closed_at = HanchanState.CLOSED, act.at
        if hanchan.tournament.release_on_close:
            hanchan.released_at = act.at
        transaction.on_commit(ask_for_backup)


UNAGREED = {
    SheetState.ONCE: _(
        "Read by one person: table {tables}. Somebody else reads them, or a referee accepts them with a reason."
    ),
    SheetState.DIFFERS: _("Two readings differ: table {tables}. A referee decides, with the paper in hand."),
    SheetState.DISPUTED: _("Disputed: table {tables}. A referee keeps or changes what counts."),
}


def _check_sheets(hanchan: Hanchan) -> None:
    """Refuse with everything that is still to be done at the desk."""
    unagreed = unagreed_tables(hanchan)
    begun = {table for state in (SheetState.ONCE, SheetState.DIFFERS) for table in unagreed.get(state, ())}
    found = [
        Message(f"sheets-{state}", UNAGREED[state], {"tables": spans(tables)}, Level.ERROR)
        for state, tables in unagreed.items()
    ]
    if missing := [table for table in missing_tables(hanchan) if table not in begun]:
        text = _("Missing sheets: table {tables}. Enter them, then close the hanchan.")
        found.insert(0, Message("sheets-missing", text, {"tables": spans(missing)}, Level.ERROR))
    if found:
        raise Refused(found)


def reopen(*, hanchan: Hanchan, act: Act) -> None:
    """Reopen a closed hanchan, with a reason; its results are not public until it is closed again."""
    reason = tidy(act.reason)[:LONGEST_REASON]
    with _running(hanchan, Verb.REOPENED, act=act.because(reason)):
        if not reason:
            raise Refused.of("reason-missing", _("Enter a reason for reopening the hanchan."), field="reason")
        _must_be(hanchan, HanchanState.CLOSED)
        hanchan.state, hanchan.closed_at, hanchan.released_at = HanchanState.PLAYING, None, None


def release(*, hanchan: Hanchan, act: Act) -> None:
    """Make the results of a hanchan public; while it is being played, sheet by sheet as they come in.

    Raises Refused when a second count of all results differs from the standings.
    """
    if hanchan.released_at is None:
        check_recount(hanchan.tournament)
        with _running(hanchan, Verb.RELEASED, act=act):
            if hanchan.state == HanchanState.PLANNED:
                raise _wrong_state(hanchan)
            hanchan.released_at = hanchan.released_at or act.at


def withhold(*, hanchan: Hanchan, act: Act) -> None:
    """Hide the results of a hanchan, and with them those of all later ones, from the public."""
    if hanchan.released_at is not None:
        with _running(hanchan, Verb.WITHHELD, act=act):
            hanchan.released_at = None


def _must_be(hanchan: Hanchan, state: HanchanState) -> None:
    if hanchan.state != state:
        raise _wrong_state(hanchan)


WRONG_STATES = {
    HanchanState.PLANNED: _("Hanchan {number} has not started yet."),
    HanchanState.PLAYING: _("Hanchan {number} is being played."),
    HanchanState.CLOSED: _("Hanchan {number} is closed. Reopen it to change that."),
}


def _wrong_state(hanchan: Hanchan) -> Refused:
    state = HanchanState(hanchan.state)
    return Refused.of(f"is-{state}", WRONG_STATES[state], number=hanchan.number)
