"""The score of a hanchan.

*Points* are what a player holds at the end. The *hanchan score* is points minus goal, plus uma, plus oka for
the winner (S0 Mod.4.2). *Deposits* are riichi deposits that are still on the table at the end; the rule set
says whether they are lost or go to the winner.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.points import Points
from scoring.rule_values import Leftover
from scoring.rules import Ruleset
from scoring.uma import bonus, cut, placed
from scoring.winds import Wind

DEPOSIT = 1_000


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a report sheet: starting wind, player and end points."""

    wind: Wind
    player: int
    points: Points


@dataclass(frozen=True, slots=True)
class Table:
    """One accepted report sheet; `deposits` counts riichi deposits left on the table, 1,000 points each.

    Raises ValueError unless four different players hold the four winds.
    """

    hanchan: int
    table: int
    lines: tuple[Line, ...]
    deposits: int = 0

    def __post_init__(self) -> None:
        where = f"hanchan {self.hanchan} table {self.table}"
        if len(self.lines) != 4 or len({line.wind for line in self.lines}) != 4:
            raise ValueError(f"{where}: the lines are not one for each wind")
        if len({line.player for line in self.lines}) != 4:
            raise ValueError(f"{where}: a player sits at this table twice")
        if self.deposits < 0:
            raise ValueError(f"{where}: {self.deposits} deposits")


@dataclass(frozen=True, slots=True)
class RowScore:
    """What a row is worth, in points: `uma` includes the winner's oka, `score` is the hanchan score."""

    points: Points
    place: int
    shared: bool
    uma: Points
    score: Points


def score_points(points: Sequence[Points], rules: Ruleset, deposits: int = 0) -> tuple[RowScore, ...]:
    """The four rows scored, in the order given (S0 Mod.4.2).

    >>> from scoring.rules import preset
    >>> [row.score for row in score_points((45_200, 31_100, 25_700, 18_000), preset("wrc-2022"))]
    [30200, 6100, -9300, -27000]
    """
    places = placed(points)
    extras = bonus(points, rules.uma, rules.goal, rules.oka)
    collected = _collected(places, rules, deposits)
    return tuple(
        RowScore(own, place, shared, extra, own - rules.goal + extra + (collected if place == 1 else 0))
        for own, (place, shared), extra in zip(points, places, extras, strict=True)
    )


def _collected(places: Sequence[tuple[int, bool]], rules: Ruleset, deposits: int) -> Points:
    """What each winner gets of the leftover deposits: nothing where they are lost (WRC 2025 §10.2), an even
    share cut to 100 points where they go to the winner (EMA 2025 §3.7)."""
    if not deposits or rules.leftover is Leftover.LOST:
        return 0
    return cut(deposits * DEPOSIT, sum(place == 1 for place, _ in places))


def score_table(table: Table, rules: Ruleset) -> tuple[RowScore, ...]:
    """The rows of a sheet scored, in the order of `table.lines`."""
    return score_points([line.points for line in table.lines], rules, table.deposits)


def end_points(points: Sequence[Points], goal: Points) -> tuple[Points, ...]:
    """Four Winds "end points": losers keep points minus goal, winners share the losers' sum without its sign (S4 4.10).

    >>> end_points((35_000, 32_000, 22_000, 19_000), 30_000)
    (17000, 2000, -8000, -11000)
    """
    best = max(points)
    pool = abs(sum(own - goal for own in points if own != best))
    share = cut(pool, sum(own == best for own in points))
    return tuple(share if own == best else own - goal for own in points)
