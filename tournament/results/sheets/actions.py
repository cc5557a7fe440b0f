"""Entering and changing report sheets: the only writers of results. What counted before stays, as an older version."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.game import ScoreLine
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import Hanchan, Verb
from tournament.players.models import Player
from tournament.results.models import AllLastRow, Sheet, SheetLine, SheetVersion
from tournament.results.sheets.checks import (
    AlreadyIn,
    TypedSheet,
    check_figures,
    check_playing,
    check_seats,
    typed_sheet,
)
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import places_at


class _Repeated(Exception):
    """The same form was sent before; `version` is what it made then."""

    def __init__(self, version: SheetVersion) -> None:
        self.version = version


def enter(
    *,
    hanchan: Hanchan,
    table: int,
    typed: TypedSheet,
    act: Act,
    confirmed_warnings: bool = False,
    override: bool = False,
) -> SheetVersion:
    """Accept a table's first sheet.

    A repeated `submission` with the same figures returns the first result. Raises AlreadyIn when the sheet is in
    with a version that is not this one, Refused (with all problems) when the sheet cannot count. `override` with a
    reason lets a sum stand that does not fit; whether `by` may do that is the caller's question.
    """
    return _record(Verb.ENTERED_SHEET, hanchan, table, typed, act, confirmed_warnings, override)


def change(
    *,
    hanchan: Hanchan,
    table: int,
    typed: TypedSheet,
    act: Act,
    confirmed_warnings: bool = False,
    override: bool = False,
) -> SheetVersion:
    """Put another version of a sheet in the place of version number `act.base`; the old one is kept.

    Also after the hanchan is closed. Raises AlreadyIn when the base is no longer what counts, Refused without a
    reason, without a difference, or when the sheet cannot count.
    """
    return _record(Verb.CHANGED_SHEET, hanchan, table, typed, act, confirmed_warnings, override)


def hand_over(*, hanchan: Hanchan, table: int, absent: Player, substitute: Player, act: Act) -> SheetVersion | None:
    """The points typed for somebody who forfeits count for the substitute who plays the seat, as another version.

    The substitute must have the seat already (a stand-in). None while the table's sheet is not in.
    """
    accepted = accepted_version(hanchan, table)
    if accepted is None:
        return None
    typed = typed_sheet(accepted)
    reason = gettext("{substitute} plays the seat of {absent}.").format(substitute=substitute, absent=absent)
    return change(
        hanchan=hanchan,
        table=table,
        typed=replace(typed, lines=tuple(_handed_over(line, absent, substitute) for line in typed.lines)),
        confirmed_warnings=True,
        override=accepted.overridden,
        act=replace(act.step(reason), base=accepted.number),
    )


def _record(
    verb: Verb,
    hanchan: Hanchan,
    table: int,
    typed: TypedSheet,
    act: Act,
    confirmed_warnings: bool,
    override: bool,
) -> SheetVersion:
    """Check everything against what the server knows now, store the version and accept it."""
    tournament, act = hanchan.tournament, replace(act, reason=act.reason.strip(), submission=act.sending())
    subject = gettext("hanchan {number}, table {table}").format(number=hanchan.number, table=table)
    try:
        with audited_write(tournament, act, verb, subject=subject) as entry:
            _refresh(hanchan)
            _stop_if_repeated(act, hanchan, table, typed)
            before = accepted_version(hanchan, table)
            if verb == Verb.ENTERED_SHEET:
                _check_first(before, hanchan)
            else:
                _check_change(before, table, typed, act)
            places = places_at(tournament, hanchan.number, table)
            check_seats(typed.lines, places, table, tournament.winds_are_drawn)
            overridden = check_figures(
                typed,
                tournament.ruleset,
                tournament.unit,
                confirmed_warnings=confirmed_warnings,
                override=override,
                reason=act.reason,
            )
            sheet, _made = Sheet.objects.get_or_create(hanchan=hanchan, table=table)
            version = SheetVersion.objects.create(
                sheet=sheet,
                number=before.number + 1 if before else 1,
                deposits=typed.deposits,
                entered_at=act.at,
                entered_by=act.by,
                reason=act.reason,
                overridden=overridden,
                submission=act.sending(),
            )
            _store(version, typed)
            sheet.accepted = version
            sheet.save(update_fields=["accepted"])
            entry.detail = _detail(version, typed, before)
    except _Repeated as repeated:
        tournament.refresh_from_db(fields=["edition"])
        return repeated.version
    return version


def _refresh(hanchan: Hanchan) -> None:
    """Read again, behind the tournament's row lock, what the page may have read long ago."""
    hanchan.tournament.refresh_from_db(fields=["seating"])
    hanchan.refresh_from_db(fields=["state", "started_at", "closed_at"])


def _stop_if_repeated(act: Act, hanchan: Hanchan, table: int, typed: TypedSheet) -> None:
    """A form that was gone back to and typed over is something new, and finds the sheet in."""
    version = SheetVersion.objects.filter(submission=act.sending()).select_related("sheet__hanchan").first()
    if version is None:
        return
    sheet = version.sheet
    if (sheet.hanchan_id, sheet.table) != (hanchan.pk, table):
        text = _("This form was already submitted for hanchan {hanchan}, table {other}. Open table {table} again.")
        raise Refused.of("form-of-another-sheet", text, hanchan=sheet.hanchan.number, other=sheet.table, table=table)
    if typed_sheet(version) == typed:
        raise _Repeated(version)


def _check_first(before: SheetVersion | None, hanchan: Hanchan) -> None:
    if before:
        raise AlreadyIn(before)
    check_playing(hanchan)


def _check_change(before: SheetVersion | None, table: int, typed: TypedSheet, act: Act) -> None:
    if before is None:
        raise Refused.of("sheet-not-in", _("The sheet of table {table} is not in yet: enter it first."), table=table)
    if before.number != act.base:
        raise AlreadyIn(before)
    if not act.reason:
        raise Refused.of("reason-missing", _("Enter a reason for the change."), field="reason")
    if typed_sheet(before) == typed:
        raise Refused.of("sheet-unchanged", _("This is the same as the saved sheet."))


def _store(version: SheetVersion, typed: TypedSheet) -> None:
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
            version=version,
            number=number,
            hand=row.hand,
            **{"north": 0, **dict(zip(("east", "south", "west", "north"), row.deltas, strict=False))},
        )
        for number, row in enumerate(typed.all_last, start=1)
    )


def _handed_over(line: ScoreLine, absent: Player, substitute: Player) -> ScoreLine:
    return replace(line, player=substitute.pk) if line.player == absent.pk else line


def _detail(version: SheetVersion, typed: TypedSheet, before: SheetVersion | None) -> dict[str, Any]:
    """Return the figures for the history, after a change also those before it. Players by start number."""
    old = typed_sheet(before) if before else None
    lines = typed.lines + (old.lines if old else ())
    numbers = dict(Player.objects.filter(pk__in=[line.player for line in lines]).values_list("pk", "number"))
    detail: dict[str, Any] = {"version": version.number, "overridden": version.overridden, **_figures(typed, numbers)}
    return detail | ({"before": _figures(old, numbers)} if old else {})


def _figures(typed: TypedSheet, numbers: Mapping[int, int]) -> dict[str, Any]:
    return {
        "points": {line.wind.value: line.points for line in typed.lines},
        "players": {line.wind.value: numbers[line.player] for line in typed.lines},
        "deposits": typed.deposits,
        **({"yakitori": [line.wind.value for line in typed.lines if line.yakitori]} if any(typed.yakitori) else {}),
        **({"busted_by": _takers(typed)} if any(typed.busted_by) else {}),
    }


def _takers(typed: TypedSheet) -> dict[str, str]:
    """Map each player who went bust to the one who took the last points, by wind."""
    return {line.wind.value: line.busted_by.value for line in typed.lines if line.busted_by}
