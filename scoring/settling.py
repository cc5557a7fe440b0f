"""What changes hands when a hanchan is over: yakitori, deposits left on the table, end points, the prize for a bust.

Each function gives one amount in points for each row, in seat order, East first.
"""

from collections.abc import Sequence

from scoring.points import Points
from scoring.rules import Ruleset
from scoring.ruleset.values import Bust, Leftover
from scoring.uma import STEP, Divide, Place, cut_off, dealt_out
from scoring.winds import Wind

DEPOSIT = 1_000


def yakitori_paid(marked: Sequence[bool], rules: Ruleset) -> tuple[Points, ...]:
    """What each row pays (negative) or gets because the `marked` players won no hand (S0 Mod.4.3).

    Each of them pays the rule set's amount; the others share it evenly, cut down to 100 points, and nobody gets the
    rest. Nobody pays when nobody won a hand.

    >>> from scoring.rules import preset
    >>> yakitori_paid((False, False, True, True), preset("own").replace(yakitori=9_000))
    (9000, 9000, -9000, -9000)
    """
    paying = sum(marked)
    getting = len(marked) - paying
    if not (rules.yakitori and paying and getting):
        return (0,) * len(marked)
    share = paying * rules.yakitori // getting // STEP * STEP
    return tuple(-rules.yakitori if pays else share for pays in marked)


def deposits_collected(places: Sequence[Place], deposits: int, rules: Ruleset) -> tuple[Points, ...]:
    """What each row gets of the `deposits` left on the table, 1,000 points each.

    Lost: WRC 2025 §10.2. To the winner: EMA 2025 §3.7; M-League deals out the rest, Tenhou gives all to one.
    They come after the places and change none.
    """
    winners = [row for row, (place, _) in enumerate(places) if place == 1]
    found = [0] * len(places)
    if deposits and rules.leftover is not Leftover.LOST:
        for row, share in zip(winners, _among(deposits * DEPOSIT, len(winners), rules.leftover), strict=True):
            found[row] = share
    return tuple(found)


def _among(pool: Points, winners: int, leftover: Leftover) -> tuple[Points, ...]:
    """The deposits by winner, in seat order."""
    if leftover is Leftover.FIRST_SEAT:
        return (pool, *[0] * (winners - 1))
    return dealt_out(pool, winners) if leftover is Leftover.WINNER_REMAINDER else cut_off(pool, winners)


def end_points(
    points: Sequence[Points], places: Sequence[Place], goal: Points, divide: Divide = cut_off
) -> tuple[Points, ...]:
    """Four Winds "end points": losers keep points minus goal, winners share the losers' sum without its sign (S4 4.10).

    >>> from scoring.uma import placed
    >>> points = (35_000, 32_000, 22_000, 19_000)
    >>> end_points(points, placed(points), 30_000)
    (17000, 2000, -8000, -11000)
    """
    deltas = [own - goal for own in points]
    winners = [row for row, (place, _) in enumerate(places) if place == 1]
    pool = abs(sum(deltas) - sum(deltas[row] for row in winners))
    for row, share in zip(winners, divide(pool, len(winners)), strict=True):
        deltas[row] = share
    return tuple(deltas)


def is_bust(points: Points, rules: Ruleset) -> bool:
    """Whether somebody with these points has ended the hanchan (S0 Mod.5.3: below zero; elsewhere at zero too).

    >>> from scoring.rules import preset
    >>> is_bust(0, preset("own").replace(bust="below-zero")), is_bust(0, preset("own").replace(bust="at-zero"))
    (False, True)
    """
    if rules.bust is Bust.NEVER:
        return False
    return points < 0 or (points == 0 and rules.bust is Bust.AT_ZERO)


def bust_prizes(points: Sequence[Points], busted_by: Sequence[Wind | None], rules: Ruleset) -> tuple[Points, ...]:
    """What each row gives (negative) or gets as the prize for a bust: it goes to who took a bust player's last points.

    `points` are those of the sheet, `busted_by` the winds of who took them. A row that is not bust gives nothing, and
    a wind where nobody sits gets nothing.
    """
    found = [0] * len(points)
    for row, (own, taker) in enumerate(zip(points, busted_by, strict=True)):
        if taker is not None and taker.index < len(points) and is_bust(own, rules):
            found[row] -= rules.bust_prize
            found[taker.index] += rules.bust_prize
    return tuple(found)
