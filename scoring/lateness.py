"""Coming late to a hanchan (WRC 2025 §12.3.9, S0 Mod.6.3).

Each full minute costs a little; past the last minute the hanchan is forfeited: no points for it, one penalty
that replaces the minutes, and a substitute who is scored and not ranked.
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from scoring.points import Points
from scoring.rules import Ruleset

MINUTE = timedelta(minutes=1)


class Kind(StrEnum):
    """What being late leads to."""

    ON_TIME = "on-time"
    LATE = "late"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Lateness:
    """The verdict: full minutes late, and the points to take off the tournament score."""

    kind: Kind
    minutes: int
    amount: Points


def full_minutes(elapsed: timedelta) -> int:
    """The full minutes in `elapsed`, never below 0.

    >>> full_minutes(timedelta(seconds=59)), full_minutes(timedelta(minutes=10, seconds=1))
    (0, 10)
    """
    return max(elapsed // MINUTE, 0)


def lateness(late: int | timedelta, rules: Ruleset) -> Lateness:
    """What being `late` (full minutes, or the exact time) costs, in points.

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
        return Lateness(Kind.FORFEIT, minutes, rule.forfeit)
    if minutes:
        return Lateness(Kind.LATE, minutes, minutes * rule.per_minute)
    return Lateness(Kind.ON_TIME, 0, 0)
