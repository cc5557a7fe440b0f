"""Giving and cancelling penalties. Nothing escalates by itself: whether it is a repetition is the referee's answer.

Amounts are points (1P = 1,000). `submission` is made with the form: a form that is sent twice is one penalty.
Lateness and forfeits are in lateness.py, what four at a table get at once is in whole_table.py.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.foul.consequences import Consequence
from scoring.foul.questions import WrongAnswer
from scoring.points import Points
from tournament.edition import writing
from tournament.events.models import Hanchan, Tournament
from tournament.penalties.models import Penalty, PenaltyKind
from tournament.penalties.price import follows_the_schedule, foreseen, is_ruled
from tournament.penalties.queries import foul_of
from tournament.penalties.seats import seat_of
from tournament.players.actions import disqualify, reinstate, withdraw
from tournament.players.models import Player, PlayerStatus
from tournament.problems import Refused
from tournament.seating.actions import cancel_stand_in
from tournament.seating.people import option
from tournament.seating.queries import stand_in_of
from tournament.sheets.queries import sheet_is_in

MOST = 1_000_000
WITH_POINTS = (PenaltyKind.POINTS, PenaltyKind.CHONBO)


class Repeated(Exception):
    """The same form was sent before; `penalties` are what it made then."""

    def __init__(self, penalties: list[Penalty]):
        self.penalties = penalties


@contextmanager
def once(tournament: Tournament, submissions: list[UUID], **frame: Any) -> Iterator[Any]:
    """The frame of a write that a second sending of the same form must not repeat.

    The repetition is looked for behind the tournament's row lock, so that two clicks at once are one act as well.
    """
    try:
        with writing(tournament, **frame) as entry:
            earlier = list(Penalty.objects.filter(submission__in=submissions).order_by("id"))
            if earlier:
                raise Repeated(earlier)
            yield entry
    except Repeated:
        tournament.refresh_from_db(fields=["edition"])
        raise


def give(
    *,
    tournament: Tournament,
    player: Player,
    hanchan: Hanchan | None,
    kind: str,
    foul: str = "",
    answers: Mapping[str, str] | None = None,
    amount: Points | None = None,
    reason: str,
    referee: str,
    submission: UUID,
    by: Any,
    at: datetime,
) -> Penalty:
    """Give `player` a penalty in a hanchan, or outside one.

    `foul` is a code of the event's schedule, "" for a free penalty; `answers` are keys by question, those still open
    left out. `amount` in points; None takes the schedule's, which for a chonbo outside it is the rule set's. A warning,
    a dead hand and "no penalty" are rows with 0 points; a disqualification also sets the player's status (WRC 2025
    §12.2). Raises Refused naming the field.
    """
    penalty = Penalty(
        tournament=tournament, player=player, hanchan=hanchan, kind=kind, foul=foul, answers=dict(answers or {}),
        reason=reason.strip(), referee=referee.strip(), submission=submission, given_at=at, given_by=by,
    )  # fmt: skip
    name_the_foul(penalty)
    price_by_schedule(penalty, amount)
    check(penalty)
    explain_a_deviation(penalty)
    try:
        with once(tournament, [submission], by=by, at=at, verb="gave a penalty") as entry:
            player.refresh_from_db()
            if kind == PenaltyKind.DISQUALIFICATION:
                _disqualify(penalty)
            penalty.save()
            entry.subject, entry.reason, entry.detail = option(player), penalty.reason, told(penalty)
    except Repeated as repeated:
        return repeated.penalties[0]
    return penalty


def cancel(*, penalty: Penalty, reason: str, by: Any, at: datetime) -> Penalty:
    """Take a penalty back; it stays in the list, struck, with the reason. Cancelled twice is cancelled once.

    A disqualified player becomes what the player was before. A forfeit's stand-in leaves the seat again as long as the
    table's sheet is not in. Raises Refused without a reason.
    """
    ask_why(reason)
    tournament, subject = penalty.tournament, option(penalty.player)
    frame = {"by": by, "at": at, "verb": "cancelled a penalty", "subject": subject, "reason": reason.strip()}
    with suppress(Repeated), writing(tournament, **frame) as entry:
        _stop_if_cancelled(penalty)
        strike(penalty, reason=reason, by=by, at=at)
        entry.detail = told(penalty)
        if penalty.kind == PenaltyKind.DISQUALIFICATION:
            _restore(penalty)
        if penalty.kind == PenaltyKind.FORFEIT:
            _give_the_seat_back(penalty)
    return penalty


def _stop_if_cancelled(penalty: Penalty) -> None:
    """Asked behind the tournament's row lock: of two who cancel at once, one does."""
    penalty.refresh_from_db(fields=["cancelled_at", "cancelled_reason", "cancelled_by"])
    if penalty.cancelled_at is not None:
        raise Repeated([penalty])


# --- parts, also of lateness.py and whole_table.py ----------------------------------------------------------------


def ask_why(reason: str) -> None:
    """Nothing is cancelled without a reason."""
    if not reason.strip():
        raise Refused(_("Say why the penalty is cancelled."), field="reason")


def strike(penalty: Penalty, *, reason: str, by: Any, at: datetime) -> None:
    """Mark a penalty as cancelled, inside somebody else's act."""
    penalty.cancelled_at, penalty.cancelled_by, penalty.cancelled_reason = at, by, reason.strip()
    penalty.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_reason"])


def told(penalty: Penalty) -> dict[str, Any]:
    """What the history keeps of a penalty."""
    return {
        "kind": penalty.kind, "foul": penalty.foul, "answers": penalty.answers, "points": penalty.amount,
        "consequence": penalty.consequence, "minutes": penalty.minutes,
        "hanchan": penalty.hanchan and penalty.hanchan.number, "referee": penalty.referee,
    }  # fmt: skip


def name_the_foul(penalty: Penalty) -> None:
    """Put the title of the schedule's foul beside its code and read its answers. Raises Refused when it has neither."""
    foul = foul_of(penalty.tournament, penalty.foul)
    if penalty.foul and foul is None:
        raise Refused(_("The penalty schedule of this tournament has no such foul."), field="foul")
    try:
        penalty.answers = foul.answered(penalty.answers) if foul else {}
    except WrongAnswer as wrong:
        raise Refused(wrong.text.said(_), field="foul") from wrong
    penalty.foul_title = foul.title if foul else ""


def price_by_schedule(penalty: Penalty, amount: Points | None) -> None:
    """Put beside the penalty what the schedule has for it; `amount` None takes its points."""
    foul, rules = foul_of(penalty.tournament, penalty.foul), penalty.tournament.ruleset
    price = foreseen(foul, penalty.answers, penalty.kind, rules)
    if foul and not is_ruled(foul, penalty.answers):
        penalty.consequence = Consequence.DISCRETION.value
    elif price:
        penalty.scheduled_amount, penalty.consequence = price.amount, price.consequence.value
    penalty.amount = (penalty.scheduled_amount or 0) if amount is None else amount


def check(penalty: Penalty) -> None:
    """Everything about a penalty that can be wrong by itself. Raises Refused naming the field."""
    kind, amount = penalty.kind, penalty.amount
    if penalty.player.tournament_id != penalty.tournament.pk:
        raise Refused(_("This player is not in this tournament."), field="player")
    if penalty.hanchan and penalty.hanchan.tournament_id != penalty.tournament.pk:
        raise Refused(_("This hanchan is not of this tournament."), field="hanchan")
    if kind in (PenaltyKind.LATE, PenaltyKind.FORFEIT):
        raise Refused(_("Lateness and forfeits are entered on the page “Lateness”, where the minutes give the points."))
    if amount % 100 or not 0 <= amount < MOST:
        raise Refused(_("Points are taken off in steps of 0.1P, for example 30 or 2.5."), field="amount")
    if kind in WITH_POINTS and not amount and penalty.scheduled_amount != 0:
        raise Refused(_("Type how many P are taken off; with none it is a warning or a dead hand."), field="amount")
    if kind == PenaltyKind.NONE and amount:
        raise Refused(_("No points go with “no penalty”."), field="amount")
    if kind == PenaltyKind.DISQUALIFICATION and amount:
        raise Refused(_("A disqualified player is not ranked: there are no points to take off."), field="amount")
    if not penalty.referee:
        raise Refused(_("Name the referee who decided."), field="referee")
    if not penalty.reason and not penalty.foul:
        raise Refused(_("Say what happened: no foul of the schedule is chosen."), field="reason")


def explain_a_deviation(penalty: Penalty) -> None:
    """What the schedule does not foresee needs a reason in words. Raises Refused without one."""
    foul, rules = foul_of(penalty.tournament, penalty.foul), penalty.tournament.ruleset
    if foul is None or penalty.reason:
        return
    if follows_the_schedule(foul, penalty.answers, penalty.kind, penalty.amount, rules):
        return
    if penalty.consequence == Consequence.DISCRETION:
        raise Refused(_("The schedule leaves this to the referee: say what happened."), field="reason")
    raise Refused(_("This is not what the schedule foresees: say why."), field="reason")


def _disqualify(penalty: Penalty) -> None:
    player = penalty.player
    if player.status == PlayerStatus.DISQUALIFIED:
        raise Refused(_("%(player)s is disqualified already.") % {"player": player}, field="player")
    penalty.status_before = player.status
    reason = penalty.reason or penalty.foul_title
    disqualify(player=player, reason=reason, by=penalty.given_by, at=penalty.given_at)


def _restore(penalty: Penalty) -> None:
    player = penalty.player
    player.refresh_from_db()
    if player.status != PlayerStatus.DISQUALIFIED:
        return
    act = {"player": player, "reason": penalty.cancelled_reason, "by": penalty.cancelled_by, "at": penalty.cancelled_at}
    reinstate(**act)
    if penalty.status_before == PlayerStatus.WITHDRAWN:
        withdraw(**act)


def _give_the_seat_back(penalty: Penalty) -> None:
    """The stand-in of a cancelled forfeit leaves, unless the table's sheet is in: then the substitute has played."""
    hanchan = penalty.hanchan
    stand_in = stand_in_of(penalty.tournament, hanchan.number, penalty.player)
    seat = seat_of(penalty.player, hanchan)
    if stand_in is None or (seat and sheet_is_in(hanchan, seat.table)):
        return
    cancel_stand_in(
        stand_in=stand_in, reason=penalty.cancelled_reason, by=penalty.cancelled_by, at=penalty.cancelled_at
    )
