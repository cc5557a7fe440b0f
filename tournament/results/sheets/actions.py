"""Entering and changing report sheets: the only writers of versions. What counted before stays, as an older version.

Where the tournament asks for two people, what the first one types is a reading that waits. Somebody else who types the
same makes it count; figures that differ are kept beside it until a referee has looked (`agreement`).
"""

from dataclasses import replace
from uuid import uuid4

from django.db.models import Max
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.game import ScoreLine
from tournament.core.audit import Act, audited_write, logged
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Hanchan, Verb
from tournament.core.official_results import refuse_official
from tournament.players.models import Player
from tournament.results.models import Agreement, AllLastRow, Sheet, SheetLine, SheetState, SheetVersion, WindDraw
from tournament.results.sheets.agreement import (
    agree,
    agreed_by_sending,
    check_signature,
    forget_readings,
    read_by_players,
    read_by_you,
    refresh,
    sheet_detail,
)
from tournament.results.sheets.checks import (
    AlreadyIn,
    TypedSheet,
    check_figures,
    check_playing,
    check_seats,
    check_signer,
    draw_warnings,
    not_played,
    paper_problems,
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
    player: Player | None = None,
    badge: str = "",
) -> SheetVersion:
    """Record what somebody typed from a table's sheet: accept it, or let it wait for a second person's reading.

    `player` types it at the table, where the tournament has players sign; nobody is signed in then. The figures that
    another one typed become a signature only with the player's own `badge` (the token of the personal link) and on
    another device.

    Returns the version that was made, or the one that the same figures agree with; its sheet says what became of it.
    A repeated `submission` with the same figures returns the first result. Raises AlreadyIn when the sheet counts
    with other figures (these are kept as evidence), Refused (with all problems) when the sheet cannot count. `override`
    with a reason lets a sum stand that does not fit; whether `by` may do that is the caller's question.
    """
    return _record(Verb.ENTERED_SHEET, hanchan, table, typed, act, confirmed_warnings, override, player, badge)


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

    The substitute must have the seat already (a stand-in). None while the table's sheet does not count; readings that
    wait name the absent player, so the sheet is typed again.
    """
    accepted = accepted_version(hanchan, table)
    if accepted is None:
        forget_readings(hanchan, table)
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
    player: Player | None = None,
    badge: str = "",
) -> SheetVersion:
    """Check everything against what the server knows now, store the version, and accept it or let it wait."""
    act = replace(act, reason=act.reason.strip(), submission=act.sending())
    try:
        with audited_write(hanchan.tournament, act, verb, subject=hanchan.table_name(table)) as entry:
            refresh(hanchan)
            act = _once(act, hanchan, table, typed)
            refuse_official(hanchan.tournament, hanchan.number)
            entry.submission = str(act.submission)
            sheet, _made = Sheet.objects.get_or_create(hanchan=hanchan, table=table)
            before = accepted_version(hanchan, table) if sheet.accepted_id else None
            if player:
                check_signer(player, places_at(hanchan.tournament, hanchan.number, table), hanchan, table)
            if before and player:
                raise AlreadyIn(before)
            if before and not before.is_played and verb == Verb.ENTERED_SHEET:
                raise not_played(before)
            if before and verb == Verb.ENTERED_SHEET:
                version = _read_again(typed, sheet, before, act, entry)
            else:
                version = _write(typed, sheet, before, act, entry, confirmed_warnings, override, player, badge)
    except _Repeated as repeated:
        hanchan.tournament.refresh_from_db(fields=["edition"])
        version = repeated.version
    accepted = version.sheet.accepted
    # A reading typed after what counts never counted, also when the form is sent again after a third reading.
    if accepted and version.is_reading and version.number > accepted.number:
        raise logged(AlreadyIn(accepted), hanchan.tournament, act, verb)
    return version


def _write(
    typed: TypedSheet,
    sheet: Sheet,
    before: SheetVersion | None,
    act: Act,
    entry: AuditEntry,
    confirmed_warnings: bool,
    override: bool,
    player: Player | None,
    badge: str,
) -> SheetVersion:
    """Store a first sheet, a reading, or a change."""
    hanchan, tournament = sheet.hanchan, sheet.hanchan.tournament
    if entry.verb == Verb.CHANGED_SHEET:
        _check_change(before, sheet.table, typed, act)
    else:
        check_playing(hanchan)
    places = places_at(tournament, hanchan.number, sheet.table)
    check_seats(typed.lines, places, sheet.table, tournament.winds_are_drawn)
    is_change = entry.verb == Verb.CHANGED_SHEET
    asks_paper = tournament.asks_paper and not is_change
    drawn = WindDraw.winds_at(hanchan, sheet.table, places)
    winds = {line.player: line.wind for line in typed.lines}
    found = draw_warnings([winds.get(place.player.pk) for place in places], places, drawn, is_change=is_change)
    overridden = check_figures(
        typed,
        tournament.ruleset,
        tournament.unit,
        confirmed_warnings=confirmed_warnings,
        override=override,
        reason=act.reason,
        paper=[*(paper_problems(typed, hanchan, sheet.table, places) if asks_paper else ()), *found],
    )
    if entry.verb == Verb.ENTERED_SHEET and (tournament.needs_two_readers or sheet.first_reading_id):
        return _read(typed, sheet, act, entry, player, badge, overridden=overridden)
    version = store_version(sheet, typed, act, overridden=overridden, is_reading=entry.verb == Verb.ENTERED_SHEET)
    sheet.accepted, sheet.first_reading, sheet.other_reading = version, None, None
    sheet.save()
    entry.detail = sheet_detail(version, typed, before)
    return version


def _read(
    typed: TypedSheet, sheet: Sheet, act: Act, entry: AuditEntry, player: Player | None, badge: str, *, overridden: bool
) -> SheetVersion:
    """Keep a reading of a sheet that does not count yet; the same figures from two people make it count.

    The first person may type the sheet again, to correct their own reading. Once two readings differ, who typed one of
    them is refused. What waits stands in the history without its figures: who types it next must not see them.
    """
    first, other = sheet.first_reading, sheet.other_reading
    waiting = [one for one in (first, other) if one]
    said = next((one for one in waiting if typed_sheet(one).has_figures_of(typed)), None)
    is_own = any(one.is_by(act.by, player) for one in waiting)
    if player and (other or (is_own and said)):
        raise read_by_players(sheet, is_other=other is not None)
    if is_own and (said or other):
        raise read_by_you(sheet, is_other=other is not None)
    if said:
        if player:
            check_signature(said, badge, player, act)
        agree(said, sheet, Agreement.SIGNATURE if player else Agreement.READING, act, player)
        entry.verb, entry.detail = Verb.AGREED_SHEET, sheet_detail(said, typed)
        return said
    version = store_version(sheet, typed, act, overridden=overridden, is_reading=True, player=player)
    if first is None or is_own:
        sheet.first_reading = version
    else:
        sheet.other_reading, entry.verb = version, Verb.READ_SHEET_OTHERWISE
    sheet.save()
    entry.detail = {"version": version.number, "overridden": overridden}
    return version


def _read_again(typed: TypedSheet, sheet: Sheet, before: SheetVersion, act: Act, entry: AuditEntry) -> SheetVersion:
    """A reading of a sheet that counts: the same figures from another person agree with it, others dispute it.

    Raises AlreadyIn where there is nothing to record: the same person again, agreed already, or no possible sheet.
    """
    tournament = sheet.hanchan.tournament
    if typed_sheet(before).has_figures_of(typed):
        if act.by in (None, before.entered_by) or before.agreement:
            raise AlreadyIn(before)
        agree(before, sheet, Agreement.READING, act)
        entry.verb, entry.detail = Verb.AGREED_SHEET, sheet_detail(before, typed)
        return before
    try:
        places = places_at(tournament, sheet.hanchan.number, sheet.table)
        check_seats(typed.lines, places, sheet.table, tournament.winds_are_drawn)
        overridden = check_figures(
            typed, tournament.ruleset, tournament.unit, confirmed_warnings=True, override=True, reason="-"
        )
    except Refused:
        raise AlreadyIn(before) from None
    version = store_version(sheet, typed, act, overridden=overridden, is_reading=True)
    sheet.other_reading, entry.verb = version, Verb.READ_SHEET_OTHERWISE
    sheet.save()
    entry.detail = sheet_detail(version, typed)
    return version


def store_version(
    sheet: Sheet, typed: TypedSheet, act: Act, *, overridden: bool, is_reading: bool, player: Player | None = None
) -> SheetVersion:
    """Store what was typed under the next number, within an audited write."""
    last = sheet.versions.aggregate(last=Max("number"))["last"] or 0
    version = SheetVersion.objects.create(
        sheet=sheet,
        number=last + 1,
        deposits=typed.deposits,
        entered_at=act.at,
        entered_by=act.by,
        entered_player=player,
        reason=act.reason,
        overridden=overridden,
        is_played=typed.is_played,
        submission=act.sending(),
        is_reading=is_reading,
    )
    _store(version, typed)
    return version


def _once(act: Act, hanchan: Hanchan, table: int, typed: TypedSheet) -> Act:
    """Stop a form that was sent before. One that was gone back to and typed over is a new sending."""
    sent = SheetVersion.objects.filter(submission=act.sending(), sheet__hanchan__tournament=hanchan.tournament_id)
    version = sent.select_related("sheet__hanchan").first()
    version = version or agreed_by_sending(hanchan, table, act)
    if version is None:
        return act
    sheet = version.sheet
    if (sheet.hanchan_id, sheet.table) != (hanchan.pk, table):
        text = _("This form was already submitted for hanchan {hanchan}, table {other}. Open table {table} again.")
        raise Refused.of("form-of-another-sheet", text, hanchan=sheet.hanchan.number, other=sheet.table, table=table)
    if typed_sheet(version) == typed:
        if sheet.state is SheetState.MISSING:
            text = _(
                "The sheet of table {table} was taken back in the meantime. Open the table and type it from the paper."
            )
            raise Refused.of("sheet-taken-back", text, table=table)
        raise _Repeated(version)
    return replace(act, submission=uuid4())


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
