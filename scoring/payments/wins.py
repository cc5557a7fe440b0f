"""Payments for a win: by self-draw, on a discard, by several players on one discard.

Seats are *current* winds: East is the dealer; among three there is no North. A discard pays four times the base points
to a non-dealer and six times to the dealer; by self-draw each player pays them once, to and from the dealer twice;
every payment is rounded up to 100 points. Honba are added. Riichi deposits go to the winner, of several to the first in
turn after the discarder.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.game import DEPOSIT
from scoring.messages import gettext_noop, phrase
from scoring.payments.dues import (
    Due,
    DueEntry,
    DuePart,
    Payment,
    check_counts,
    check_seats,
    dues_to,
    in_turn,
    other_seats,
    up,
)
from scoring.payments.liability import Liable, Piece, check_liable, pieces
from scoring.payments.values import HandValue, PaymentProblem, check_way
from scoring.payments.worth import check_played
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.rules.values import HonbaTo, Liability, Winners
from scoring.winds import Wind

HONBA = phrase(gettext_noop("honba"))
DEPOSITS = phrase(gettext_noop("riichi deposits"))


@dataclass(frozen=True, slots=True)
class Win:
    """A winner on a discard with the hand's value, and the liable players."""

    winner: Wind
    value: HandValue
    liable: tuple[Liable, ...] = ()


def tsumo(
    winner: Wind,
    value: HandValue,
    rules: Ruleset,
    honba: int = 0,
    deposits: int = 0,
    liable: Sequence[Liable] = (),
) -> Payment:
    """Return the payment for a hand won by self-draw. Raises PaymentProblem for an impossible one.

    >>> from scoring.rules import preset
    >>> tsumo(Wind.SOUTH, HandValue(3, 40), preset("wrc-2022"), honba=1, deposits=1).changes
    (-2700, 6500, -1400, -1400)
    """
    check_counts(honba, deposits)
    check_seats((winner,), rules)
    check_way(value, self_draw=True)
    check_played(value, winner, self_draw=True, rules=rules)
    check_liable(liable, winner, value, rules)
    found = tuple(pieces(value, liable, rules))
    entries = [entry for piece in found for entry in _self_drawn(piece, winner, rules)]
    entries += _self_drawn_honba(found, winner, rules, honba)
    return Payment(rules.players, dues_to(winner, entries) + from_the_middle(winner, deposits))


def self_draw(base: Points, winner: Wind, rules: Ruleset) -> dict[Wind, Points]:
    """Return each other player's payment for a self-draw worth `base` points, rounded up once.

    Among three the missing North's share is lost, or each of the two pays half of it with their own.
    """
    missing = 0 if rules.players == 4 or rules.hand.tsumo_loss else base * (2 if winner is Wind.EAST else 1)
    return {
        payer: up(base * (2 if Wind.EAST in (payer, winner) else 1) + missing // 2)
        for payer in other_seats(winner, rules)
    }


def _self_drawn(piece: Piece, winner: Wind, rules: Ruleset) -> list[DueEntry]:
    """Return who pays a piece of a self-drawn hand: all players, or the liable player in full (S2 Liability, example
    1).
    """
    if piece.liable:
        share = _in_full(piece.base, winner) // len(piece.liable)
        return [(payer, share, piece.what) for payer in piece.liable]
    return [(payer, points, piece.what) for payer, points in self_draw(piece.base, winner, rules).items()]


def _self_drawn_honba(found: Sequence[Piece], winner: Wind, rules: Ruleset, honba: int) -> list[DueEntry]:
    """Return the payments of honba: everybody's (S2 Liability, example 1), or only the liable player's if the others
    pay nothing for the hand.
    """
    points = honba * rules.hand.honba
    payers = other_seats(winner, rules)
    if all(piece.liable for piece in found):
        first, *_ = in_turn({liable for piece in found for liable in piece.liable}, winner)
        return [(first, points * len(payers), HONBA)]
    return [(payer, points, HONBA) for payer in payers]


def _in_full(base: Points, winner: Wind) -> Points:
    """Return a discarder's payment for `base` points."""
    return up(base * (6 if winner is Wind.EAST else 4))


def ron(
    winner: Wind,
    payer: Wind,
    value: HandValue,
    rules: Ruleset,
    honba: int = 0,
    deposits: int = 0,
    liable: Sequence[Liable] = (),
) -> Payment:
    """Return the payment for a hand won on `payer`'s discard. Raises PaymentProblem for an impossible one.

    >>> from scoring.rules import preset
    >>> ron(Wind.EAST, Wind.WEST, HandValue(3, 40), preset("wrc-2022"), honba=1, deposits=2).changes
    (10000, 0, -8000, 0)
    """
    return several_ron([Win(winner, value, tuple(liable))], payer, rules, honba, deposits)


def several_ron(wins: Sequence[Win], payer: Wind, rules: Ruleset, honba: int = 0, deposits: int = 0) -> Payment:
    """Return the payment when all of `wins` are called on one discard; nothing moves if that is an abortive draw.

    The rule set decides who of them wins (`winning`) and who gets the honba; the riichi deposits go to the first in
    turn. Raises PaymentProblem for an impossible one.
    """
    check_counts(honba, deposits)
    check_seats([win.winner for win in wins], rules)
    check_seats((payer,), rules)
    for win in wins:
        if win.winner is payer:
            raise PaymentProblem(gettext_noop("{wind} cannot win on their own discard."), wind=phrase(payer.label))
        check_way(win.value, self_draw=False)
        check_played(win.value, win.winner, self_draw=False, rules=rules)
        check_liable(win.liable, win.winner, win.value, rules)
    paid = winning(wins, payer, rules)
    if not paid:
        return Payment(rules.players, deposits=deposits)
    dues: list[Due] = []
    for place, win in enumerate(paid):
        counts = honba if place == 0 or rules.hand.honba_to is HonbaTo.EACH else 0
        dues += dues_to(win.winner, _discarded(win, payer, rules, counts))
    return Payment(rules.players, (*dues, *from_the_middle(paid[0].winner, deposits)))


def winning(wins: Sequence[Win], payer: Wind, rules: Ruleset) -> tuple[Win, ...]:
    """Return those of `wins` that are paid, in turn after the discarder; none of three where they are an abortive draw.

    Source: S3 Double ron, Triple ron. Raises PaymentProblem when nobody called.
    """
    if not wins:
        raise PaymentProblem(gettext_noop("Nobody won on the discard."))
    by_winner = {win.winner: win for win in wins}
    ordered = tuple(by_winner[winner] for winner in in_turn(by_winner, payer))
    match rules.hand.winners:
        case Winners.HEAD_BUMP:
            return ordered[:1]
        case Winners.TWO:
            return ordered if len(ordered) < 3 else ()
    return ordered


def _discarded(win: Win, payer: Wind, rules: Ruleset, honba: int) -> list[DueEntry]:
    """Return the dues of a win on a discard; the discarder pays half of a fed piece (S2 Liability, example 2)."""
    entries: list[DueEntry] = []
    liable = () if rules.hand.liable_for is Liability.SELF_DRAW else win.liable
    for piece in pieces(win.value, liable, rules):
        points = _in_full(piece.base, win.winner)
        half = points // 2 if piece.liable else 0
        entries += [(liable, half // len(piece.liable), piece.what) for liable in piece.liable]
        entries.append((payer, points - half, piece.what))
    entries.append((payer, honba * rules.hand.honba * (rules.players - 1), HONBA))
    return entries


def from_the_middle(winner: Wind, deposits: int) -> tuple[Due, ...]:
    """Return the due of the riichi deposits to a winner."""
    return (Due(None, winner, (DuePart(deposits * DEPOSIT, DEPOSITS),)),) if deposits else ()
