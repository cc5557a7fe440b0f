"""Late players. Minutes give the points; past the limit the hanchan is forfeited and a substitute plays the seat.

A forfeit is no points for the hanchan and one penalty that replaces the minutes; the substitute is scored and not
ranked (WRC 2025 §12.3.9). Being late and being late again in the same hanchan is one row: the later entry counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.foul.consequences import Consequence
from scoring.lateness import ABSENT, Kind, Lateness, absence, full_minutes, lateness
from tournament.events.models import Hanchan, Tournament
from tournament.penalties.actions import Repeated, once, strike, told
from tournament.penalties.models import Penalty, PenaltyKind
from tournament.penalties.queries import foul_of
from tournament.penalties.seats import HeldSeat, refuse_sitting_out, seat_of
from tournament.players.actions import add_player
from tournament.players.models import Player
from tournament.problems import Refused
from tournament.seating.actions import stand_in
from tournament.seating.people import option
from tournament.seating.stand_ins import refuse_stand_in
from tournament.sheets.actions import hand_over

ABOUT_TIME = [PenaltyKind.LATE, PenaltyKind.FORFEIT]


@dataclass(frozen=True, slots=True)
class LateComer:
    """One late player: how late, None for not at all; who plays instead, a substitute or the name of a new one."""

    player: Player
    late: timedelta | None
    substitute: Player | str | None = None


class Filling(NamedTuple):
    """Who would play a forfeited seat: a substitute, the name of a new one, None yet; and what speaks against it."""

    substitute: Player | str | None
    obstacle: str = ""


class RowProblem(NamedTuple):
    """What is wrong with one of several late players."""

    row: int
    field: str | None
    message: str


def verdict(late: timedelta | None, tournament: Tournament) -> Lateness:
    """What rule set and schedule make of it; not playing at all is a forfeit (WRC 2025 §12.3.9)."""
    rules, fouls = tournament.ruleset, tournament.schedule
    return absence(rules, fouls) if late is None else lateness(late, rules, fouls)


def intention_disqualifies(tournament: Tournament) -> bool:
    """Whether the schedule foresees a disqualification of who forfeits a hanchan on purpose (WRC 2025 §12.3.9)."""
    foul = foul_of(tournament, ABSENT)
    return foul is not None and Consequence.DISQUALIFICATION in foul.consequences


def late_players(
    *,
    hanchan: Hanchan,
    rows: Sequence[LateComer],
    reason: str = "",
    referee: str,
    submission: UUID,
    by: Any,
    at: datetime,
) -> list[Penalty]:
    """Enter several late players of one hanchan: all of them, or none and what is wrong with which row.

    Raises Refused whose `problems` are RowProblem.
    """
    given: list[Penalty] = []
    wrong: list[RowProblem] = []
    common = {"hanchan": hanchan, "reason": reason, "referee": referee, "by": by, "at": at}
    edition = hanchan.tournament.edition
    with transaction.atomic():
        for number, row in enumerate(rows):
            who = {"player": row.player, "minutes": row.late, "substitute": row.substitute}
            try:
                given.append(late(**who, **common, submission=uuid5(submission, str(number))))
            except Refused as refused:
                wrong.append(RowProblem(number, refused.field, refused.message))
        if wrong:
            hanchan.tournament.edition = edition
            raise Refused(_("Nothing was saved yet."), problems=wrong)
    return given


def fillings(hanchan: Hanchan, rows: Sequence[LateComer]) -> list[Filling]:
    """Who would play the seats of those who forfeit the hanchan; for the others nobody does. Nothing is written.

    What speaks against the entry itself, a bye, is said of all.
    """
    found: list[Filling] = []
    taken: dict[Player | str, Player] = {}
    for row in rows:
        forfeits = verdict(row.late, hanchan.tournament).kind is Kind.FORFEIT
        found.append(_filling(hanchan, row, taken) if forfeits else Filling(None, _against(row.player, hanchan)))
        if forfeits and isinstance(row.substitute, Player):
            taken.setdefault(row.substitute, row.player)
    return found


def _against(player: Player, hanchan: Hanchan) -> str:
    """Why the player cannot be late in that hanchan; "" when nothing speaks against it."""
    try:
        refuse_sitting_out(player, hanchan)
    except Refused as refusal:
        return refusal.message
    return ""


def _filling(hanchan: Hanchan, row: LateComer, taken: Mapping[Player | str, Player]) -> Filling:
    """What entering the row would come to; `taken` are the substitutes of the rows above."""
    chosen = row.substitute
    try:
        refuse_sitting_out(row.player, hanchan)
        seat = _held(row.player, hanchan)
        if seat.substitute and chosen in (None, "", seat.substitute):
            return Filling(seat.substitute)
        if chosen:
            known = chosen if isinstance(chosen, Player) else seat.substitute
            refuse_stand_in(hanchan.tournament, hanchan.number, row.player, known)
    except Refused as refusal:
        return Filling(chosen, refusal.message)
    if chosen in taken:
        names = {"substitute": chosen, "absent": taken[chosen]}
        return Filling(chosen, _("%(substitute)s already stands in for %(absent)s above.") % names)
    return Filling(chosen)


def late(
    *,
    player: Player,
    hanchan: Hanchan,
    minutes: int | timedelta | None,
    reason: str = "",
    referee: str,
    submission: UUID,
    by: Any,
    at: datetime,
    substitute: Player | str | None = None,
) -> Penalty:
    """A player came late: by full minutes, by the exact time, or not at all (None).

    Past the rule set's limit it is a forfeit; then somebody must stand in, and a name makes a new substitute.
    A repeated submission gives back what the first one made. Raises Refused naming the field: on time, no substitute,
    forfeited already, or the table's sheet is in.
    """
    elapsed = timedelta(minutes=minutes) if isinstance(minutes, int) else minutes
    penalty = _judged(player, hanchan, elapsed)
    penalty.reason, penalty.referee, penalty.submission = reason.strip(), referee.strip(), submission
    penalty.given_at, penalty.given_by = at, by
    if not penalty.referee:
        raise Refused(_("Name the referee who decided."), field="referee")
    frame = {"by": by, "at": at, "verb": "entered lateness", "subject": option(player), "reason": penalty.reason}
    try:
        with once(hanchan.tournament, [submission], **frame) as entry:
            _replace_earlier(penalty)
            if penalty.kind == PenaltyKind.FORFEIT:
                _stand_in(penalty, substitute)
            penalty.save()
            entry.detail = told(penalty)
    except Repeated as repeated:
        return repeated.penalties[0]
    return penalty


def _judged(player: Player, hanchan: Hanchan, late: timedelta | None) -> Penalty:
    """What the rules make of it, as a row that is not yet given."""
    judged = verdict(late, hanchan.tournament)
    if judged.kind is Kind.ON_TIME:
        raise Refused(_("Less than a full minute is on time: there is nothing to enter."), field="late")
    refuse_sitting_out(player, hanchan)
    kind = PenaltyKind.FORFEIT if judged.kind is Kind.FORFEIT else PenaltyKind.LATE
    foul = foul_of(hanchan.tournament, judged.foul)
    return Penalty(
        tournament=hanchan.tournament, player=player, hanchan=hanchan, kind=kind,
        foul=foul.code if foul else "", foul_title=foul.title if foul else "",
        amount=judged.amount, scheduled_amount=judged.amount, consequence=judged.consequence.value,
        minutes=None if late is None else full_minutes(late),
    )  # fmt: skip


def _replace_earlier(penalty: Penalty) -> None:
    """Only one of lateness and forfeit counts in a hanchan (WRC 2025 §12.3.9)."""
    rows = penalty.tournament.penalties.filter(
        player=penalty.player, hanchan=penalty.hanchan, cancelled_at=None, kind__in=ABOUT_TIME
    )
    for earlier in rows:
        if earlier.kind == PenaltyKind.FORFEIT:
            raise Refused(
                _("%(player)s has forfeited hanchan %(hanchan)d already. Cancel that forfeit first if it is wrong.")
                % {"player": penalty.player, "hanchan": penalty.hanchan.number},
                field="player",
            )
        reason = _("Replaced by a later entry of the minutes.")
        if penalty.kind == PenaltyKind.FORFEIT:
            reason = _("Replaced by the forfeit of the hanchan.")
        strike(earlier, reason=reason, by=penalty.given_by, at=penalty.given_at)


def _stand_in(penalty: Penalty, substitute: Player | str | None) -> None:
    """Somebody plays the forfeited seat, unless somebody does already; what a sheet counts there is theirs."""
    player, hanchan = penalty.player, penalty.hanchan
    seat = _held(player, hanchan)
    if seat.substitute and substitute in (None, "", seat.substitute):
        return
    if not substitute:
        raise Refused(
            _("More than %(limit)d minutes is a forfeit: say who plays the seat. A new name makes a substitute.")
            % {"limit": hanchan.tournament.ruleset.lateness.minutes},
            field="substitute",
        )
    whom, who = _substitute(penalty, substitute), {"by": penalty.given_by, "at": penalty.given_at}
    reason = penalty.reason or _("Hanchan forfeited.")
    stand_in(
        tournament=hanchan.tournament, hanchan=hanchan.number, absent=player, substitute=whom, reason=reason, **who
    )
    hand_over(hanchan=hanchan, table=seat.table, absent=player, substitute=whom, **who)


def _held(player: Player, hanchan: Hanchan) -> HeldSeat:
    """The seat that is forfeited. Raises Refused when there is none."""
    seat = seat_of(player, hanchan)
    if seat is None:
        where = {"player": player, "hanchan": hanchan.number}
        raise Refused(_("%(player)s has no seat in hanchan %(hanchan)d.") % where, field="player")
    return seat


def _substitute(penalty: Penalty, substitute: Player | str) -> Player:
    if isinstance(substitute, Player):
        return substitute
    who = {"name": substitute.strip(), "is_substitute": True}
    return add_player(tournament=penalty.tournament, by=penalty.given_by, at=penalty.given_at, **who)
