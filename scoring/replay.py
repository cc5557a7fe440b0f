"""A hanchan replayed hand by hand from its log, to the points of the report sheet.

Every hand of the log must be one that can be played there: `replay` raises LogProblem, which names the hand.
"""

from collections.abc import Iterable
from dataclasses import replace

from scoring.game import DEPOSIT
from scoring.hand.dues import Due, Part, Payment
from scoring.hand.seats import check_seats
from scoring.hand.value import PaymentProblem
from scoring.log.events import Adjust, Event, HandEvent, LogProblem, Stop, TimeUp
from scoring.log.game_end import STOPPED, busted, over_by_bust, over_by_rounds
from scoring.log.hand_end import HandEnd, end_of_hand
from scoring.log.replayed import Replay, Step
from scoring.log.situation import Situation
from scoring.rules import Ruleset
from scoring.time_limit import Kind, Moment, then, verdict
from scoring.uma import STEP
from scoring.winds import WINDS, Wind
from scoring.words import Text, gettext_noop

__all__ = ["Replay", "Step", "advance", "replay"]

ADJUSTMENT = Text(gettext_noop("adjustment"))


def replay(events: Iterable[Event], rules: Ruleset) -> Replay:
    """The hanchan that `events` tell, from East 1 on.

    Raises LogProblem naming the hand for the first event that cannot be.

    >>> from scoring.log.text import read_log
    >>> from scoring.rules import preset
    >>> played = replay(read_log("E1 tsumo E mangan riichi E N\\nE1.1 ron S from W 3/40"), preset("wrc-2022"))
    >>> played.points, str(played.now.name)
    ((43000, 31500, 20500, 25000), 'East 2')
    """
    played = Replay(rules, (), Situation.first(rules), busted_by=(None,) * rules.players)
    for event in events:
        played = advance(played, event)
    return played


def advance(played: Replay, event: Event) -> Replay:
    """The hanchan one event later. Raises LogProblem naming the hand when that event cannot be."""
    try:
        if isinstance(event, Adjust):
            return _adjust(played, event)
        if played.over:
            raise PaymentProblem(gettext_noop("The game has ended. {reason}"), reason=played.over)
        if isinstance(event, TimeUp):
            return _time_up(played, event)
        return _stop(played, event) if isinstance(event, Stop) else _hand(played, event)
    except PaymentProblem as problem:
        raise LogProblem(played.now.name, Text(problem.template, problem.params)) from problem


def _hand(played: Replay, event: HandEvent) -> Replay:
    now, rules = played.now, played.rules
    _check_at(event, now)
    end = end_of_hand(event, now, rules)
    laid = tuple(-DEPOSIT if start in end.laid else 0 for start in WINDS[: now.players])
    moved = now.moved(now.by_start(end.payment.changes), end.payment.deposits).moved(laid, end.payment.deposits)
    clock = then(rules, played.clock, chonbo=end.chonbo) if played.clock else None
    over = over_by_bust(moved, rules)
    if not over and not end.dealer_stays:
        over = over_by_rounds(moved, rules, timed=clock is not None)
    if not over and clock and clock.kind is Kind.OVER:
        over = clock.text
    after = moved if over else moved.again(end.honba) if end.dealer_stays else moved.passed(end.honba)
    return replace(
        played,
        steps=(*played.steps, Step(event, now, end.payment, end.laid, after)),
        now=after,
        over=over,
        clock=clock,
        winners=played.winners | {*end.winners},
        busted_by=_busted_by(played, end, moved),
        stayed=end.dealer_stays and not end.redealt,
    )


def _check_at(event: HandEvent, now: Situation) -> None:
    """The log may say which hand it tells; then it is this one."""
    at = event.at
    if at and (at.round_wind, at.hand, now.honba if at.honba is None else at.honba) != (
        now.round_wind,
        now.hand,
        now.honba,
    ):
        told = Situation(at.round_wind, at.hand, at.honba or 0, 0, now.points).name
        raise PaymentProblem(gettext_noop("The log says that this is {hand}."), hand=told)


def _busted_by(played: Replay, end: HandEnd, moved: Situation) -> tuple[Wind | None, ...]:
    """Who took the last points of those who are bust now: the winner they paid, of several the first in turn."""
    taken = list(played.busted_by)
    for player in WINDS[: moved.players]:
        before, after = played.points[player.index], moved.points[player.index]
        if end.winners and busted(after, played.rules) and not busted(before, played.rules):
            taken[player.index] = _paid_by(moved.current(player), end.payment, moved)
    return tuple(taken)


def _paid_by(payer: Wind, payment: Payment, now: Situation) -> Wind | None:
    for due in payment.dues:
        if due.payer is payer and due.receiver is not None:
            return now.start(due.receiver)
    return None


def _time_up(played: Replay, event: TimeUp) -> Replay:
    if played.clock:
        raise PaymentProblem(gettext_noop("The time has ended before."))
    clock = verdict(played.rules, Moment(event.when))
    step = _still(played, event)
    over = clock.text if clock.kind is Kind.OVER else None
    return replace(played, steps=(*played.steps, step), clock=clock, over=over)


def _stop(played: Replay, event: Stop) -> Replay:
    if not played.may_stop:
        raise PaymentProblem(gettext_noop("The dealer cannot end the game here."))
    return replace(played, steps=(*played.steps, _still(played, event)), over=STOPPED)


def _still(played: Replay, event: Event) -> Step:
    """An event that moves nothing."""
    return Step(event, played.now, Payment(played.now.players, deposits=played.deposits), (), played.now)


def _adjust(played: Replay, event: Adjust) -> Replay:
    """Points and sticks change hands; nothing of it is lost or made."""
    now = played.now
    check_seats([wind for wind, _ in event.changes], played.rules)
    if any(change % STEP for _, change in event.changes):
        raise PaymentProblem(gettext_noop("An adjustment is in full hundreds."))
    if sum(change for _, change in event.changes) + event.deposits * DEPOSIT:
        raise PaymentProblem(gettext_noop("An adjustment adds up to zero, with 1,000 for each stick laid down."))
    if now.deposits + event.deposits < 0:
        raise PaymentProblem(gettext_noop("There are not so many riichi deposits on the table."))
    payment = _adjustment(event, now)
    after = now.moved(now.by_start(payment.changes), payment.deposits)
    over = played.over or over_by_bust(after, played.rules)
    step = Step(event, now, payment, (), after)
    return replace(played, steps=(*played.steps, step), now=after, over=over)


def _adjustment(event: Adjust, now: Situation) -> Payment:
    """An adjustment as a payment into the middle and out of it."""
    moves = [(now.current(start), change) for start, change in event.changes]
    pays = [Due(wind, None, (Part(-change, ADJUSTMENT),)) for wind, change in moves if change < 0]
    gets = [Due(None, wind, (Part(change, ADJUSTMENT),)) for wind, change in moves if change > 0]
    return Payment(now.players, (*pays, *gets), now.deposits + event.deposits)
