"""Coming late to a hanchan, or not at all (WRC 2025 §12.3.9, S0 Mod.6.3).

Each full minute costs a little; past the last minute the hanchan is forfeited: no points for it, one penalty that
replaces the minutes, and a substitute who is scored and not ranked. How much, and after how many minutes, the rule set
says; whether it is points at all, its schedule does: the bare minimum warns (S0 Mod.6.3, third column). Where penalties
are paid at the table, lateness costs nothing (S0 Mod.6.1), though the seat is played by a substitute all the same.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from scoring.foul.consequences import Consequence
from scoring.fouls import ABSENT, LATE, TOO_LATE, Schedule, schedule
from scoring.points import Points, write_price
from scoring.rules import Ruleset
from scoring.ruleset.values import Paid
from scoring.words import Text, gettext_noop

MINUTE = timedelta(minutes=1)


class Kind(StrEnum):
    """What being late leads to."""

    ON_TIME = "on-time"
    LATE = "late"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Lateness:
    """The verdict: full minutes late, the points to take off the tournament score, and what kind of penalty it is.

    `consequence` is points, a warning, or none where nothing is charged; `foul` is the code of the schedule's row.
    """

    kind: Kind
    minutes: int
    amount: Points
    consequence: Consequence
    foul: str = ""


def full_minutes(elapsed: timedelta) -> int:
    """The full minutes in `elapsed`, never below 0.

    >>> full_minutes(timedelta(seconds=59)), full_minutes(timedelta(minutes=10, seconds=1))
    (0, 10)
    """
    return max(elapsed // MINUTE, 0)


def lateness(late: int | timedelta, rules: Ruleset, fouls: Schedule | None = None) -> Lateness:
    """What being `late` (full minutes, or the exact time) costs, in points; `fouls`: the schedule if not the rules'.

    Exactly ten minutes is still late; a second more is a forfeit although it has ten full minutes.
    The forfeit replaces the points for minutes (WRC 2025 §12.3.9).

    >>> from scoring.rules import preset
    >>> lateness(7, preset("wrc-2022")).amount, lateness(11, preset("wrc-2022")).amount
    (7000, 30000)
    """
    elapsed = late if isinstance(late, timedelta) else late * MINUTE
    minutes = full_minutes(elapsed)
    rule = rules.lateness
    if elapsed > rule.minutes * MINUTE:
        return _charged(Kind.FORFEIT, minutes, rule.forfeit, TOO_LATE, rules, fouls)
    if minutes:
        return _charged(Kind.LATE, minutes, minutes * rule.per_minute, LATE, rules, fouls)
    return Lateness(Kind.ON_TIME, 0, 0, Consequence.NONE)


def absence(rules: Ruleset, fouls: Schedule | None = None) -> Lateness:
    """What not coming at all costs: the forfeit, also in the bare minimum (S0 Mod.6.3).

    >>> from scoring.rules import preset
    >>> absence(preset("wrc-2025")).amount
    30000
    """
    return _charged(Kind.FORFEIT, 0, rules.lateness.forfeit, ABSENT, rules, fouls)


def _charged(kind: Kind, minutes: int, amount: Points, code: str, rules: Ruleset, fouls: Schedule | None) -> Lateness:
    """The verdict with what the schedule makes of it; a schedule without the foul leaves it to the rule set."""
    asked = fouls or schedule(rules.schedule)
    consequence = asked.lateness(code)
    charged = amount if consequence is Consequence.POINTS and rules.paid is Paid.TOURNAMENT else 0
    if not charged and consequence is Consequence.POINTS:
        consequence = Consequence.NONE
    return Lateness(kind, minutes, charged, consequence, code if asked.has(code) else "")


def in_words(verdict: Lateness, rules: Ruleset) -> tuple[Text, ...]:
    """The verdict in sentences: what it is, and what follows."""
    if verdict.kind is Kind.ON_TIME:
        return (Text(gettext_noop("On time: less than a full minute.")),)
    costs = _costs(verdict)
    if verdict.kind is Kind.LATE:
        minutes = {"minutes": str(verdict.minutes)}
        return Text(gettext_noop("Late, full minutes: {minutes}."), minutes), costs
    limit = {"minutes": str(rules.lateness.minutes)}
    forfeit = gettext_noop("The hanchan is forfeited: more than {minutes} minutes late, or not there at all.")
    seat = gettext_noop("No points for the hanchan; a substitute plays, who is scored and not ranked.")
    return Text(forfeit, limit), costs, Text(seat)


def _costs(verdict: Lateness) -> Text:
    if verdict.consequence is Consequence.WARNING:
        return Text(gettext_noop("It is a warning."))
    if not verdict.amount:
        return Text(gettext_noop("Nothing is taken off the tournament score."))
    template = gettext_noop("The tournament score is lowered by {points}.")
    return Text(template, {"points": write_price(verdict.amount)})
