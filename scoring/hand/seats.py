"""The seats of a hand: three or four current winds, and who comes first in turn."""

from collections.abc import Collection, Iterable

from scoring.hand.value import PaymentProblem
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.winds import WINDS, Wind
from scoring.words import Text, gettext_noop


def seats(rules: Ruleset) -> tuple[Wind, ...]:
    """The current winds of a table: four, or three without North."""
    return rules.winds


def others(wind: Wind, rules: Ruleset) -> tuple[Wind, ...]:
    """Everybody but `wind`, from East on."""
    return tuple(one for one in seats(rules) if one is not wind)


def in_turn(winds: Iterable[Wind], after: Wind) -> tuple[Wind, ...]:
    """The winds as their turn comes after `after`'s discard.

    >>> [wind.label for wind in in_turn((Wind.EAST, Wind.NORTH), Wind.WEST)]
    ['North', 'East']
    """
    return tuple(sorted(winds, key=lambda wind: (wind.index - after.index - 1) % len(WINDS)))


def check_seats(winds: Collection[Wind], rules: Ruleset) -> None:
    """Raises PaymentProblem for a wind that nobody has at this table, or that is named twice."""
    for wind in winds:
        if wind not in seats(rules):
            raise PaymentProblem(gettext_noop("Nobody is {wind} at a table of three."), wind=Text(wind.label))
    if len(set(winds)) != len(winds):
        raise PaymentProblem(gettext_noop("A player is named twice."))


def check_counts(honba: int, deposits: int) -> None:
    """Raises PaymentProblem for a number of honba or riichi deposits below zero."""
    if honba < 0:
        raise PaymentProblem(gettext_noop("There cannot be {count} honba."), count=honba)
    if deposits < 0:
        raise PaymentProblem(gettext_noop("There cannot be {count} riichi deposits."), count=deposits)


def up(points: Points) -> Points:
    """Rounded up to a full 100 points, as every payment for a hand is.

    >>> up(1_280), up(2_560), up(8_000)
    (1300, 2600, 8000)
    """
    return -(-points // 100) * 100
