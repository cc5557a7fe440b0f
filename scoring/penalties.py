"""The payment of penalties: deducted from the tournament score, paid at the table, or not at all.

WRC deducts them from the tournament score. S0 Mod.6.1 lets them be paid at the table instead, at once, before yakitori
and uma, so that they can change places; the end points of the sheet already include them. Penalties that concern only
the tournament are then not applied: lateness, forfeits, and the two sheets (8P are not named there; the all-last sheet
is a sheet like the other).

S0 Mod.6.1: 30P is 6,000 points to each other player, 20P is 4,000, 10P is 2,000, dealer or not; 1P and 2P go to the
table in full and to the next winner. Amounts that it does not name follow our own scale: more than 2P is paid at 200
points for each P to each other player, rounded down to 100; less than 2P goes to the table. Among three each of the two
others gets what each of three would.

S1 Chonbo: a chonbo is paid as a mangan to the table; no other points are paid.
"""

from dataclasses import dataclass

from scoring.fouls import schedule
from scoring.fouls.cases import Consequence, Outcome
from scoring.payments.draws import chonbo
from scoring.payments.dues import seats
from scoring.points import STEP, P, Points
from scoring.rules import Ruleset
from scoring.rules.values import PenaltyPayment
from scoring.winds import WINDS, Wind

TOURNAMENT_SIDE = frozenset({"LATE_1_10", "LATE_10", "FORFEIT", "REPORT", "ALL_LAST"})


def applies(code: str, outcome: Outcome, rules: Ruleset) -> bool:
    """Return whether the outcome is applied where penalties are paid as `rules` say (S0 Mod.6.1).

    >>> from scoring.fouls import schedule
    >>> from scoring.rules import preset
    >>> report = schedule("wrc-2022").foul("REPORT").outcome()
    >>> applies("REPORT", report, preset("wrc-2022")), applies("REPORT", report, preset("own").replace(paid="table"))
    (True, False)
    """
    is_price = outcome.consequence is Consequence.POINTS and code in TOURNAMENT_SIDE
    return not is_price or rules.paid is PenaltyPayment.TOURNAMENT


def off_score(outcome: Outcome, rules: Ruleset) -> Points:
    """Return the points to deduct from the tournament score: none where penalties are paid at the table."""
    return outcome.points if rules.paid is PenaltyPayment.TOURNAMENT else 0


def chonbo_price(rules: Ruleset) -> Points:
    """Return the price of a chonbo under the rules: their schedule's own price if it has one, else theirs (S0 Mod.6.3).

    >>> from scoring.rules import preset
    >>> chonbo_price(preset("own")), chonbo_price(preset("own").replace(schedule="lower"))
    (30000, 20000)
    """
    return schedule(rules.schedule).price_of_chonbo(rules.chonbo)


LOW = 2 * P
PARTS = 5  # 200 points for each P is a fifth


@dataclass(frozen=True, slots=True)
class TablePayment:
    """The points that a penalty moves: `changes` by current wind, East (the dealer) first, and the amount that goes
    `to_table`.

    What still lies there when the hanchan ends is written down as deposits. Raises ValueError unless one player pays
    and payments equal receipts.
    """

    changes: tuple[Points, ...]
    to_table: Points = 0

    def __post_init__(self) -> None:
        if len(self.changes) not in (3, 4):
            raise ValueError(f"a penalty at a table of {len(self.changes)}")
        if sum(self.changes) + self.to_table or self.to_table < 0:
            raise ValueError(f"a penalty of {self.changes} with {self.to_table} to the table does not add up")
        if sum(change < 0 for change in self.changes) != 1:
            raise ValueError(f"a penalty of {self.changes} is not paid by one player")

    @property
    def payer(self) -> Wind:
        """The current wind of the player who pays."""
        return WINDS[self.changes.index(min(self.changes))]


def table_payment(points: Points, offender: Wind, rules: Ruleset) -> TablePayment:
    """Return a penalty of `points` paid at the table as in S0 Mod.6.1; `offender` by current wind.

    Raises ValueError for zero points, or an offender who is not at the table.

    >>> from scoring.rules import preset
    >>> table_payment(30_000, Wind.SOUTH, preset("wrc-2022")).changes
    (6000, -18000, 6000, 6000)
    >>> table_payment(2_000, Wind.SOUTH, preset("wrc-2022"))
    TablePayment(changes=(0, -2000, 0, 0), to_table=2000)
    """
    if points <= 0:
        raise ValueError(f"a penalty of {points} points")
    around = seats(rules)
    if offender not in around:
        raise ValueError(f"nobody sits as {offender} at a table of {rules.players}")
    if points <= LOW:
        return TablePayment(tuple(-points if wind is offender else 0 for wind in around), points)
    share = points // PARTS // STEP * STEP
    return TablePayment(tuple(-share * (len(around) - 1) if wind is offender else share for wind in around))


def for_outcome(code: str, outcome: Outcome, offender: Wind, rules: Ruleset) -> TablePayment | None:
    """Return the payment at the table for the outcome of a foul; None if there is none.

    There is none where penalties come from the tournament score, for fouls of the tournament (`foul.prices`: lateness,
    forfeit, both sheets), without points, and under mangan payment for everything but a chonbo.
    """
    if rules.paid is PenaltyPayment.TOURNAMENT or not applies(code, outcome, rules):
        return None
    if rules.paid is PenaltyPayment.TABLE:
        return table_payment(outcome.points, offender, rules) if outcome.points else None
    if outcome.consequence is not Consequence.CHONBO:
        return None
    return TablePayment(chonbo([offender], rules).changes)
