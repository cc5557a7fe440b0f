"""The time limit of a rule set in sentences."""

from scoring.messages import Message, gettext_noop, join, ngettext_lazy, phrase
from scoring.rules import Ruleset
from scoring.rules.values import GameLength, TimeLimit

NO_LIMIT = gettext_noop("The rules name no time limit; the organiser may set one for each hanchan.")
LIMIT = {
    GameLength.HANCHAN: gettext_noop("A hanchan lasts {time}."),
    GameLength.EAST_ONLY: gettext_noop("An East-only game lasts {time}."),
}
MINUTES = ngettext_lazy("{minutes} minute", "{minutes} minutes", "minutes")
FINISH = gettext_noop("When the time ends, the hand being played is finished and no new hand is started.")
FINISH_OR_ONE = gettext_noop(
    "If the time ends during a hand, that hand is finished and no new hand is started. "
    "If it ends between two hands and the {round} round is not over, one more hand is played."
)
ONE_MORE = gettext_noop("When the time ends, the hand being played is finished and one more is played.")
BY_RULE = {(0, 0): FINISH, (0, 1): FINISH_OR_ONE, (1, 1): ONE_MORE}
BY_NUMBER = gettext_noop(
    "If the time ends during a hand, that hand is finished and then {during}. "
    "If it ends between two hands and the {round} round is not over, {between}."
)
HANDS = (
    gettext_noop("no more hands are played"),
    gettext_noop("one more hand is played"),
    gettext_noop("two more hands are played"),
    gettext_noop("three more hands are played"),
    gettext_noop("four more hands are played"),
)
ANNOUNCED = gettext_noop("The end is announced {time} before.")
FROM_WARNING = gettext_noop(
    "A signal sounds {time} before the end. The rules for the end of the time apply from that signal."
)


def minutes(rules: Ruleset) -> Message:
    """Return the time of a game."""
    return phrase(NO_LIMIT) if rules.minutes is None else phrase(LIMIT[rules.length], _time(rules.minutes))


def time_up(rules: Ruleset) -> Message:
    """Return the hands still played when the time ends.

    >>> from scoring.rules import preset
    >>> print(time_up(preset("jpml-a-2012")))
    When the time ends, the hand being played is finished and no new hand is started.
    """
    limit = rules.time
    text = BY_RULE.get((limit.during, limit.between), BY_NUMBER)
    hands = {"during": phrase(HANDS[limit.during]), "between": phrase(HANDS[limit.between])}
    last_hands = phrase(text, {**hands, "round": phrase(rules.last_round.label)})
    return join([phrase(FROM_WARNING, _time(limit.warning)), last_hands]) if counts_from_warning(limit) else last_hands


def warning(limit: TimeLimit) -> tuple[Message, ...]:
    """Return a sentence on the announcement of the end, if it changes nothing else."""
    return (phrase(ANNOUNCED, _time(limit.warning)),) if limit.warning and not limit.from_warning else ()


def counts_from_warning(limit: TimeLimit) -> bool:
    """Return whether the hands still played count from the announcement of the end (EMA 2016)."""
    return limit.from_warning and limit.warning > 0


def _time(minutes: int) -> dict[str, object]:
    return {"time": phrase(MINUTES, {"minutes": minutes})}
