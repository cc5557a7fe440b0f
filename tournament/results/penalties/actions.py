"""Giving and cancelling penalties. Nothing escalates by itself: whether it is a repetition is the referee's answer.

Amounts are points (1P = 1,000). `submission` is made with the form: a form that is sent twice is one penalty.
Lateness and forfeits are in lateness.py, what four at a table get at once is in whole_table.py.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext_noop as _

from scoring.fouls.cases import Consequence, UnknownAnswer
from scoring.points import Points
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, Hanchan, Tournament, Verb
from tournament.core.official_results import refuse_official
from tournament.players.actions import disqualify, reinstate, withdraw
from tournament.players.lookup import option
from tournament.players.models import Player, PlayerStatus
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.prices import follows_the_schedule, foreseen, is_ruled
from tournament.results.penalties.queries import foul_of, given_since
from tournament.results.sentences import ago
from tournament.results.sheets.printings import old_sheets_told
from tournament.results.sheets.queries import sheet_is_in
from tournament.seats.held_seats import seat_of
from tournament.seats.queries import stand_in_of
from tournament.seats.stand_ins import cancel_stand_in

MOST = 1_000_000
WITH_POINTS = (PenaltyKind.POINTS, PenaltyKind.CHONBO)


class Repeated(Exception):
    """The same form was sent before; `penalties` are what it made then."""

    def __init__(self, penalties: list[Penalty]):
        self.penalties = penalties


@contextmanager
def single_write(
    tournament: Tournament,
    hanchan: Hanchan | None,
    submissions: list[UUID],
    act: Act,
    verb: Verb,
    *,
    subject: str = "",
) -> Iterator[AuditEntry]:
    """The frame of a write that a second sending of the same form must not repeat, and that official results refuse.

    The repetition is looked for behind the tournament's row lock, so that two clicks at once are one act as well.
    """
    try:
        with audited_write(tournament, act, verb, subject=subject) as entry:
            earlier = list(tournament.penalties.filter(submission__in=submissions).order_by("id"))
            if earlier:
                raise Repeated(earlier)
            refuse_official(tournament, hanchan.number if hanchan else None)
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
    referee: str,
    act: Act,
) -> Penalty:
    """Give `player` a penalty in a hanchan, or outside one.

    `foul` is a code of the event's schedule, "" for a free penalty; `answers` are keys by question, those still open
    left out. `amount` in points; None takes the schedule's, which for a chonbo outside it is the rule set's. A warning,
    a dead hand and "no penalty" are rows with 0 points; a disqualification also sets the player's status (WRC 2025
    §12.2). Raises Refused naming the field, and Conflict as `ask_whether_same` does.
    """
    submission = act.sending()
    penalty = Penalty(
        tournament=tournament,
        player=player,
        hanchan=hanchan,
        kind=kind,
        foul=foul,
        answers=dict(answers or {}),
        reason=act.reason.strip(),
        referee=referee.strip(),
        submission=submission,
        given_at=act.at,
        given_by=act.by,
    )
    try:
        with single_write(tournament, hanchan, [submission], act, Verb.GAVE_PENALTY) as entry:
            name_the_foul(penalty)
            price_by_schedule(penalty, amount)
            check(penalty)
            explain_a_deviation(penalty)
            ask_whether_same(penalty, act)
            player.refresh_from_db()
            if kind == PenaltyKind.DISQUALIFICATION:
                _disqualify(penalty)
            penalty.save()
            entry.subject, entry.reason, entry.detail = option(player), penalty.reason, history_detail(penalty)
    except Repeated as repeated:
        return repeated.penalties[0]
    return penalty


def cancel(*, penalty: Penalty, act: Act) -> Penalty:
    """Cancel a penalty; it stays in the list, struck, with the reason. Doing it twice changes nothing.

    A disqualified player becomes what the player was before. A forfeit's stand-in leaves the seat again as long as the
    table's sheet is not in. Raises Refused without a reason.
    """
    tournament, subject = penalty.tournament, option(penalty.player)
    with suppress(Repeated), audited_write(tournament, act, Verb.CANCELLED_PENALTY, subject=subject) as entry:
        require_reason(act.reason)
        _stop_if_cancelled(penalty)
        refuse_official(tournament, penalty.hanchan.number if penalty.hanchan else None)
        strike(penalty, act=act)
        entry.detail = history_detail(penalty)
        step = act.step(penalty.cancelled_reason)
        if penalty.kind == PenaltyKind.DISQUALIFICATION:
            _restore(penalty, step)
        if penalty.kind == PenaltyKind.FORFEIT and penalty.hanchan:
            _give_the_seat_back(penalty.player, penalty.hanchan, step)
    return penalty


def _stop_if_cancelled(penalty: Penalty) -> None:
    """Asked behind the tournament's row lock: of two who cancel at once, one does."""
    penalty.refresh_from_db(fields=["cancelled_at", "cancelled_reason", "cancelled_by"])
    if penalty.cancelled_at is not None:
        raise Repeated([penalty])


# --- parts, also of lateness.py and whole_table.py ----------------------------------------------------------------


def require_reason(reason: str) -> None:
    """Nothing is cancelled without a reason."""
    if not reason.strip():
        raise Refused.of("reason-missing", _("Enter a reason for cancelling the penalty."), field="reason")


def strike(penalty: Penalty, *, act: Act) -> None:
    """Mark a penalty as cancelled, inside somebody else's act."""
    penalty.cancelled_at, penalty.cancelled_by, penalty.cancelled_reason = act.at, act.by, act.reason.strip()
    penalty.save(update_fields=["cancelled_at", "cancelled_by", "cancelled_reason"])


def history_detail(penalty: Penalty) -> dict[str, object]:
    """Return the detail that the history stores for a penalty."""
    return {
        "kind": penalty.kind,
        "foul": penalty.foul,
        "answers": penalty.answers,
        "points": penalty.amount,
        "consequence": penalty.consequence,
        "minutes": penalty.minutes,
        "hanchan": penalty.hanchan and penalty.hanchan.number,
        "referee": penalty.referee,
    }


def name_the_foul(penalty: Penalty) -> None:
    """Put the title of the schedule's foul beside its code and read its answers. Raises Refused when it has neither."""
    foul = foul_of(penalty.tournament, penalty.foul)
    if penalty.foul and foul is None:
        raise Refused.of("no-such-foul", _("The penalty schedule of this tournament has no such foul."), field="foul")
    try:
        penalty.answers = foul.parse_answers(penalty.answers) if foul else {}
    except UnknownAnswer as wrong:
        raise Refused([replace(wrong.message, field="foul")]) from wrong
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
    """Check everything about a penalty by itself. Raises Refused naming the field."""
    kind, amount = penalty.kind, penalty.amount
    if penalty.player.tournament_id != penalty.tournament.pk:
        raise Refused.of("player-of-another-event", _("This player is not in this tournament."), field="player")
    if penalty.hanchan and penalty.hanchan.tournament_id != penalty.tournament.pk:
        raise Refused.of("hanchan-of-another-event", _("This hanchan is not part of this tournament."), field="hanchan")
    if kind in (PenaltyKind.LATE, PenaltyKind.FORFEIT):
        raise Refused.of(
            "entered-elsewhere",
            _("Enter lateness and forfeits on the page “Late or absent”, which works out the points from the minutes."),
        )
    if amount % 100 or not 0 <= amount < MOST:
        raise Refused.of(
            "amount-not-in-steps", _("Enter points in steps of 0.1P, for example 30 or 2.5."), field="amount"
        )
    if kind in WITH_POINTS and not amount and penalty.scheduled_amount != 0:
        raise Refused.of(
            "amount-missing",
            _("Enter the points to take off, in P. Without points, choose a warning or a dead hand."),
            field="amount",
        )
    if kind == PenaltyKind.NONE and amount:
        raise Refused.of("amount-without-penalty", _("“No penalty” cannot take off points."), field="amount")
    if kind == PenaltyKind.DISQUALIFICATION and amount:
        raise Refused.of(
            "amount-of-disqualified",
            _("A disqualified player is not ranked: there are no points to take off."),
            field="amount",
        )
    if not penalty.referee:
        raise Refused.of("referee-missing", _("Enter the name of the referee who decided."), field="referee")
    if not penalty.reason and not penalty.foul:
        raise Refused.of(
            "description-missing", _("Describe what happened: no foul of the schedule is chosen."), field="reason"
        )


def explain_a_deviation(penalty: Penalty) -> None:
    """Require a reason for a penalty that is not in the schedule. Raises Refused without one."""
    foul, rules = foul_of(penalty.tournament, penalty.foul), penalty.tournament.ruleset
    if foul is None or penalty.reason:
        return
    if follows_the_schedule(foul, penalty.answers, penalty.kind, penalty.amount, rules):
        return
    if penalty.consequence == Consequence.DISCRETION:
        raise Refused.of(
            "discretion-unexplained",
            _("The schedule leaves this to the referee: describe what happened."),
            field="reason",
        )
    raise Refused.of("deviation-unexplained", _("This differs from the schedule: enter a reason."), field="reason")


def ask_whether_same(penalty: Penalty, act: Act) -> None:
    """Ask before a player is given once more what somebody gave meanwhile: two referees may have seen one foul.

    `act.base` is the newest penalty that the person knew of; a form that is sent again with a newer one answers that it
    is another foul. Raises Conflict.
    """
    if act.base is None or (earlier := given_since(penalty, act.base)) is None:
        return
    text = _(
        "{who} gave {player} a penalty for the same foul {ago} ({penalty}). If it is the same one, give nothing. If it "
        "is a second one, give it as well."
    )
    raise Conflict.of(
        "given-meanwhile",
        text,
        who=earlier.given_by or earlier.referee,
        player=penalty.player,
        ago=ago(earlier.given_at, act.at),
        penalty=earlier.get_kind_display(),
    )


def _disqualify(penalty: Penalty) -> None:
    player = penalty.player
    if player.status == PlayerStatus.DISQUALIFIED:
        raise Refused.of("disqualified-already", _("{player} is already disqualified."), field="player", player=player)
    penalty.status_before = player.status
    reason = penalty.reason or penalty.foul_title
    disqualify(player=player, act=Act(by=penalty.given_by, at=penalty.given_at, reason=reason))


def _restore(penalty: Penalty, act: Act) -> None:
    player = penalty.player
    player.refresh_from_db()
    if player.status != PlayerStatus.DISQUALIFIED:
        return
    reinstate(player=player, act=act)
    if penalty.status_before == PlayerStatus.WITHDRAWN:
        withdraw(player=player, act=act)


def _give_the_seat_back(player: Player, hanchan: Hanchan, act: Act) -> None:
    """The stand-in of a cancelled forfeit leaves, unless the table's sheet is in: then the substitute has played."""
    stand_in = stand_in_of(hanchan.tournament, hanchan.number, player)
    seat = seat_of(player, hanchan)
    if stand_in is None or (seat and sheet_is_in(hanchan, seat.table)):
        return
    with old_sheets_told(hanchan.tournament):
        cancel_stand_in(stand_in=stand_in, act=act)
