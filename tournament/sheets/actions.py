"""Entering and changing report sheets: the only writers of results. What counted before stays, as an older version."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game import Line
from tournament.edition import writing
from tournament.events.models import Hanchan, Tournament
from tournament.players.models import Player
from tournament.problems import Refused
from tournament.seating.queries import places_at
from tournament.sheets.checks import (
    AllLastEntry,
    AlreadyIn,
    Typed,
    TypedLine,
    check_figures,
    check_playing,
    check_seats,
    typed_of,
)
from tournament.sheets.models import AllLastRow, Sheet, SheetLine, SheetVersion
from tournament.sheets.queries import accepted_version

Lines = Sequence[TypedLine]
AllLast = Iterable[AllLastEntry]


def enter(
    *, hanchan: Hanchan, table: int, lines: Lines, deposits: int, submission: UUID | str, by: Any, at: datetime,
    all_last: AllLast = (), confirmed_warnings: bool = False, override: bool = False, reason: str = "",
) -> SheetVersion:  # fmt: skip
    """Accept a table's first sheet: `lines` are as `TypedLine` says, `deposits` a count.

    A repeated `submission` with the same figures returns the first result. Raises AlreadyIn when the sheet is in
    with a version that is not this one, Refused (with all problems) when the sheet cannot count. `override` with a
    reason lets a sum stand that does not fit; whether `by` may do that is the caller's question.
    """
    typed, reason = Typed.of(lines, deposits, all_last), reason.strip()
    with _queue(hanchan):
        if repeated := _repeated(submission, hanchan, table, typed):
            return repeated
        if accepted := accepted_version(hanchan, table):
            raise _already_in(accepted)
        check_playing(hanchan)
        return _accept(
            hanchan, table, typed, verb="entered a sheet", submission=submission, by=by, at=at,
            confirmed_warnings=confirmed_warnings, override=override, reason=reason,
        )  # fmt: skip


def change(
    *, hanchan: Hanchan, table: int, lines: Lines, deposits: int, base_version: int, reason: str,
    submission: UUID | str, by: Any, at: datetime,
    all_last: AllLast = (), confirmed_warnings: bool = False, override: bool = False,
) -> SheetVersion:  # fmt: skip
    """Put another version of a sheet in the place of version number `base_version`; the old one is kept.

    Also after the hanchan is closed. Raises AlreadyIn when `base_version` is no longer what counts, Refused without a
    reason, without a difference, or when the sheet cannot count.
    """
    typed, reason = Typed.of(lines, deposits, all_last), reason.strip()
    with _queue(hanchan):
        if repeated := _repeated(submission, hanchan, table, typed):
            return repeated
        accepted = accepted_version(hanchan, table)
        if accepted is None:
            raise Refused(_("The sheet of table {table} is not in yet: enter it first.").format(table=table))
        if accepted.number != base_version:
            raise _already_in(accepted)
        if not reason:
            raise Refused(_("Say why the sheet is changed; the reason stays with it."), field="reason")
        if typed_of(accepted) == typed:
            raise Refused(_("Nothing is different from the version that counts."))
        return _accept(
            hanchan, table, typed, verb="changed a sheet", submission=submission, by=by, at=at,
            confirmed_warnings=confirmed_warnings, override=override, reason=reason, before=accepted,
        )  # fmt: skip


def hand_over(
    *, hanchan: Hanchan, table: int, absent: Player, substitute: Player, by: Any, at: datetime
) -> SheetVersion | None:
    """The points typed for somebody who forfeits count for the substitute who plays the seat, as another version.

    The substitute must have the seat already (a stand-in). None while the table's sheet is not in.
    """
    accepted = accepted_version(hanchan, table)
    if accepted is None:
        return None
    typed = typed_of(accepted)
    return change(
        hanchan=hanchan, table=table, deposits=typed.deposits, all_last=typed.all_last, base_version=accepted.number,
        lines=[_handed_over(line, absent, substitute) for line in typed.lines],
        reason=_("{substitute} plays the seat of {absent}.").format(substitute=substitute, absent=absent),
        submission=uuid4(), confirmed_warnings=True, override=accepted.overridden, by=by, at=at,
    )  # fmt: skip


@contextmanager
def _queue(hanchan: Hanchan) -> Iterator[None]:
    """One writer of a tournament after the other, before anything is read: what is found here still holds when it is
    written. (SQLite's transactions begin with the lock; elsewhere it is the tournament's row.)"""
    with transaction.atomic():
        now = Tournament.objects.select_for_update().get(pk=hanchan.tournament_id)
        hanchan.tournament.seating_id = now.seating_id
        hanchan.refresh_from_db(fields=["state", "started_at", "closed_at"])
        yield


def _repeated(submission: UUID | str, hanchan: Hanchan, table: int, typed: Typed) -> SheetVersion | None:
    """The version this very form has made already, if it says the same; a form that was gone back to and typed over
    is something new, and finds the sheet in."""
    version = SheetVersion.objects.filter(submission=submission).select_related("sheet__hanchan").first()
    if version is None:
        return None
    if (version.sheet.hanchan_id, version.sheet.table) != (hanchan.pk, table):
        message = _("This form was sent before, for {sheet}. Open table {table} again.")
        raise Refused(message.format(sheet=version.sheet, table=table))
    return version if typed_of(version) == typed else None


def _already_in(accepted: SheetVersion) -> AlreadyIn:
    message = _("{person} has entered the sheet of table {table} meanwhile.")
    if accepted.number > 1:
        message = _("{person} has changed the sheet of table {table} meanwhile.")
    person = accepted.entered_by or _("Somebody")
    return AlreadyIn(message.format(person=person, table=accepted.sheet.table), accepted)


def _accept(
    hanchan: Hanchan, table: int, typed: Typed, *, verb: str, submission: UUID | str, by: Any, at: datetime,
    confirmed_warnings: bool, override: bool, reason: str, before: SheetVersion | None = None,
) -> SheetVersion:  # fmt: skip
    """Check everything against what the server knows now, keep the version and let it count."""
    tournament = hanchan.tournament
    subject = _("hanchan {number}, table {table}").format(number=hanchan.number, table=table)
    with writing(tournament, by=by, at=at, verb=verb, subject=subject, reason=reason) as entry:
        places = places_at(tournament, hanchan.number, table)
        check_seats(typed.lines, places, table, tournament.winds_are_drawn)
        overridden = check_figures(
            typed, tournament.ruleset, tournament.unit,
            confirmed_warnings=confirmed_warnings, override=override, reason=reason,
        )  # fmt: skip
        sheet, _made = Sheet.objects.get_or_create(hanchan=hanchan, table=table)
        version = SheetVersion.objects.create(
            sheet=sheet, number=before.number + 1 if before else 1, deposits=typed.deposits, entered_at=at,
            entered_by=by, reason=reason, overridden=overridden, submission=submission,
        )  # fmt: skip
        _keep(version, typed)
        sheet.accepted = version
        sheet.save(update_fields=["accepted"])
        entry.detail = _detail(version, typed, before)
    return version


def _keep(version: SheetVersion, typed: Typed) -> None:
    SheetLine.objects.bulk_create(
        SheetLine(
            version=version,
            wind=line.wind.value,
            player_id=line.player,
            points=line.points,
            yakitori=line.yakitori,
            busted_by=line.busted_by or "",
        )
        for line in typed.lines
    )
    AllLastRow.objects.bulk_create(
        AllLastRow(
            version=version, number=number, hand=row.hand,
            **{"north": 0, **dict(zip(("east", "south", "west", "north"), row.deltas, strict=False))},
        )
        for number, row in enumerate(typed.all_last, start=1)
    )  # fmt: skip


def _handed_over(line: Line, absent: Player, substitute: Player) -> TypedLine:
    player = substitute.pk if line.player == absent.pk else line.player
    return line.wind, player, line.points, line.yakitori, line.busted_by or ""


def _detail(version: SheetVersion, typed: Typed, before: SheetVersion | None) -> dict[str, Any]:
    """What the history keeps: the figures now and, after a change, before it. Players by their start numbers."""
    old = typed_of(before) if before else None
    lines = typed.lines + (old.lines if old else ())
    numbers = dict(Player.objects.filter(pk__in=[line.player for line in lines]).values_list("pk", "number"))
    detail: dict[str, Any] = {"version": version.number, "overridden": version.overridden, **_figures(typed, numbers)}
    return detail | ({"before": _figures(old, numbers)} if old else {})


def _figures(typed: Typed, numbers: Mapping[int, int]) -> dict[str, Any]:
    return {
        "points": {line.wind.value: line.points for line in typed.lines},
        "players": {line.wind.value: numbers[line.player] for line in typed.lines},
        "deposits": typed.deposits,
        **({"yakitori": [line.wind.value for line in typed.lines if line.yakitori]} if any(typed.yakitori) else {}),
        **({"busted_by": _takers(typed)} if any(typed.busted_by) else {}),
    }


def _takers(typed: Typed) -> dict[str, str]:
    """Who is bust, and who took the last points, by wind."""
    return {line.wind.value: line.busted_by.value for line in typed.lines if line.busted_by}
