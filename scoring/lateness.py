"""Lateness and absence (WRC 2025 §12.3.9, S0 Mod.6.3).

Each full minute costs points. Past the last minute the hanchan is forfeited: no points for it, one penalty that
replaces the minutes, and a substitute who is scored but not ranked. The rule set gives the amounts and the number of
minutes, its schedule the kind of penalty: the bare minimum warns (S0 Mod.6.3, third column). Where penalties are paid
at the table, as in a casual game, lateness is not applied (S0 Mod.6.1); what a tournament still does about an empty
seat is its own matter.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from scoring.fouls import ABSENT, LATE, TOO_LATE, Schedule, schedule
from scoring.fouls.cases import Consequence
from scoring.points import FromZero, Points
from scoring.rules import Ruleset
from scoring.rules.values import PenaltyPayment

MINUTE = timedelta(minutes=1)


class Arrival(StrEnum):
    """On time, late, or too late to play."""

    ON_TIME = "on-time"
    LATE = "late"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Lateness:
    """The verdict: full minutes late, the points to deduct from the tournament score, and the kind of penalty.

    `consequence` is points, a warning, or none where nothing is charged; `foul` is the code of the schedule's row.
    """

    kind: Arrival
    minutes: FromZero
    amount: Points
    consequence: Consequence
    foul: Annotated[str, "the foul of the schedule, empty where it has none"] = ""


def full_minutes(elapsed: timedelta) -> int:
    """Return the full minutes in `elapsed`, never below 0.

    >>> full_minutes(timedelta(seconds=59)), full_minutes(timedelta(minutes=10, seconds=1))
    (0, 10)
    """
    return max(elapsed // MINUTE, 0)


def lateness(late: int | timedelta, rules: Ruleset, fouls: Schedule | None = None) -> Lateness:
    """Return the verdict for being `late` (full minutes, or the exact time); `fouls` replaces the rules' schedule.

    Exactly ten minutes is still late; one second more is a forfeit although it has ten full minutes. The forfeit
    replaces the points for minutes (WRC 2025 §12.3.9).

    >>> from scoring.rules import preset
    >>> lateness(7, preset("wrc-2022")).amount, lateness(11, preset("wrc-2022")).amount
    (7000, 30000)
    """
    elapsed = late if isinstance(late, timedelta) else late * MINUTE
    minutes = full_minutes(elapsed)
    rule = rules.lateness
    if elapsed > rule.minutes * MINUTE:
        return _verdict(Arrival.FORFEIT, minutes, rule.forfeit, TOO_LATE, rules, fouls)
    if minutes:
        return _verdict(Arrival.LATE, minutes, minutes * rule.per_minute, LATE, rules, fouls)
    return Lateness(Arrival.ON_TIME, 0, 0, Consequence.NONE)


def absence(rules: Ruleset, fouls: Schedule | None = None) -> Lateness:
    """Return the price of absence: the forfeit, in the bare minimum too (S0 Mod.6.3).

    >>> from scoring.rules import preset
    >>> absence(preset("wrc-2025")).amount
    30000
    """
    return _verdict(Arrival.FORFEIT, 0, rules.lateness.forfeit, ABSENT, rules, fouls)


def lateness_applies(rules: Ruleset) -> bool:
    """Return whether lateness has a consequence where penalties are paid as `rules` say (S0 Mod.6.1).

    >>> from scoring.rules import preset
    >>> lateness_applies(preset("wrc-2022")), lateness_applies(preset("friendly"))
    (True, False)
    """
    return rules.paid is PenaltyPayment.TOURNAMENT


def _verdict(
    kind: Arrival, minutes: int, amount: Points, code: str, rules: Ruleset, fouls: Schedule | None
) -> Lateness:
    """Return the verdict under the schedule; if it does not have the foul, the rule set decides."""
    asked = fouls or schedule(rules.schedule)
    consequence = asked.lateness(code)
    charged = amount if consequence is Consequence.POINTS and rules.paid is PenaltyPayment.TOURNAMENT else 0
    if not charged and consequence is Consequence.POINTS:
        consequence = Consequence.NONE
    return Lateness(kind, minutes, charged, consequence, code if asked.has(code) else "")
