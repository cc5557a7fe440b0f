"""Penalties paid at the table instead of off the tournament score: at once, before yakitori and uma, so they can change
places. The end points of the sheet hold them already.

S0 Mod.6.1: 30P is 6,000 points to each other player, 20P is 4,000, 10P is 2,000, whoever is dealer; 1P and 2P go to the
table in full and to the next who wins a hand. Amounts that it does not name are ours: more than 2P is paid on the same
scale, 200 points for each P to each other player, cut down to 100; less than 2P goes to the table. Among three each of
the two others gets what each of three would.
S1 Chonbo: a chonbo is paid as a mangan to the table; it knows no other points.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.foul.cases import Outcome
from scoring.foul.consequences import Consequence
from scoring.foul.prices import applies
from scoring.hand import drawn as drawn_hands
from scoring.hand.seats import seats
from scoring.points import P, Points, write
from scoring.rules import Ruleset
from scoring.ruleset.values import Paid
from scoring.uma import STEP
from scoring.winds import WINDS, Wind
from scoring.words import Text, gettext_noop, joined

LOW = 2 * P
PARTS = 5  # 200 points for each P is a fifth

TO_TABLE = gettext_noop("{payer} puts {points} on the table; the next player to win a hand takes it.")
TO_EACH = gettext_noop("{payer} pays {points} to each other player.")
TO_ONE = gettext_noop("{payer} pays {points} to {receiver}.")


@dataclass(frozen=True, slots=True)
class TablePayment:
    """What a penalty moves: `changes` by current wind, East (the dealer) first, and what goes `to_table`.

    What still lies there when the hanchan ends is written down as deposits. Raises ValueError unless one player pays
    and what is paid is what is got.
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
        """The current wind of who pays."""
        return WINDS[self.changes.index(min(self.changes))]

    def said(self, names: Mapping[Wind, Text | str] | None = None) -> Text:
        """Who pays how much to whom; players by `names`, else by current wind.

        >>> str(TablePayment((6_000, -18_000, 6_000, 6_000)).said())
        'South pays 6,000 to each other player.'
        """
        called = names if names is not None else {wind: Text(wind.label) for wind in WINDS}
        payer = called[self.payer]
        if self.to_table:
            return Text(TO_TABLE, {"payer": payer, "points": write(self.to_table)})
        got = {wind: change for wind, change in zip(WINDS, self.changes, strict=False) if wind is not self.payer}
        if len({*got.values()}) == 1:
            return Text(TO_EACH, {"payer": payer, "points": write(max(self.changes))})
        return joined(
            [
                Text(TO_ONE, {"payer": payer, "points": write(points), "receiver": called[wind]})
                for wind, points in got.items()
            ]
        )


def table_payment(points: Points, offender: Wind, rules: Ruleset) -> TablePayment:
    """A penalty of `points` as S0 Mod.6.1 has it paid at the table; `offender` by current wind.

    Raises ValueError for no points, or an offender who is not at the table.

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
    """What is paid at the table for the outcome of a foul; None where nothing is.

    Nothing is where penalties come off the tournament score, for fouls that are the tournament's (`foul.prices`:
    lateness, forfeit, both sheets), without points, and as a mangan for all but a chonbo.
    """
    if rules.paid is Paid.TOURNAMENT or not applies(code, outcome, rules):
        return None
    if rules.paid is Paid.TABLE:
        return table_payment(outcome.points, offender, rules) if outcome.points else None
    if outcome.consequence is not Consequence.CHONBO:
        return None
    return TablePayment(drawn_hands.chonbo([offender], rules).changes)
