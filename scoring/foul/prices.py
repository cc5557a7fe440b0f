"""Where the points of a foul are paid: off the tournament score, or at the table, or not at all.

WRC takes them off the tournament score. S0 Mod.6.1 lets them be paid at the table instead, before the hanchan score is
counted; what belongs to the tournament alone is then not applied: lateness, forfeits, and the two sheets (8P are not
named there; the all-last sheet is a sheet like the other).
"""

from scoring.foul.cases import Outcome
from scoring.foul.consequences import Consequence
from scoring.fouls import schedule
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.ruleset.values import Paid

TOURNAMENT_SIDE = frozenset({"LATE_1_10", "LATE_10", "FORFEIT", "REPORT", "ALL_LAST"})


def applies(code: str, outcome: Outcome, rules: Ruleset) -> bool:
    """Whether the outcome is applied where penalties are paid as `rules` say (S0 Mod.6.1).

    >>> from scoring.fouls import schedule
    >>> from scoring.rules import preset
    >>> report = schedule("wrc-2022").foul("REPORT").outcome()
    >>> applies("REPORT", report, preset("wrc-2022")), applies("REPORT", report, preset("own").replace(paid="table"))
    (True, False)
    """
    is_price = outcome.consequence is Consequence.POINTS and code in TOURNAMENT_SIDE
    return not is_price or rules.paid is Paid.TOURNAMENT


def off_score(outcome: Outcome, rules: Ruleset) -> Points:
    """The points to take off the tournament score: none where penalties are paid at the table."""
    return outcome.points if rules.paid is Paid.TOURNAMENT else 0


def chonbo_price(rules: Ruleset) -> Points:
    """What a chonbo costs under the rules: their schedule's own price if it has one, else theirs (S0 Mod.6.3).

    >>> from scoring.rules import preset
    >>> chonbo_price(preset("own")), chonbo_price(preset("own").replace(schedule="lower"))
    (30000, 20000)
    """
    return schedule(rules.schedule).chonbo_price(rules.chonbo)
