"""A second person's word on a report sheet: agreement, a decision between readings, a waiver, taking a sheet back."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.devices import is_same_device
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, EntryMode, Hanchan, User, Verb
from tournament.core.official_results import refuse_official
from tournament.players.badges.links import player_of_token
from tournament.players.models import Player
from tournament.results.models import Agreement, Sheet, SheetVersion
from tournament.results.sheets.checks import TypedSheet, check_playing, check_seats, check_signer, typed_sheet
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import places_at


def confirm(*, hanchan: Hanchan, table: int, act: Act) -> SheetVersion:
    """Agree with version number `act.base` after comparing it with the paper.

    That is the first reading, which counts from then on, or a version that counts and that nobody else has read. Raises
    Refused where the figures are another version by now, for the person who typed them, where two readings differ,
    where somebody else has agreed, and for a first reading that is to be read blind.
    """
    with _at_sheet(hanchan, table, Verb.AGREED_SHEET, act) as (sheet, entry):
        version = _waiting(sheet)
        _check_base(version, act)
        if sheet.first_reading_id and sheet.other_reading_id:
            raise read_by_you(sheet, is_other=True)
        if act.by in (None, version.entered_by):
            raise read_by_you(sheet)
        if sheet.accepted_id is None and hanchan.tournament.entry_mode == EntryMode.BLIND:
            text = _("Sheets are read blind here. Open table {table} and type its sheet from the paper.")
            raise Refused.of("read-blind", text, table=table)
        if version.agreement != Agreement.WAIVER:
            _check_unread(version, table)
        _check_seated(version, sheet)
        agree(version, sheet, Agreement.SIGHT, act)
        entry.detail = sheet_detail(version, typed_sheet(version))
    return version


def sign(*, hanchan: Hanchan, table: int, badge: str, act: Act) -> SheetVersion:
    """A player of the table agrees with version number `act.base`, the reading that waits; it counts from then on.

    `badge` is the token of the player's personal link. Raises Refused where players do not sign, for any other token,
    for who does not sit there or typed it, on the device that typed it, where the figures are another version by now,
    where two readings differ, and where the sheet counts already.
    """
    with _at_sheet(hanchan, table, Verb.SIGNED_SHEET, act) as (sheet, entry):
        check_playing(hanchan)
        player = signer_of(badge)
        check_signer(player, places_at(hanchan.tournament, hanchan.number, table), hanchan, table)
        version = _waiting(sheet)
        if sheet.accepted_id:
            raise Refused.of("sheet-counts", _("The sheet of table {table} is already accepted."), table=table)
        _check_base(version, act)
        if sheet.other_reading_id:
            raise read_by_players(sheet, is_other=True)
        if version.is_by(None, player):
            raise read_by_players(sheet)
        check_signature(version, badge, player, act)
        _check_seated(version, sheet)
        agree(version, sheet, Agreement.SIGNATURE, act, player)
        entry.detail = sheet_detail(version, typed_sheet(version))
    return version


def has_typed(person: User | None, readings: Iterable[SheetVersion]) -> bool:
    """Return whether the person typed one of the readings: then somebody else decides between them."""
    return any(one.is_by(person) for one in readings)


def decide(*, hanchan: Hanchan, table: int, number: int, act: Act) -> SheetVersion:
    """Accept version `number`, one of two readings that differ, with a reason.

    Whoever decides typed neither. Raises Refused otherwise, without a reason, and for a version that is neither.
    """
    with _at_sheet(hanchan, table, Verb.DECIDED_SHEET, act, needs_reason=True) as (sheet, entry):
        if not number:
            raise Refused.of("no-reading", _("Choose the reading that the paper shows."))
        readings = [one for one in (sheet.first_reading, sheet.other_reading) if one]
        version = next((one for one in readings if one.number == number), None)
        if version is None or len(readings) < 2:
            raise Refused.of("no-two-readings", _("These are no longer the two readings. Open the table again."))
        if act.by is None or has_typed(act.by, readings):
            raise read_by_you(sheet, is_other=True)
        _check_seated(version, sheet)
        agree(version, sheet, Agreement.DECISION, act)
        entry.detail = sheet_detail(version, typed_sheet(version))
    return version


def waive(*, hanchan: Hanchan, table: int, act: Act) -> SheetVersion:
    """Accept version number `act.base` with one reading, with a reason: nobody else is there to read it.

    Raises Refused where somebody has agreed with it already.
    """
    with _at_sheet(hanchan, table, Verb.WAIVED_SHEET, act, needs_reason=True) as (sheet, entry):
        version = _waiting(sheet)
        _check_base(version, act)
        if sheet.first_reading_id and sheet.other_reading_id:
            raise read_by_you(sheet, is_other=True)
        _check_unread(version, table)
        _check_seated(version, sheet)
        agree(version, sheet, Agreement.WAIVER, act)
        entry.detail = sheet_detail(version, typed_sheet(version))
    return version


def keep(*, hanchan: Hanchan, table: int, act: Act) -> SheetVersion:
    """Keep the version that counts although somebody read the paper otherwise, with a reason."""
    with _at_sheet(hanchan, table, Verb.KEPT_SHEET, act, needs_reason=True) as (sheet, entry):
        version, other = sheet.accepted, sheet.other_reading
        if version is None or other is None:
            raise Refused.of("not-disputed", _("Nobody disputes this sheet any more."))
        _check_base(version, act)
        sheet.other_reading = None
        sheet.save()
        entry.detail = {"version": version.number}
    return version


def take_back(*, hanchan: Hanchan, table: int, act: Act) -> None:
    """Take a table's sheet back to paper, with a reason: nothing of it counts, and it is typed again. Versions stay.

    Raises Refused while the hanchan is not being played, and when nothing was typed.
    """
    with _at_sheet(hanchan, table, Verb.TOOK_SHEET_BACK, act, needs_reason=True) as (sheet, entry):
        check_playing(hanchan)
        version = _waiting(sheet)
        _check_base(version, act)
        before = sheet_detail(version, typed_sheet(version)) if sheet.accepted_id else {"version": version.number}
        sheet.accepted, sheet.first_reading, sheet.other_reading = None, None, None
        sheet.save()
        entry.detail = before


# --- what the actions share -----------------------------------------------------------------------------------------


def agree(version: SheetVersion, sheet: Sheet, agreement: Agreement, act: Act, player: Player | None = None) -> None:
    """Record on a version who agrees with it, one of the staff or a `player`, and let it count if none does yet."""
    version.agreement, version.agreed_by, version.agreed_at = agreement, act.by, act.at
    version.agreed_player, version.agreed_reason = player, act.reason.strip()
    version.save(update_fields=["agreement", "agreed_by", "agreed_player", "agreed_at", "agreed_reason"])
    if sheet.accepted_id is None:
        sheet.accepted, sheet.first_reading, sheet.other_reading = version, None, None
        sheet.save()


def signer_of(badge: str) -> Player:
    """Return the player with this personal link: a name that somebody chose is no signature. Raises Refused."""
    player = player_of_token(badge)
    if player is None:
        text = _(
            "Whoever signs opens their own page by the code on their badge. Without a badge, hand in the paper: the "
            "desk compares it."
        )
        raise Refused.of("signer-unknown", text)
    return player


def is_typed_on(version: SheetVersion, device: str) -> bool:
    """Return whether a version was typed on this device, or nobody knows where a player typed it. One query."""
    here = {"tournament__hanchan__sheets__versions": version.pk}
    lines = AuditEntry.objects.filter(**here, submission=str(version.submission))
    typed_on = lines.values_list("device", flat=True).first()
    return version.entered_player_id is not None if typed_on is None else is_same_device(typed_on, device)


def check_signature(version: SheetVersion, badge: str, player: Player, act: Act) -> None:
    """Raise Refused where a word on a version is not that of the player in person: without their badge, and on the
    device that typed it, where one person with two badges is one person.
    """
    if signer_of(badge) != player:
        text = _("This is another player’s page. Open your own by the code on your badge.")
        raise Refused.of("signer-other-badge", text)
    if is_typed_on(version, act.device):
        text = _(
            "The sheet of table {table} was typed on this device. Another player signs on their own phone, or the desk "
            "compares the paper."
        )
        raise Refused.of("typed-on-this-device", text, table=version.sheet.table)


def agreed_by_sending(hanchan: Hanchan, table: int, act: Act) -> SheetVersion | None:
    """The version with which a form agreed when it was first sent, None for a form that did not."""
    sent = {"tournament": hanchan.tournament, "submission": str(act.sending()), "verb": Verb.AGREED_SHEET}
    return accepted_version(hanchan, table) if AuditEntry.objects.filter(**sent).exists() else None


def forget_readings(hanchan: Hanchan, table: int) -> None:
    """Let readings that wait count for nothing: the people at the table have changed."""
    for sheet in Sheet.objects.filter(hanchan=hanchan, table=table, accepted=None):
        sheet.first_reading, sheet.other_reading = None, None
        sheet.save(update_fields=["first_reading", "other_reading"])


def read_by_you(sheet: Sheet, *, is_other: bool = False) -> Refused:
    """The refusal for somebody who typed what another person has to read."""
    once = _("You typed the sheet of table {table}. Another person has to read it, too.")
    twice = _("Two readings of table {table} differ. Somebody who typed neither decides, with the paper in hand.")
    return Refused.of("readings-differ" if is_other else "read-by-you", twice if is_other else once, table=sheet.table)


def read_by_players(sheet: Sheet, *, is_other: bool = False) -> Refused:
    """The refusal for a player who typed what another one has to sign, or where two have typed different figures."""
    once = _("You typed the sheet of table {table}. Another player of the table signs it.")
    twice = _("Two readings of table {table} differ. Call a referee, who decides with the paper in hand.")
    return Refused.of("readings-differ" if is_other else "typed-by-you", twice if is_other else once, table=sheet.table)


def refresh(hanchan: Hanchan) -> None:
    """Read again, behind the tournament's row lock, what the page may have read long ago."""
    hanchan.tournament.refresh_from_db(fields=["seating", "entry_mode"])
    hanchan.refresh_from_db(fields=["state", "started_at", "closed_at"])


@contextmanager
def _at_sheet(
    hanchan: Hanchan, table: int, verb: Verb, act: Act, *, needs_reason: bool = False
) -> Iterator[tuple[Sheet, AuditEntry]]:
    """Read the sheet as it is now, within an audited write."""
    with audited_write(hanchan.tournament, act, verb, subject=hanchan.table_name(table)) as entry:
        refresh(hanchan)
        refuse_official(hanchan.tournament, hanchan.number)
        if needs_reason and not act.reason.strip():
            raise Refused.of("reason-missing", _("Enter a reason."), field="reason")
        sheet = Sheet.objects.filter(hanchan=hanchan, table=table).first()
        if sheet is None:
            raise _not_in(table)
        sheet.hanchan = hanchan
        yield sheet, entry


def _waiting(sheet: Sheet) -> SheetVersion:
    """The version that counts, else the first reading."""
    version = sheet.accepted or sheet.first_reading
    if version is None:
        raise _not_in(sheet.table)
    return version


def _not_in(table: int) -> Refused:
    return Refused.of("sheet-not-in", _("The sheet of table {table} is not in yet: enter it first."), table=table)


def _check_base(version: SheetVersion, act: Act) -> None:
    if version.number != act.base:
        text = _("The sheet of table {table} has changed since you opened it. Open it again.")
        raise Refused.of("sheet-changed", text, table=version.sheet.table)


def _check_unread(version: SheetVersion, table: int) -> None:
    """Nobody has agreed yet: who did stays, whatever is pressed afterwards."""
    if version.agreement == Agreement.WAIVER:
        text = _("The sheet of table {table} was accepted with one reading already.")
        raise Refused.of("sheet-waived", text, table=table)
    if version.agreement:
        text = _("{person} has read the sheet of table {table} already.")
        raise Refused.of("sheet-agreed", text, person=version.second_reader, table=table)


def _check_seated(version: SheetVersion, sheet: Sheet) -> None:
    """The people of a reading still sit at the table."""
    tournament = sheet.hanchan.tournament
    places = places_at(tournament, sheet.hanchan.number, sheet.table)
    check_seats(typed_sheet(version).lines, places, sheet.table, tournament.winds_are_drawn)


def sheet_detail(version: SheetVersion, typed: TypedSheet, before: SheetVersion | None = None) -> dict[str, object]:
    """Return the figures for the history, after a change also those before it. Players by start number."""
    old = typed_sheet(before) if before else None
    lines = typed.lines + (old.lines if old else ())
    numbers = dict(Player.objects.filter(pk__in=[line.player for line in lines]).values_list("pk", "number"))
    detail: dict[str, object] = {
        "version": version.number,
        "overridden": version.overridden,
        **_figures(typed, numbers),
    }
    return detail | ({"before": _figures(old, numbers)} if old else {})


def _figures(typed: TypedSheet, numbers: Mapping[int, int]) -> dict[str, object]:
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
