"""The replay of a hanchan from its hand log, up to the points of the report sheet.

Every hand of the log must be possible at that moment: `replay` raises LogProblem, which names the hand.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from scoring.game import DEPOSIT, RowScore, score_points
from scoring.hands.hand_end import HandEnd, end_of_hand
from scoring.hands.log import Adjust, Event, HandEvent, LogProblem, Stop, TimeUp
from scoring.hands.situation import STOPPED, HandSituation, dealer_may_stop, is_bust_now, over_by_bust, over_by_rounds
from scoring.messages import Message, gettext_noop, phrase
from scoring.payments.dues import Due, DuePart, Payment, check_seats
from scoring.payments.values import PaymentProblem
from scoring.points import STEP, FromZero, Points, write
from scoring.rules import Ruleset
from scoring.sentences.payments import payment_lines
from scoring.time_limit import Continuation, Moment, Verdict, after_hand, verdict
from scoring.winds import WINDS, Wind


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One event of the log: the situation before it and after it; `payment` is by the current winds of `before`."""

    event: Event
    before: HandSituation
    payment: Payment
    laid: tuple[Wind, ...]
    after: HandSituation

    @property
    def changes(self) -> Annotated[tuple[Points, ...], "by starting wind"]:
        """Return each player's change in points by starting wind, riichi deposits included."""
        return tuple(now - own for own, now in zip(self.before.points, self.after.points, strict=True))

    def lines(self, names: Mapping[Wind, Message | str] | None = None) -> tuple[Message, ...]:
        """Return who declared riichi and who pays whom; players by `names`, otherwise by starting wind."""
        called = {
            self.before.current(start): names[start] if names else phrase(start.label)
            for start in WINDS[: self.before.players]
        }
        riichi = tuple(
            phrase(gettext_noop("{player} lays down 1,000: riichi."), {"player": called[self.before.current(player)]})
            for player in self.laid
        )
        return riichi + payment_lines(self.payment, called)


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed log: its steps, the state of the table, and why the game is over (None while it is not).

    `busted_by` gives, for each bust player by starting wind, who took the last points; nobody in a draw. `winners` have
    won a hand, `clock` is the verdict once the time has ended, `stayed` says that the dealer stays after a completed
    hand.
    """

    rules: Ruleset
    steps: tuple[ReplayStep, ...]
    now: HandSituation
    over: Annotated[Message | None, "why the game is over; null while it is not"] = None
    clock: Verdict | None = None
    winners: frozenset[Wind] = frozenset()
    busted_by: tuple[Wind | None, ...] = ()
    stayed: bool = False

    @property
    def points(self) -> tuple[Points, ...]:
        """The points by starting wind, as on the report sheet."""
        return self.now.points

    @property
    def deposits(self) -> FromZero:
        """Riichi deposits on the table."""
        return self.now.deposits

    @property
    def yakitori(self) -> tuple[bool, ...]:
        """The players who won no hand, by starting wind (S0 Mod.4.3)."""
        return tuple(start not in self.winners for start in WINDS[: self.now.players])

    @property
    def may_stop(self) -> bool:
        """Return whether the dealer may end the game now instead of staying (S3 Agariyame)."""
        return self.stayed and not self.over and dealer_may_stop(self.now, self.rules)

    def scores(self) -> tuple[RowScore, ...]:
        """The hanchan scores by starting wind, as if the game were over now."""
        return score_points(self.points, self.rules, self.deposits, self.yakitori, self.busted_by)

    def settled(self, names: Mapping[Wind, Message | str] | None = None) -> tuple[Message, ...]:
        """Return what the scores have beside points and uma: yakitori, deposits collected at the end, prizes for a
        bust; players by `names`, otherwise by starting wind.
        """
        rows = list(zip(WINDS, self.scores(), strict=False))
        return tuple(
            phrase(text, {"player": names[wind] if names else phrase(wind.label), "points": write(abs(amount))})
            for (field, sign), text in _SETTLED.items()
            for wind, row in rows
            if (amount := getattr(row, field)) * sign > 0
        )


_SETTLED = {
    ("yakitori", -1): gettext_noop("{player} pays {points} at the end: yakitori."),
    ("yakitori", 1): gettext_noop("{player} gets {points} at the end: yakitori."),
    ("collected", 1): gettext_noop("{player} gets {points} at the end: riichi deposits left on the table."),
    ("bust", -1): gettext_noop("{player} pays {points} at the end: a prize for the bust."),
    ("bust", 1): gettext_noop("{player} gets {points} at the end: a prize for a bust."),
}
ADJUSTMENT = phrase(gettext_noop("adjustment"))


def replay(events: Iterable[Event], rules: Ruleset) -> Replay:
    """Replay the hanchan of `events`, from East 1 on.

    Raises LogProblem naming the hand for the first impossible event.

    >>> from scoring.hands.log_text import read_log
    >>> from scoring.rules import preset
    >>> played = replay(read_log("E1 tsumo E mangan riichi E N\\nE1.1 ron S from W 3/40"), preset("wrc-2022"))
    >>> played.points, str(played.now.name)
    ((43000, 31500, 20500, 25000), 'East 2')
    """
    played = Replay(rules, (), HandSituation.first(rules), busted_by=(None,) * rules.players)
    for event in events:
        played = advance(played, event)
    return played


def advance(played: Replay, event: Event) -> Replay:
    """Return the hanchan one event later. Raises LogProblem naming the hand when that event is impossible."""
    try:
        if isinstance(event, Adjust):
            return _adjust(played, event)
        if played.over:
            raise PaymentProblem(gettext_noop("The game has ended. {reason}"), reason=played.over)
        if isinstance(event, TimeUp):
            return _time_up(played, event)
        return _stop(played, event) if isinstance(event, Stop) else _hand(played, event)
    except PaymentProblem as problem:
        raise LogProblem(played.now.name, problem.message) from problem


def _hand(played: Replay, event: HandEvent) -> Replay:
    now, rules = played.now, played.rules
    _check_at(event, now)
    end = end_of_hand(event, now, rules)
    laid = tuple(-DEPOSIT if start in end.laid else 0 for start in WINDS[: now.players])
    moved = now.moved(now.by_start(end.payment.changes), end.payment.deposits).moved(laid, end.payment.deposits)
    clock = after_hand(rules, played.clock, chonbo=end.chonbo) if played.clock else None
    over = over_by_bust(moved, rules)
    if not over and not end.dealer_stays:
        over = over_by_rounds(moved, rules, timed=clock is not None)
    if not over and clock and clock.kind is Continuation.OVER:
        over = clock.text
    after = moved if over else moved.again(end.honba) if end.dealer_stays else moved.passed(end.honba)
    return replace(
        played,
        steps=(*played.steps, ReplayStep(event, now, end.payment, end.laid, after)),
        now=after,
        over=over,
        clock=clock,
        winners=played.winners | {*end.winners},
        busted_by=_busted_by(played, end, moved),
        stayed=end.dealer_stays and not end.redealt,
    )


def _check_at(event: HandEvent, now: HandSituation) -> None:
    """Check that the hand named by the log is this one."""
    at = event.at
    if at and (at.round_wind, at.hand, now.honba if at.honba is None else at.honba) != (
        now.round_wind,
        now.hand,
        now.honba,
    ):
        told = HandSituation(at.round_wind, at.hand, at.honba or 0, 0, now.points).name
        raise PaymentProblem(gettext_noop("The log says that this is {hand}."), hand=told)


def _busted_by(played: Replay, end: HandEnd, moved: HandSituation) -> tuple[Wind | None, ...]:
    """Return who took the last points of each bust player: the winner they paid, of several the first in turn."""
    taken = list(played.busted_by)
    for player in WINDS[: moved.players]:
        before, after = played.points[player.index], moved.points[player.index]
        if end.winners and is_bust_now(after, played.rules) and not is_bust_now(before, played.rules):
            taken[player.index] = _paid_by(moved.current(player), end.payment, moved)
    return tuple(taken)


def _paid_by(payer: Wind, payment: Payment, now: HandSituation) -> Wind | None:
    for due in payment.dues:
        if due.payer is payer and due.receiver is not None:
            return now.start(due.receiver)
    return None


def _time_up(played: Replay, event: TimeUp) -> Replay:
    if played.clock:
        raise PaymentProblem(gettext_noop("The time has ended before."))
    clock = verdict(played.rules, Moment(event.when))
    step = _still(played, event)
    over = clock.text if clock.kind is Continuation.OVER else None
    return replace(played, steps=(*played.steps, step), clock=clock, over=over)


def _stop(played: Replay, event: Stop) -> Replay:
    if not played.may_stop:
        raise PaymentProblem(gettext_noop("The dealer cannot end the game here."))
    return replace(played, steps=(*played.steps, _still(played, event)), over=STOPPED)


def _still(played: Replay, event: Event) -> ReplayStep:
    """Return an event that moves nothing."""
    return ReplayStep(event, played.now, Payment(played.now.players, deposits=played.deposits), (), played.now)


def _adjust(played: Replay, event: Adjust) -> Replay:
    """Move points and sticks; their sum stays the same."""
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
    step = ReplayStep(event, now, payment, (), after)
    return replace(played, steps=(*played.steps, step), now=after, over=over)


def _adjustment(event: Adjust, now: HandSituation) -> Payment:
    """Return an adjustment as a payment into the middle and out of it."""
    moves = [(now.current(start), change) for start, change in event.changes]
    pays = [Due(wind, None, (DuePart(-change, ADJUSTMENT),)) for wind, change in moves if change < 0]
    gets = [Due(None, wind, (DuePart(change, ADJUSTMENT),)) for wind, change in moves if change > 0]
    return Payment(now.players, (*pays, *gets), now.deposits + event.deposits)
