"""Running a hanchan: start, clock, close, reopen, and when its results become public and official."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, all_or_nothing, audited_write
from tournament.core.backup_request import ask_for_backup
from tournament.core.conditions import refuse_open
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, CutChoice, Hanchan, HanchanState, Tournament, Verb
from tournament.core.official_results import refuse_official
from tournament.core.stored_words import coded
from tournament.hanchan.checks import check_limit
from tournament.hanchan.queries import limit_changes, not_official
from tournament.hanchan.result_conditions import close_conditions, official_conditions, release_conditions
from tournament.hanchan.start_conditions import check_start
from tournament.players.names import tidy
from tournament.results.protests.queries import open_protests
from tournament.results.sheets.not_played import cancel_sheets
from tournament.results.sheets.queries import board, read_tables
from tournament.seats.integrity import refuse_altered
from tournament.seats.queries import places_at
from tournament.seats.seat_map import hanchan_words, spans
from tournament.standings.cuts import cut_at
from tournament.standings.inputs import read_inputs
from tournament.standings.official_standings import official_standings
from tournament.standings.played_cuts import divisions_at, moved_cuts
from tournament.standings.recount import check_recount

LONGEST_REASON = 500


@contextmanager
def _running(hanchan: Hanchan, verb: Verb, *, act: Act) -> Iterator[AuditEntry]:
    """Read the hanchan as it is now, not as the page saw it, and save it at the end of an audited write."""
    with audited_write(hanchan.tournament, act, verb, subject=coded("hanchan", number=hanchan.number)) as entry:
        tournament = hanchan.tournament
        fields = ["seating", "release_on_close", "hidden_from", "protest_minutes", "entry_mode", "standing_rules"]
        tournament.refresh_from_db(fields=fields)
        hanchan.refresh_from_db()
        hanchan.tournament = tournament
        was_released, was_out = hanchan.released_at, _is_out(hanchan)
        yield entry
        if _is_out(hanchan) != was_out:
            hanchan.protest_until = None if was_out else protest_end(tournament, act)
        hanchan.save()
        if (was_released is None) != (hanchan.released_at is None):
            earlier = tournament.hanchan.filter(number__lt=hanchan.number)
            entry.changes_what_is_public = not earlier.filter(released_at=None).exists()


def _is_out(hanchan: Hanchan) -> bool:
    """Return whether the results of the whole hanchan are released, not sheet by sheet while it is being played."""
    return hanchan.state == HanchanState.CLOSED and hanchan.released_at is not None


def protest_end(tournament: Tournament, act: Act) -> datetime | None:
    """Return when players can no longer report errors in results that become public now; None without a window."""
    return act.at + timedelta(minutes=tournament.protest_minutes) if tournament.protest_minutes is not None else None


def start(*, hanchan: Hanchan, act: Act, as_recorded: bool = False) -> None:
    """Start the hanchan and its clock.

    Raises Refused if it has started already, if its seating was altered after it was verified, or against a condition
    (start_conditions.py): an open tie at a cut, say, or a final at the wrong tables. Some conditions ask for a reason
    instead (field `reason`). `as_recorded`: it was played long ago, and only a missing seating is refused.
    """
    reason = tidy(act.reason)[:LONGEST_REASON]
    with _running(hanchan, Verb.STARTED, act=act.because(reason)) as entry:
        _must_be(hanchan, HanchanState.PLANNED)
        conditions = check_start(hanchan, locked=True).conditions
        refuse_open([one for one in conditions if not as_recorded or one.message.code == "no-seating"], reason)
        refuse_altered(hanchan.tournament.seating, at=act.at)
        hanchan.state, hanchan.started_at = HanchanState.PLAYING, act.at
        hanchan.divisions = [] if as_recorded else _divisions(hanchan)
        entry.detail = {"minutes": hanchan.minutes}


def _divisions(hanchan: Hanchan) -> list[list[int]]:
    """Return who plays the hanchan in which division of the cut before it, by players; [] without a cut."""
    cut = cut_at(hanchan.tournament.ranked_by, hanchan.number - 1)
    found = divisions_at(read_inputs(hanchan.tournament), cut) if cut else None
    return [[division, player] for player, division in sorted((found or {}).items())]


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
        hanchan.divisions, hanchan.cut_choice, hanchan.cut_reason, hanchan.cut_seen = [], "", "", []
        hanchan.paused_at, hanchan.paused_seconds = None, 0
        if hanchan.minutes is not None:
            hanchan.minutes -= hanchan.added_minutes
        hanchan.added_minutes, hanchan.table_minutes = 0, {}
        hanchan.all_last_sheets.all().delete()


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


def add_minutes(*, hanchan: Hanchan, minutes: int | None, act: Act, table: int | None = None) -> None:
    """Add `minutes` (negative: take some off) to the time limit of the hanchan being played, at all tables or at one.

    `act.base` is the edition of the page: Conflict where somebody changed the same limit since, so that two who hear of
    one delay do not both add it. Raises Refused for None, which is what was typed if it is no number, and for a table
    that there is not.
    """
    with _running(hanchan, Verb.CHANGED_LIMIT, act=act) as entry:
        _must_be(hanchan, HanchanState.PLAYING)
        if hanchan.minutes is None:
            raise Refused.of("no-limit", _("This hanchan has no time limit."), field="minutes")
        if minutes is None:
            raise Refused.of("minutes-no-number", _("Enter a number of minutes."), field="minutes")
        _refuse_changed_limit(hanchan, table, act)
        if table is None:
            check_limit(hanchan.minutes + minutes)
            entry.detail = {"changes": {"minutes": [hanchan.minutes, hanchan.minutes + minutes]}}
            hanchan.minutes += minutes
            hanchan.added_minutes += minutes
        else:
            _add_to_table(hanchan, table, minutes, entry)
        entry.detail["clock"] = [hanchan.number, table]


def _refuse_changed_limit(hanchan: Hanchan, table: int | None, act: Act) -> None:
    """Two who hear of one delay do not both add it."""
    last = next((one for one in limit_changes(hanchan, act.at) if one.table == table), None)
    if act.base is not None and last is not None and last.edition > act.base:
        text = _("{change} If more is needed, press again.")
        raise Conflict.of("limit-changed", text, field="minutes", change=last.sentence)


def _add_to_table(hanchan: Hanchan, table: int, minutes: int, entry: AuditEntry) -> None:
    """Give one table minutes of its own on top of the time limit; it has none once they are taken off again."""
    if not places_at(hanchan.tournament, hanchan.number, table):
        text = _("There is no table {table} in hanchan {number}.")
        raise Refused.of("no-such-table", text, field="table", table=table, number=hanchan.number)
    before = hanchan.extra_minutes(table)
    extra = before + minutes
    if extra < 0:
        text = _("Table {table} has {extra} minutes of its own. Fewer than none cannot be left.")
        raise Refused.of("table-minutes-range", text, field="minutes", table=table, extra=before)
    check_limit((hanchan.minutes or 0) + extra)
    others = {key: value for key, value in hanchan.table_minutes.items() if key != str(table)}
    hanchan.table_minutes = {**others, str(table): extra} if extra else others
    entry.subject = hanchan.table_name(table)
    entry.detail = {"changes": {"table_minutes": [before, extra]}}


def close(*, hanchan: Hanchan, act: Act, as_recorded: bool = False) -> None:
    """Close the hanchan; with `release_on_close` its results become public unless they wait for the ceremony.

    The server then copies the database. `as_recorded`: it is one of a whole event that is loaded, and whoever loads it
    has all results counted a second time at the end.

    Raises Refused while sheets are missing, disputed, or read by one person where the tournament asks for two, and when
    a second count of all results differs from the standings.
    """
    with _running(hanchan, Verb.CLOSED, act=act):
        _must_be(hanchan, HanchanState.PLAYING)
        refuse_open(close_conditions(hanchan, board(hanchan)))
        if not as_recorded:
            check_recount(hanchan.tournament)
        hanchan.state, hanchan.closed_at = HanchanState.CLOSED, act.at
        if hanchan.tournament.release_on_close and not hanchan.tournament.keeps_hidden(hanchan.number):
            hanchan.released_at = act.at
        transaction.on_commit(ask_for_backup)


def cancel(*, hanchan: Hanchan, void: bool, act: Act) -> None:
    """Cancel a hanchan that has started: tables without a sheet that counts were not played, with `void` none was. One
    that is being played is closed.

    Raises Refused without a reason, for official results, and as `close` does.
    """
    with all_or_nothing(hanchan.tournament):
        cancel_sheets(hanchan=hanchan, void=void, act=act)
        if hanchan.state == HanchanState.PLAYING:
            close(hanchan=hanchan, act=act.step(act.reason))


def reopen(*, hanchan: Hanchan, act: Act) -> None:
    """Reopen a closed hanchan, with a reason; its results are not public until it is closed again.

    Raises Refused when its results are official.
    """
    reason = tidy(act.reason)[:LONGEST_REASON]
    with _running(hanchan, Verb.REOPENED, act=act.because(reason)):
        if not reason:
            raise Refused.of("reason-missing", _("Enter a reason for reopening the hanchan."), field="reason")
        _must_be(hanchan, HanchanState.CLOSED)
        refuse_official(hanchan.tournament, hanchan.number)
        # A hanchan that came in from a file may not say when it began: it is played from now on.
        hanchan.started_at = hanchan.started_at or act.at
        hanchan.state, hanchan.closed_at, hanchan.released_at = HanchanState.PLAYING, None, None
        hanchan.reopened_at = None


def release(*, hanchan: Hanchan, act: Act) -> None:
    """Make the results of a hanchan public; while it is being played, sheet by sheet as they come in.

    Raises Refused for a closed one in which a sheet was changed since and waits for a second person, or is disputed,
    when a second count of all results differs from the standings, and while the results wait for the ceremony.
    """
    if hanchan.released_at is None:
        check_recount(hanchan.tournament)
        with _running(hanchan, Verb.RELEASED, act=act):
            refuse_open(release_conditions(hanchan))
            if hanchan.state == HanchanState.PLANNED:
                raise _wrong_state(hanchan)
            hanchan.released_at = hanchan.released_at or act.at


def withhold(*, hanchan: Hanchan, act: Act) -> None:
    """Hide the results of a hanchan, and with them those of all later ones, from the public.

    Raises Refused when they are official.
    """
    if hanchan.released_at is not None:
        with _running(hanchan, Verb.WITHHELD, act=act):
            refuse_official(hanchan.tournament, hanchan.number)
            hanchan.released_at = None


def decide_cut(*, hanchan: Hanchan, choice: str, seen: str, act: Act) -> None:
    """Say which finalists count after a correction has moved the cut before a hanchan that had started, with a reason,
    which is public. The page asks for the password where results are out.

    `seen` is the `cut_stamp` that the person was looking at. Raises Refused naming the field, and Conflict when the cut
    is another by now.
    """
    reason = tidy(act.reason)[:LONGEST_REASON]
    with _running(hanchan, Verb.DECIDED_CUT, act=act.because(reason)) as entry:
        moved = next((one for one in moved_cuts(read_inputs(hanchan.tournament)) if one.number == hanchan.number), None)
        if moved is None:
            text = _("The finalists of hanchan {number} are those above the cut: there is nothing to decide.")
            raise Refused.of("cut-same", text, number=hanchan.number)
        if seen != moved.stamp:
            raise Conflict.of("cut-moved", _("The cut has changed in the meantime. Look at it again."))
        if choice not in CutChoice.values:
            raise Refused.of("choice-missing", _("Choose which finalists count."), field="choice")
        if not reason:
            raise Refused.of("reason-missing", _("Enter a reason. Everybody can read it."), field="reason")
        if moved.corrected is None and choice == CutChoice.CORRECTED:
            text = _("The corrected cut runs between equal players. Decide the tie first, or keep those who played.")
            raise Refused.of("cut-tied", text, field="choice")
        entry.detail = {"choice": [hanchan.cut_choice, choice]}
        entry.changes_what_is_public = hanchan.released_at is not None
        hanchan.cut_choice, hanchan.cut_reason = choice, reason
        hanchan.cut_seen = [[division, player] for player, division in sorted((moved.corrected or {}).items())]


def make_official(*, hanchan: Hanchan, act: Act) -> None:
    """Make the results of this hanchan and of those before it official: nothing of them changes until they are
    reopened.

    Raises Refused without a protest window, before its end, while a protest waits for an answer, while a hanchan is not
    closed or not public, while a sheet that was changed since the close waits for a second person or one is disputed,
    and when a second count of all results differs from the standings.
    """
    tournament = hanchan.tournament
    check_recount(tournament)
    with audited_write(tournament, act, Verb.MADE_OFFICIAL) as entry:
        tournament.refresh_from_db(fields=["protest_minutes", "entry_mode"])
        if not tournament.has_protests:
            text = _("The event has no protest window: results are official when the last hanchan is closed.")
            raise Refused.of("no-protest-window", text)
        waiting = not_official(hanchan)
        if not waiting:
            raise Refused.of("official-already", _("These results are official already."))
        moved = moved_cuts(read_inputs(tournament))
        refuse_open(official_conditions(waiting, open_protests(waiting), moved, act.at))
        now = official_standings(tournament)
        for one in waiting:
            one.official_at, one.reopened_at = act.at, None
            one.corrections = [*_corrected(one, now.digest(one.number), act)] if one.corrections else []
            one.save(update_fields=["official_at", "reopened_at", "corrections"])
        entry.subject = hanchan_words([one.number for one in waiting])
        entry.changes_what_is_public = True


def _corrected(hanchan: Hanchan, figures: str, act: Act) -> Iterator[list[str]]:
    """Yield the corrections of a hanchan that becomes official now: what was reopened and is as it was is none."""
    for at, reason, before in hanchan.corrections:
        if at or before != figures:
            yield [at or act.at.isoformat(), reason, ""]


def reopen_results(*, hanchan: Hanchan, act: Act) -> None:
    """Let the official results of a hanchan be changed, with a reason that becomes public with the correction.

    They, and those of the later hanchan, whose standings contain them, are provisional until they are official again.
    The page asks for the password.
    """
    reason = tidy(act.reason)[:LONGEST_REASON]
    with _running(hanchan, Verb.REOPENED_RESULTS, act=act.because(reason)) as entry:
        if not reason:
            raise Refused.of("reason-missing", _("Enter a reason for reopening the results."), field="reason")
        if hanchan.official_at is None:
            text = _("The results of hanchan {number} are not official: they can be changed as they are.")
            raise Refused.of("not-official", text, number=hanchan.number)
        before = official_standings(hanchan.tournament)
        later = hanchan.tournament.hanchan.filter(number__gt=hanchan.number).exclude(official_at=None)
        reopened = [hanchan, *later.order_by("number")]
        for one in reopened:
            one.official_at, one.reopened_at = None, act.at
            one.corrections = [*one.corrections, ["", reason, before.digest(one.number)]]
        for one in reopened[1:]:
            one.save(update_fields=["official_at", "reopened_at", "corrections"])
        entry.subject = hanchan_words([one.number for one in reopened])
        entry.changes_what_is_public = True


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
