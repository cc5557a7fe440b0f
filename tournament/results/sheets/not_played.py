"""Tables at which nobody played: a version of the sheet that counts and has no lines, with a reason.

It gives no place, no score and no meeting, like a bye; the hanchan can be closed over it. A forfeit is a penalty of a
player and stays what it is. The version before is kept, and counts again when the table was played after all.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Hanchan, HanchanState, Verb
from tournament.core.official_results import refuse_official
from tournament.core.stored_words import coded
from tournament.results.models import Sheet, SheetVersion
from tournament.results.sheets.actions import store_version
from tournament.results.sheets.agreement import refresh
from tournament.results.sheets.checks import TypedSheet, check_seats, typed_sheet
from tournament.results.sheets.name_correction import other_version
from tournament.results.sheets.queries import accepted_version, entered_tables
from tournament.seats.queries import lineup
from tournament.seats.seat_map import spans

NOBODY = TypedSheet((), 0, is_played=False)


def record_not_played(*, hanchan: Hanchan, seen: Mapping[int, int], act: Act) -> None:
    """Record that nobody played at the tables `seen`, each with the number of the version that the person was looking
    at, 0 for none; also after the hanchan was closed. What was typed of them is kept and no longer counts.

    Raises Refused without a reason, before the start, for a table that there is not and for one that is recorded so
    already, and the conflict with whoever entered or changed a sheet meanwhile.
    """
    with _at_tables(hanchan, seen, act, Verb.NOT_PLAYED) as entry:
        if hanchan.state == HanchanState.PLANNED:
            text = _("Hanchan {number} has not started. Start it before recording that a table did not play.")
            raise Refused.of("hanchan-not-started", text, number=hanchan.number)
        seated = lineup(hanchan.tournament, hanchan.number)
        for table, number in sorted(seen.items()):
            before = accepted_version(hanchan, table)
            if (before.number if before else 0) != number:
                raise other_version(hanchan, table)
            if table not in seated:
                raise Refused.of("no-such-table", _("There is no table {table} in this hanchan."), table=table)
            if before and not before.is_played:
                text = _("Table {table} is recorded as not played already.")
                raise Refused.of("not-played-already", text, table=table)
            sheet, _made = Sheet.objects.get_or_create(hanchan=hanchan, table=table)
            _count(sheet, store_version(sheet, NOBODY, act.step(act.reason), overridden=False, is_reading=False))
        void = {str(table): number for table, number in seen.items() if number}
        entry.detail = {"hanchan": hanchan.number, "tables": sorted(seen), "void": void}


def record_played(*, hanchan: Hanchan, seen: Mapping[int, int], act: Act) -> None:
    """Undo that: the sheets that counted before count again, and the others are typed from the paper.

    Raises Refused without a reason, for a sheet that names other people than those who sit there now, and for a closed
    hanchan of which a sheet would be missing: it is reopened first.
    """
    with _at_tables(hanchan, seen, act, Verb.PLAYED_AFTER_ALL):
        seated = lineup(hanchan.tournament, hanchan.number)
        for table, number in sorted(seen.items()):
            now = accepted_version(hanchan, table)
            if now is None or now.is_played or now.number != number:
                raise other_version(hanchan, table)
            sheet, earlier = now.sheet, _counted_before(hanchan, now)
            if earlier is None:
                if hanchan.state == HanchanState.CLOSED:
                    text = _("No sheet of table {table} was typed. Reopen hanchan {number} first, then type it.")
                    raise Refused.of("sheet-would-miss", text, table=table, number=hanchan.number)
                _count(sheet, None)
                continue
            typed = typed_sheet(earlier)
            check_seats(typed.lines, seated.get(table), table, hanchan.tournament.winds_are_drawn)
            step = act.step(act.reason)
            _count(sheet, store_version(sheet, typed, step, overridden=earlier.overridden, is_reading=False))


def cancel_sheets(*, hanchan: Hanchan, void: bool, act: Act) -> None:
    """Record every table of a hanchan as not played whose sheet does not count; with `void` also those that do."""
    tables = set(lineup(hanchan.tournament, hanchan.number))
    counting = hanchan.sheets.filter(accepted__is_played=True).values_list("table", "accepted__number")
    seen = dict.fromkeys(tables - entered_tables(hanchan), 0) | (dict(counting) if void else {})
    if not seen:
        text = _("Every table of hanchan {number} has a result or was not played: nothing is left to cancel.")
        raise Refused.of("nothing-to-cancel", text, number=hanchan.number)
    record_not_played(hanchan=hanchan, seen=seen, act=act)


@contextmanager
def _at_tables(hanchan: Hanchan, tables: Collection[int], act: Act, verb: Verb) -> Iterator[AuditEntry]:
    """Read the hanchan as it is now, within an audited write with a reason, while its results are not official."""
    several = coded("tables", number=hanchan.number, tables=spans(tables))
    subject = several if len(tables) > 1 else hanchan.table_name(*tables)
    with audited_write(hanchan.tournament, act, verb, subject=subject) as entry:
        refresh(hanchan)
        refuse_official(hanchan.tournament, hanchan.number)
        if not act.reason.strip():
            raise Refused.of("reason-missing", _("Enter a reason."), field="reason")
        yield entry


def _count(sheet: Sheet, version: SheetVersion | None) -> None:
    """Let this version of a sheet count, and no reading wait."""
    sheet.accepted, sheet.first_reading, sheet.other_reading = version, None, None
    sheet.save()


def _counted_before(hanchan: Hanchan, now: SheetVersion) -> SheetVersion | None:
    """The version that counted until its table was recorded as not played, as the history has it."""
    entries = hanchan.tournament.audit_entries.filter(verb=Verb.NOT_PLAYED, detail__hanchan=hanchan.number)
    details = entries.order_by("-id").values_list("detail", flat=True)
    table = now.sheet.table
    number = next((one["void"].get(str(table), 0) for one in details if table in one["tables"]), 0)
    return now.sheet.versions.filter(number=number).first()
