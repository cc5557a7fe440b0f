"""Who pays a hand that was won: by self-draw, on a discard, by several on one discard.

Seats are *current* winds: East is the dealer; among three there is no North. A discard pays four times the base
points to a non-dealer and six times to the dealer; by self-draw each player pays them once, to and from the dealer
twice; every payment is rounded up to 100 points. Honba come on top. Riichi deposits go to the winner, of several to
the first in turn after the discarder.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.game import DEPOSIT
from scoring.hand.dues import Due, Entry, Part, Payment, collected
from scoring.hand.liability import Liable, Piece, check_liable, pieces
from scoring.hand.played import check_played
from scoring.hand.seats import check_counts, check_seats, in_turn, others, up
from scoring.hand.value import HandValue, PaymentProblem, check_way
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.ruleset.values import HonbaTo, Liability, Winners
from scoring.winds import Wind
from scoring.words import Text, gettext_noop

HONBA = Text(gettext_noop("honba"))
DEPOSITS = Text(gettext_noop("riichi deposits"))


@dataclass(frozen=True, slots=True)
class Win:
    """A winner on a discard with the hand's value, and who is liable for it."""

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
    """The payment for a hand won by self-draw. Raises PaymentProblem for one that cannot be.

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
    entries = [entry for piece in found for entry in _drawn(piece, winner, rules)]
    entries += _drawn_honba(found, winner, rules, honba)
    return Payment(rules.players, collected(winner, entries) + from_the_middle(winner, deposits))


def self_draw(base: Points, winner: Wind, rules: Ruleset) -> dict[Wind, Points]:
    """What each other player pays for a self-draw worth `base` points, rounded up once.

    Among three the missing North's share is lost, or each of the two pays half of it with the own one.
    """
    missing = 0 if rules.players == 4 or rules.hand.tsumo_loss else base * (2 if winner is Wind.EAST else 1)
    return {
        payer: up(base * (2 if Wind.EAST in (payer, winner) else 1) + missing // 2) for payer in others(winner, rules)
    }


def _drawn(piece: Piece, winner: Wind, rules: Ruleset) -> list[Entry]:
    """Who pays a piece of a self-drawn hand: all, or in full who is liable for it (S2 Liability, example 1)."""
    if piece.liable:
        share = _in_full(piece.base, winner) // len(piece.liable)
        return [(payer, share, piece.what) for payer in piece.liable]
    return [(payer, points, piece.what) for payer, points in self_draw(piece.base, winner, rules).items()]


def _drawn_honba(found: Sequence[Piece], winner: Wind, rules: Ruleset, honba: int) -> list[Entry]:
    """Everybody pays honba (S2 Liability, example 1), unless others than the liable player pay nothing of the hand."""
    points = honba * rules.hand.honba
    payers = others(winner, rules)
    if all(piece.liable for piece in found):
        first, *_ = in_turn({liable for piece in found for liable in piece.liable}, winner)
        return [(first, points * len(payers), HONBA)]
    return [(payer, points, HONBA) for payer in payers]


def _in_full(base: Points, winner: Wind) -> Points:
    """What a discarder pays for `base` points."""
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
    """The payment for a hand won on `payer`'s discard. Raises PaymentProblem for one that cannot be.

    >>> from scoring.rules import preset
    >>> ron(Wind.EAST, Wind.WEST, HandValue(3, 40), preset("wrc-2022"), honba=1, deposits=2).changes
    (10000, 0, -8000, 0)
    """
    return several_ron([Win(winner, value, tuple(liable))], payer, rules, honba, deposits)


def several_ron(wins: Sequence[Win], payer: Wind, rules: Ruleset, honba: int = 0, deposits: int = 0) -> Payment:
    """The payment when all of `wins` are called on one discard; nothing moves when that is an abortive draw.

    Who of them wins is the rule set's choice (`winning`), as is who gets the honba; the riichi deposits go to the first
    in turn. Raises PaymentProblem for what cannot be.
    """
    check_counts(honba, deposits)
    check_seats([win.winner for win in wins], rules)
    check_seats((payer,), rules)
    for win in wins:
        if win.winner is payer:
            raise PaymentProblem(gettext_noop("{wind} cannot win on the own discard."), wind=Text(payer.label))
        check_way(win.value, self_draw=False)
        check_played(win.value, win.winner, self_draw=False, rules=rules)
        check_liable(win.liable, win.winner, win.value, rules)
    paid = winning(wins, payer, rules)
    if not paid:
        return Payment(rules.players, deposits=deposits)
    dues: list[Due] = []
    for place, win in enumerate(paid):
        counts = honba if place == 0 or rules.hand.honba_to is HonbaTo.EACH else 0
        dues += collected(win.winner, _discarded(win, payer, rules, counts))
    return Payment(rules.players, (*dues, *from_the_middle(paid[0].winner, deposits)))


def winning(wins: Sequence[Win], payer: Wind, rules: Ruleset) -> tuple[Win, ...]:
    """Those of `wins` that are paid, in turn after the discarder; none of three where they are an abortive draw.

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


def _discarded(win: Win, payer: Wind, rules: Ruleset, honba: int) -> list[Entry]:
    """Who pays a hand won on a discard: the discarder, of a piece that was fed half (S2 Liability, example 2)."""
    entries: list[Entry] = []
    liable = () if rules.hand.liable_for is Liability.SELF_DRAW else win.liable
    for piece in pieces(win.value, liable, rules):
        points = _in_full(piece.base, win.winner)
        half = points // 2 if piece.liable else 0
        entries += [(liable, half // len(piece.liable), piece.what) for liable in piece.liable]
        entries.append((payer, points - half, piece.what))
    entries.append((payer, honba * rules.hand.honba * (rules.players - 1), HONBA))
    return entries


def from_the_middle(winner: Wind, deposits: int) -> tuple[Due, ...]:
    """The riichi deposits that a winner takes."""
    return (Due(None, winner, (Part(deposits * DEPOSIT, DEPOSITS),)),) if deposits else ()
