"""The hands still to play when the time of a hanchan ends.

The time only removes hands, it never adds one. So any other end of a hanchan still applies (the end of the last round,
a bust, agari-yame), and nothing that would lengthen it does: no extension into another round. The limit counts hands,
not dealers: a dealer who stays uses up one of the remaining hands.

A hand that ends with a chonbo is dealt again and is not counted (EMA 2016, according to MahjongRepository's wiki: only
a valid hand counts); in the last hand the rule set decides whether it is dealt again at all (S2 Time limit).
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.messages import Message, gettext_noop, phrase
from scoring.points import FromZero
from scoring.rules import Ruleset
from scoring.rules.values import HandStart, LastChonbo, TimeLimit


class When(StrEnum):
    """The state of a table when the time ended.

    A hand whose chonbo has been found, and that is not dealt again yet, is over: the table was between two hands.
    """

    DURING = "during"
    AFTER_DICE = "after-dice"
    BETWEEN = "between"

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _WHEN[self]


class Continuation(StrEnum):
    """The next step of a table."""

    OVER = "over"
    FINISH = "finish"
    FINISH_AND_MORE = "finish-and-more"
    MORE = "more"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Moment:
    """Three plain answers about a table whose time has ended.

    `south_over`: the last round, South or in an East-only game East, is over and the dealer does not stay; of a hand in
    play, whether it will be when that hand has ended. `chonbo`: the hand declared the last one has ended with a chonbo.
    """

    when: When
    south_over: bool = False
    chonbo: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The hands still to play: `hands` counts those not yet begun, without a hand in play."""

    kind: Continuation
    hands: FromZero
    text: Message


@dataclass(frozen=True, slots=True)
class TimeUpCase:
    """One row of what a referee reads out: the state of the table, and its next step."""

    moment: Moment
    asked: Message
    verdict: Verdict


def verdict(rules: Ruleset, moment: Moment) -> Verdict:
    """Return the hands still played at a table when the time ends (S2 Time limit; WRC 2015 §8.1; EMA 2016).

    >>> from scoring.rules import preset
    >>> print(verdict(preset("wrc-2022"), Moment(When.DURING)).text)
    Finish this hand; do not start another.
    >>> print(verdict(preset("wrc-2022"), Moment(When.BETWEEN)).text)
    Play one more hand; it is the last.
    """
    if moment.when is When.BETWEEN and moment.south_over:
        return _over(ROUND_OVER, rules)
    if moment.chonbo:
        return _last_hand_was_chonbo(rules)
    if _has_begun(rules.time, moment.when):
        return _finish(rules, moment)
    if moment.when is When.AFTER_DICE:
        return _dealt(rules, 1 if moment.south_over and rules.time.between else rules.time.between)
    return _more(rules, rules.time.between, NONE_STARTED)


def after_hand(rules: Ruleset, before: Verdict, *, south_over: bool = False, chonbo: bool = False) -> Verdict:
    """Return what follows `before` when the hand that it allowed has ended.

    With a chonbo the last round is not over, whatever `south_over` says: the hand has not counted. Raises ValueError
    when the game was already over.

    >>> from scoring.rules import preset
    >>> ema = preset("ema-2025")
    >>> first = verdict(ema, Moment(When.DURING))
    >>> print(after_hand(ema, first).text)
    Play one more hand; it is the last.
    >>> print(after_hand(ema, after_hand(ema, first)).text)
    The game is over: that was the last hand.
    """
    if before.kind is Continuation.OVER:
        raise ValueError("the game is over; no hand has ended after it")
    begun_before = before.kind in (Continuation.FINISH, Continuation.FINISH_AND_MORE)
    left = before.hands if begun_before else before.hands - 1
    if chonbo:
        return _more(rules, before.hands, NONE_STARTED) if left else _last_hand_was_chonbo(rules)
    if south_over:
        return _over(ROUND_OVER, rules)
    return _more(rules, left, LAST_PLAYED)


def cases(rules: Ruleset) -> tuple[TimeUpCase, ...]:
    """Return every possible state when the time ends, each with its verdict, for a referee to read out."""
    return tuple(TimeUpCase(moment, _text(asked, rules), verdict(rules, moment)) for moment, asked in _CASES)


def _has_begun(limit: TimeLimit, state: When) -> bool:
    """Return whether the hand had begun (S2: with East's first discard, not with the dice)."""
    return state is When.DURING or (state is When.AFTER_DICE and limit.hand_start is HandStart.DICE)


def _finish(rules: Ruleset, moment: Moment) -> Verdict:
    during = rules.time.during
    if moment.south_over and during:
        return Verdict(Continuation.FINISH, 0, _text(FINISH_ROUND, rules))
    after_dice = moment.when is When.AFTER_DICE
    if not during:
        return Verdict(Continuation.FINISH, 0, phrase(FINISH_DICE if after_dice else FINISH))
    text = _text(FINISH_DICE_MORE if after_dice else FINISH_MORE, rules, during)
    return Verdict(Continuation.FINISH_AND_MORE, during, text)


def _dealt(rules: Ruleset, hands: int) -> Verdict:
    """Return the verdict for a hand dealt but not begun: it is the first of those still played, if there are any."""
    if not hands:
        return _over(NOT_BEGUN, rules)
    if hands == 1:
        return Verdict(Continuation.MORE, 1, phrase(DEALT_LAST))
    return Verdict(Continuation.MORE, hands, _text(DEALT_MORE, rules, hands - 1))


def _more(rules: Ruleset, hands: int, none: str) -> Verdict:
    if not hands:
        return _over(none, rules)
    return Verdict(Continuation.MORE, hands, phrase(LAST) if hands == 1 else _text(MORE, rules, hands))


def _last_hand_was_chonbo(rules: Ruleset) -> Verdict:
    if rules.time.chonbo is LastChonbo.GAME_OVER:
        return _over(CHONBO_OVER, rules)
    return Verdict(Continuation.AGAIN, 1, phrase(CHONBO_AGAIN))


def _over(template: str, rules: Ruleset) -> Verdict:
    return Verdict(Continuation.OVER, 0, _text(template, rules))


def _text(template: str, rules: Ruleset, more: int = 1) -> Message:
    """Return a text with the name of the last round and the number of hands."""
    return phrase(template, {"round": phrase(rules.last_round.label), "more": phrase(NUMBERS[more])})


NUMBERS = {
    1: gettext_noop("one more hand"),
    2: gettext_noop("two more hands"),
    3: gettext_noop("three more hands"),
    4: gettext_noop("four more hands"),
}
FINISH = gettext_noop("Finish this hand; do not start another.")
FINISH_ROUND = gettext_noop("Finish this hand; the {round} round is then over, and so is the game.")
FINISH_MORE = gettext_noop("Finish this hand, then play {more}, unless the {round} round ends first.")
FINISH_DICE = gettext_noop("The dice are thrown, so the hand has begun: finish it; do not start another.")
FINISH_DICE_MORE = gettext_noop(
    "The dice are thrown, so the hand has begun: finish it, then play {more}, unless the {round} round ends first."
)
NOT_BEGUN = gettext_noop("East has not discarded, so the hand has not begun: it is not played. The game is over.")
DEALT_LAST = gettext_noop("East has not discarded, so the hand has not begun: play it; it is the last.")
DEALT_MORE = gettext_noop(
    "East has not discarded, so the hand has not begun: play it and then {more}, unless the {round} round ends first."
)
LAST = gettext_noop("Play one more hand; it is the last.")
MORE = gettext_noop("Play {more}, unless the {round} round ends first.")
NONE_STARTED = gettext_noop("The game is over: no further hand is started.")
LAST_PLAYED = gettext_noop("The game is over: that was the last hand.")
ROUND_OVER = gettext_noop("The game is over: the {round} round has been played.")
CHONBO_OVER = gettext_noop("The game is over: a last hand with a chonbo is not dealt again.")
CHONBO_AGAIN = gettext_noop("A hand with a chonbo does not count: deal it again as the last hand.")
_WHEN = {
    When.DURING: gettext_noop("playing a hand: East had discarded"),
    When.AFTER_DICE: gettext_noop("dealing: the dice were thrown, East had not discarded"),
    When.BETWEEN: gettext_noop("between two hands: no dice were thrown"),
}
_CASES = (
    (Moment(When.DURING), gettext_noop("A hand is being played, East has discarded")),
    (Moment(When.AFTER_DICE), gettext_noop("The dice are thrown, East has not discarded")),
    (Moment(When.BETWEEN), gettext_noop("A hand has ended, the {round} round has not")),
    (Moment(When.BETWEEN, south_over=True), gettext_noop("The {round} round has ended")),
    (Moment(When.DURING, chonbo=True), gettext_noop("Chonbo in the last hand")),
)
