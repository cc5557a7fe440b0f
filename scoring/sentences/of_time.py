"""The time limit of a rule set in sentences."""

from scoring.ruleset.values import HandStart, LastChonbo, TimeLimit
from scoring.words import Text, gettext_noop, joined

NO_LIMIT = gettext_noop("The rules name no time limit; the organiser may set one for each hanchan.")
LIMIT = gettext_noop("A hanchan lasts {time}.")
ONE_MINUTE = gettext_noop("1 minute")
MINUTES = gettext_noop("{minutes} minutes")
FINISH = gettext_noop("When the time ends, the hand being played is finished and no other is started.")
FINISH_OR_ONE = gettext_noop(
    "When the time ends during a hand, it is finished and no other is started; "
    "when a hand has just ended and the South round is not over, one more hand is played."
)
ONE_MORE = gettext_noop("When the time ends, the hand being played is finished and one more is played.")
SAID = {(0, 0): FINISH, (0, 1): FINISH_OR_ONE, (1, 1): ONE_MORE}
BY_NUMBER = gettext_noop(
    "When the time ends during a hand, it is finished and then {during}; "
    "when it ends between two hands and the South round is not over, {between}."
)
HANDS = (
    gettext_noop("no other hand is played"),
    gettext_noop("one more hand is played"),
    gettext_noop("two more hands are played"),
    gettext_noop("three more hands are played"),
    gettext_noop("four more hands are played"),
)
ANNOUNCED = gettext_noop("The end is announced {time} before.")
FROM_WARNING = gettext_noop(
    "A signal sounds {time} before the end; what is said here of the end of the time holds from that signal on."
)
DICE = gettext_noop("A hand begins with the throw of the dice.")
DISCARD = gettext_noop("A hand begins with East's first discard; before it, the time has ended between two hands.")
CHONBO_OVER = gettext_noop("After a chonbo in the last hand the game is over; nothing is dealt again.")
CHONBO_AGAIN = gettext_noop("A last hand that ends with a chonbo is dealt again: a hand with a chonbo does not count.")


def minutes(limit: TimeLimit) -> Text:
    """How long a hanchan lasts."""
    return Text(NO_LIMIT) if limit.minutes is None else Text(LIMIT, _time(limit.minutes))


def time_up(limit: TimeLimit) -> Text:
    """What is still played when the time ends.

    >>> from scoring.rules import preset
    >>> print(time_up(preset("jpml-a").time))
    When the time ends, the hand being played is finished and no other is started.
    """
    said = SAID.get((limit.during, limit.between))
    hands = {"during": Text(HANDS[limit.during]), "between": Text(HANDS[limit.between])}
    last_hands = Text(said) if said else Text(BY_NUMBER, hands)
    return joined([Text(FROM_WARNING, _time(limit.warning)), last_hands]) if counts_from_warning(limit) else last_hands


def warning(limit: TimeLimit) -> tuple[Text, ...]:
    """That the end is announced, if it is and that alone."""
    return (Text(ANNOUNCED, _time(limit.warning)),) if limit.warning and not limit.from_warning else ()


def hand_start(limit: TimeLimit) -> Text:
    """What a hand begins with."""
    return Text(DICE if limit.hand_start is HandStart.DICE else DISCARD)


def chonbo(limit: TimeLimit) -> Text:
    """What a chonbo in the last hand does."""
    return Text(CHONBO_OVER if limit.chonbo is LastChonbo.GAME_OVER else CHONBO_AGAIN)


def counts_from_warning(limit: TimeLimit) -> bool:
    """Whether the time is up, for the hands still played, when the end is announced (EMA 2016)."""
    return limit.from_warning and limit.warning > 0


def _time(minutes: int) -> dict[str, object]:
    return {"time": Text(ONE_MINUTE) if minutes == 1 else Text(MINUTES, {"minutes": str(minutes)})}
