"""What is still played when the time of a hanchan ends.

The time only takes hands away, it never adds one. So whatever else ends a hanchan still does (the end of the South
round, a bust, agari-yame), and nothing that would lengthen it applies any more: no extension into West. The limit
counts hands, not dealers: a dealer who stays uses up one of the hands that are left.

A hand that ends with a chonbo is dealt again and is not counted (EMA 2016, as MahjongRepository's wiki tells it: only a
valid hand counts); in the last hand the rule set says whether it is dealt again at all (S2 Time limit).
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.rules import Ruleset
from scoring.ruleset.values import HandStart, LastChonbo, TimeLimit
from scoring.words import Text, gettext_noop


class When(StrEnum):
    """What a table was doing when the time ended.

    A hand whose chonbo has been found, and that is not dealt again yet, is over: the table was between two hands.
    """

    DURING = "during"
    AFTER_DICE = "after-dice"
    BETWEEN = "between"

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _WHEN[self]


class Kind(StrEnum):
    """What a table does next."""

    OVER = "over"
    FINISH = "finish"
    FINISH_AND_MORE = "finish-and-more"
    MORE = "more"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Moment:
    """Three plain answers about a table whose time has ended.

    `south_over`: the South round is over and the dealer does not stay; of a hand still being played, whether it will
    be when that hand has ended. `chonbo`: the hand that the verdict made the last one has ended with a chonbo.
    """

    when: When
    south_over: bool = False
    chonbo: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a table still plays: `hands` counts those that are yet to be begun, a hand in play is none of them."""

    kind: Kind
    hands: int
    text: Text


@dataclass(frozen=True, slots=True)
class Case:
    """One row of what a referee reads out: what the table was doing, and what it does next."""

    moment: Moment
    asked: Text
    verdict: Verdict


def verdict(rules: Ruleset, moment: Moment) -> Verdict:
    """What is still played at a table when the time ends (S2 Time limit; WRC 2015 §8.1; EMA 2016).

    >>> from scoring.rules import preset
    >>> print(verdict(preset("wrc-2022"), Moment(When.DURING)).text)
    Finish this hand; no other is started.
    >>> print(verdict(preset("wrc-2022"), Moment(When.BETWEEN)).text)
    Play one more hand; it is the last.
    """
    if moment.when is When.BETWEEN and moment.south_over:
        return _over(SOUTH_OVER)
    if moment.chonbo:
        return _last_hand_was_chonbo(rules.time)
    if _has_begun(rules.time, moment.when):
        return _finish(rules.time, moment)
    if moment.when is When.AFTER_DICE:
        return _dealt(1 if moment.south_over and rules.time.between else rules.time.between)
    return _more(rules.time.between, NONE_STARTED)


def then(rules: Ruleset, before: Verdict, *, south_over: bool = False, chonbo: bool = False) -> Verdict:
    """What follows `before` when the hand that it let be played has ended.

    With a chonbo the South round is not over, whatever `south_over` says: the hand has not counted. Raises ValueError
    when the game was over already.

    >>> from scoring.rules import preset
    >>> ema = preset("ema-2025")
    >>> first = verdict(ema, Moment(When.DURING))
    >>> print(then(ema, first).text)
    Play one more hand; it is the last.
    >>> print(then(ema, then(ema, first)).text)
    The game is over: that was the last hand.
    """
    if before.kind is Kind.OVER:
        raise ValueError("the game is over; no hand has ended after it")
    begun_before = before.kind in (Kind.FINISH, Kind.FINISH_AND_MORE)
    left = before.hands if begun_before else before.hands - 1
    if chonbo:
        return _more(before.hands, NONE_STARTED) if left else _last_hand_was_chonbo(rules.time)
    if south_over:
        return _over(SOUTH_OVER)
    return _more(left, LAST_PLAYED)


def cases(rules: Ruleset) -> tuple[Case, ...]:
    """Everything that can be when the time ends, each with its verdict, for a referee to read out."""
    return tuple(Case(moment, Text(asked), verdict(rules, moment)) for moment, asked in _CASES)


def _has_begun(limit: TimeLimit, when: When) -> bool:
    """Whether the hand had begun (S2: with East's first discard, not with the dice)."""
    return when is When.DURING or (when is When.AFTER_DICE and limit.hand_start is HandStart.DICE)


def _finish(limit: TimeLimit, moment: Moment) -> Verdict:
    if moment.south_over and limit.during:
        return Verdict(Kind.FINISH, 0, Text(FINISH_SOUTH))
    after_dice = moment.when is When.AFTER_DICE
    if not limit.during:
        return Verdict(Kind.FINISH, 0, Text(FINISH_DICE if after_dice else FINISH))
    template = FINISH_DICE_MORE if after_dice else FINISH_MORE
    return Verdict(Kind.FINISH_AND_MORE, limit.during, Text(template, {"more": Text(NUMBERS[limit.during])}))


def _dealt(hands: int) -> Verdict:
    """Dealt, but not begun: the hand is the first of those still played, if there are any."""
    if not hands:
        return _over(NOT_BEGUN)
    if hands == 1:
        return Verdict(Kind.MORE, 1, Text(DEALT_LAST))
    return Verdict(Kind.MORE, hands, Text(DEALT_MORE, {"more": Text(NUMBERS[hands - 1])}))


def _more(hands: int, none: str) -> Verdict:
    if not hands:
        return _over(none)
    if hands == 1:
        return Verdict(Kind.MORE, 1, Text(LAST))
    return Verdict(Kind.MORE, hands, Text(MORE, {"more": Text(NUMBERS[hands])}))


def _last_hand_was_chonbo(limit: TimeLimit) -> Verdict:
    if limit.chonbo is LastChonbo.GAME_OVER:
        return _over(CHONBO_OVER)
    return Verdict(Kind.AGAIN, 1, Text(CHONBO_AGAIN))


def _over(template: str) -> Verdict:
    return Verdict(Kind.OVER, 0, Text(template))


NUMBERS = {
    1: gettext_noop("one more hand"),
    2: gettext_noop("two more hands"),
    3: gettext_noop("three more hands"),
    4: gettext_noop("four more hands"),
}
FINISH = gettext_noop("Finish this hand; no other is started.")
FINISH_SOUTH = gettext_noop("Finish this hand; the South round is then over, and so is the game.")
FINISH_MORE = gettext_noop("Finish this hand, then play {more}, unless the South round is over before.")
FINISH_DICE = gettext_noop("The dice are thrown, so the hand has begun: finish it; no other is started.")
FINISH_DICE_MORE = gettext_noop(
    "The dice are thrown, so the hand has begun: finish it, then play {more}, unless the South round is over before."
)
NOT_BEGUN = gettext_noop("East has not discarded, so the hand has not begun: it is not played. The game is over.")
DEALT_LAST = gettext_noop("East has not discarded, so the hand has not begun: play it; it is the last.")
DEALT_MORE = gettext_noop(
    "East has not discarded, so the hand has not begun: play it and then {more}, unless the South round is over before."
)
LAST = gettext_noop("Play one more hand; it is the last.")
MORE = gettext_noop("Play {more}, unless the South round is over before.")
NONE_STARTED = gettext_noop("The game is over: no other hand is started.")
LAST_PLAYED = gettext_noop("The game is over: that was the last hand.")
SOUTH_OVER = gettext_noop("The game is over: the South round has been played.")
CHONBO_OVER = gettext_noop("The game is over: after a chonbo in the last hand nothing is dealt again.")
CHONBO_AGAIN = gettext_noop("A chonbo does not count as a hand: it is dealt again, and is again the last.")

_WHEN = {
    When.DURING: gettext_noop("playing a hand: East had discarded"),
    When.AFTER_DICE: gettext_noop("dealing: the dice were thrown, East had not discarded"),
    When.BETWEEN: gettext_noop("between two hands: no dice were thrown"),
}
_CASES = (
    (Moment(When.DURING), gettext_noop("A hand is being played, East has discarded")),
    (Moment(When.AFTER_DICE), gettext_noop("The dice are thrown, East has not discarded")),
    (Moment(When.BETWEEN), gettext_noop("A hand has ended, the South round has not")),
    (Moment(When.BETWEEN, south_over=True), gettext_noop("The South round has ended")),
    (Moment(When.DURING, chonbo=True), gettext_noop("Chonbo in the last hand")),
)
