"""The end of one hand: payment, deposits on the table, whether the dealer stays, and honba.

After a win by the dealer one honba is added, after another player's win honba return to zero; every draw adds one, a
chonbo changes nothing (S4 4.5; S0 Mod.5.2; S2). The dealer stays after winning, where the rule set says so after
tenpai, and always after an abortive draw or a chonbo.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.game import DEPOSIT
from scoring.hands.log import Abort, Chonbo, ExhaustiveDraw, HandEvent, NagashiMangan, Ron, Tsumo
from scoring.hands.situation import HandSituation
from scoring.messages import gettext_noop, phrase
from scoring.payments.draws import abortive_draw, chonbo, exhaustive_draw, nagashi
from scoring.payments.dues import Due, DuePart, Payment, check_seats
from scoring.payments.liability import Liable
from scoring.payments.values import PaymentProblem
from scoring.payments.wins import Win, several_ron, tsumo, winning
from scoring.penalties import table_payment
from scoring.points import write
from scoring.rules import Ruleset
from scoring.rules.values import Abortive, AbortiveDeposits, DealerRepeats, Nagashi, PenaltyPayment
from scoring.winds import WINDS, Wind

CHONBO = phrase(gettext_noop("chonbo"))


@dataclass(frozen=True, slots=True)
class HandEnd:
    """A hand's payment by current wind; `winners` by starting wind; `laid` are the riichi deposits that stay on the
    table.

    `redealt`: the hand ended early, by a chonbo or an abortive draw; after a chonbo it does not count.
    """

    payment: Payment
    honba: int
    dealer_stays: bool
    laid: tuple[Wind, ...]
    winners: tuple[Wind, ...] = ()
    redealt: bool = False
    chonbo: bool = False


def end_of_hand(event: HandEvent, now: HandSituation, rules: Ruleset) -> HandEnd:
    """Return how `event` ends the hand `now`. Raises PaymentProblem for an impossible event."""
    _check_riichi(event, now, rules)
    match event:
        case Ron():
            return _ron(event, now, rules)
        case Tsumo():
            return _tsumo(event, now, rules)
        case ExhaustiveDraw():
            return _draw(event.riichi, event.tenpai, now, rules)
        case NagashiMangan():
            return _nagashi(event, now, rules)
        case Abort():
            return _abort(event, now, rules)
        case _:
            paid = _chonbo(event, now, rules)
            return HandEnd(paid, now.honba, True, (), redealt=True, chonbo=True)


def _check_riichi(event: HandEvent, now: HandSituation, rules: Ruleset) -> None:
    """Check that players can afford riichi; where no points are required, a player below zero may declare too."""
    check_seats(event.riichi, rules)
    for player in event.riichi:
        if rules.hand.riichi_points and now.points[player.index] < rules.hand.riichi_points:
            template = gettext_noop("{player} cannot declare riichi with {points} points; {needed} are needed.")
            points, needed = write(now.points[player.index]), write(rules.hand.riichi_points)
            raise PaymentProblem(template, player=phrase(player.label), points=points, needed=needed)


def _winds(players: Sequence[Wind], now: HandSituation, rules: Ruleset) -> list[Wind]:
    """Return the current winds of players named by starting wind."""
    check_seats(players, rules)
    return [now.current(player) for player in players]


def _liable(liable: Sequence[Liable], now: HandSituation, rules: Ruleset) -> tuple[Liable, ...]:
    check_seats({one.by for one in liable}, rules)
    return tuple(Liable(now.current(one.by), one.fed) for one in liable)


def _after_win(payment: Payment, winners: Sequence[Wind], event: HandEvent, now: HandSituation) -> HandEnd:
    stays = now.dealer in winners
    return HandEnd(payment, now.honba + 1 if stays else 0, stays, event.riichi, tuple(winners))


def _deposits(event: HandEvent, now: HandSituation) -> int:
    """Return the deposits on the table at the end of the hand, including its own."""
    return now.deposits + len(event.riichi)


def _ron(event: Ron, now: HandSituation, rules: Ruleset) -> HandEnd:
    check_seats([win.winner for win in event.wins], rules)
    (payer,) = _winds([event.payer], now, rules)
    wins = [Win(now.current(win.winner), win.value, _liable(win.liable, now, rules)) for win in event.wins]
    payment = several_ron(wins, payer, rules, now.honba, _deposits(event, now))
    paid = [now.start(win.winner) for win in winning(wins, payer, rules)]
    if not paid:
        return HandEnd(payment, now.honba + 1, True, event.riichi, redealt=True)
    return _after_win(payment, paid, event, now)


def _tsumo(event: Tsumo, now: HandSituation, rules: Ruleset) -> HandEnd:
    (winner,) = _winds([event.winner], now, rules)
    liable = _liable(event.liable, now, rules)
    payment = tsumo(winner, event.value, rules, now.honba, _deposits(event, now), liable)
    return _after_win(payment, [event.winner], event, now)


def _draw(
    riichi: tuple[Wind, ...], tenpai: Sequence[Wind], now: HandSituation, rules: Ruleset, payment: Payment | None = None
) -> HandEnd:
    """Return an exhaustive draw; `payment` replaces the noten payment."""
    winds = _winds(tenpai, now, rules)
    for player in riichi:
        if player not in tenpai:
            template = gettext_noop("{player} declared riichi and is not tenpai, which is a chonbo.")
            raise PaymentProblem(template, player=phrase(player.label))
    paid = payment or exhaustive_draw(winds, rules, now.deposits + len(riichi))
    stays = rules.hand.dealer_repeats is DealerRepeats.WIN_OR_TENPAI and now.dealer in tenpai
    return HandEnd(paid, now.honba + 1, stays, riichi)


def _nagashi(event: NagashiMangan, now: HandSituation, rules: Ruleset) -> HandEnd:
    """Return a nagashi mangan: as a win, winds rotate as after a win (S0 Mod.3.2); as a draw, as after a draw."""
    payment = nagashi(_winds(event.winners, now, rules), rules, now.honba, _deposits(event, now))
    if rules.hand.nagashi is Nagashi.WIN:
        return _after_win(payment, event.winners, event, now)
    return _draw(event.riichi, event.tenpai, now, rules, payment)


def _abort(event: Abort, now: HandSituation, rules: Ruleset) -> HandEnd:
    """Add one honba, keep the winds (S0 Mod.5.2); the hand's riichi deposits go back or stay, as the rules say."""
    if event.kind not in rules.hand.abortive:
        template = gettext_noop("Under the rules “{rules}” no hand is drawn for {kind}.")
        raise PaymentProblem(template, rules=rules.title, kind=phrase(event.kind.label))
    if event.kind is Abortive.FOUR_RIICHI and len(event.riichi) < rules.players:
        raise PaymentProblem(gettext_noop("Not everybody has declared riichi."))
    laid = event.riichi if rules.hand.abortive_deposits is AbortiveDeposits.STAY else ()
    return HandEnd(abortive_draw(rules, now.deposits + len(laid)), now.honba + 1, True, laid, redealt=True)


def _chonbo(event: Chonbo, now: HandSituation, rules: Ruleset) -> Payment:
    """Return the hand's riichi deposits; points move only where a chonbo is paid at the table."""
    offenders = _winds(event.offenders, now, rules)
    if rules.paid is not PenaltyPayment.TABLE or not rules.chonbo:
        return chonbo(offenders, rules, now.deposits)
    dues: list[Due] = []
    sticks = now.deposits
    for offender in offenders:
        paid = table_payment(rules.chonbo, offender, rules)
        moves = [(wind, change) for wind, change in zip(WINDS, paid.changes, strict=False) if change > 0]
        dues += [Due(offender, wind, (DuePart(change, CHONBO),)) for wind, change in moves]
        if laid := paid.to_table // DEPOSIT:
            dues.append(Due(offender, None, (DuePart(laid * DEPOSIT, CHONBO),)))
            sticks += laid
    return Payment(rules.players, tuple(dues), sticks)
