"""The score of a hanchan.

*Points* are what a player holds at the end, as written on the report sheet. Then, in this order: yakitori is paid
(S0 Mod.4.3), places are known, deposits left on the table are collected or lost, and the *hanchan score* is points
minus goal, plus what the place is worth (uma, oka, prize; S0 Mod.4.2), plus the prize for a bust.
docs/decisions/0011 says each step exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.points import Points
from scoring.rules import Ruleset
from scoring.ruleset.values import Count, Ties
from scoring.settling import DEPOSIT, bust_prizes, deposits_collected, end_points, yakitori_paid
from scoring.uma import cut_off, dealt_out, placed, shares, worth
from scoring.winds import WINDS, Wind

__all__ = ["DEPOSIT", "Line", "RowScore", "Table", "score_points", "score_table"]


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a report sheet: starting wind, player and end points.

    `yakitori`: the player won no hand. `busted_by`: the starting wind of who took this player's last points.
    """

    wind: Wind
    player: int
    points: Points
    yakitori: bool = False
    busted_by: Wind | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One accepted report sheet; `deposits` counts riichi deposits left on the table, 1,000 points each.

    Raises ValueError unless four different players hold the four winds, or three of them East, South and West, and
    for a hanchan that is not counted from 1.
    """

    hanchan: int
    table: int
    lines: tuple[Line, ...]
    deposits: int = 0

    def __post_init__(self) -> None:
        if self.hanchan < 1:
            raise ValueError(f"{self.where}: hanchan are counted from 1")
        winds, players = [line.wind for line in self.lines], {line.player for line in self.lines}
        if len(winds) not in (3, 4) or {*winds} != {*WINDS[: len(winds)]}:
            raise ValueError(f"{self.where}: the lines are not one for each wind")
        if len(players) != len(winds):
            raise ValueError(f"{self.where}: a player sits at this table twice")
        if self.deposits < 0:
            raise ValueError(f"{self.where}: {self.deposits} deposits")
        for line in self.lines:
            if line.busted_by is not None and (line.busted_by is line.wind or line.busted_by not in winds):
                raise ValueError(f"{self.where}: {line.busted_by} cannot have taken the last points of {line.wind}")

    @property
    def where(self) -> str:
        """Hanchan and table, for messages."""
        return f"hanchan {self.hanchan} table {self.table}"


@dataclass(frozen=True, slots=True)
class RowScore:
    """What a row is worth, in points.

    `points` are those of the sheet, `score` is the hanchan score. `uma` is what the place is worth: uma, the winner's
    oka, prizes. `yakitori`, `collected` (deposits) and `bust` are what the row got, negative what it gave.
    """

    points: Points
    place: int
    shared: bool
    uma: Points
    score: Points
    yakitori: Points = 0
    collected: Points = 0
    bust: Points = 0

    @property
    def settled(self) -> Points:
        """The points that count: those of the sheet, after yakitori and with the deposits collected."""
        return self.points + self.yakitori + self.collected

    @property
    def delta(self) -> Points:
        """The score delta: the score without what the place is worth and without the prize for a bust."""
        return self.score - self.uma - self.bust


def score_points(
    points: Sequence[Points],
    rules: Ruleset,
    deposits: int = 0,
    yakitori: Sequence[bool] = (),
    busted_by: Sequence[Wind | None] = (),
) -> tuple[RowScore, ...]:
    """The rows of a table scored; `points` in seat order, East first (S0 Mod.4.2).

    `yakitori` and `busted_by` have one value for each row, or none at all; what the rule set does not play, and a
    mark that `scoring.sheet.problems` refuses, has no effect. Raises ValueError for lists that are not as long as a
    table has players, and for less than no deposits.

    >>> from scoring.rules import preset
    >>> [row.score for row in score_points((45_200, 31_100, 25_700, 18_000), preset("wrc-2022"))]
    [30200, 6100, -9300, -27000]
    """
    nothing_moves = not (deposits or yakitori or busted_by) and rules.count is Count.GOAL
    if nothing_moves and len(set(points)) == rules.players == len(points):
        return _without_ties(points, rules)
    _check(points, rules, deposits, yakitori, busted_by)
    return _with_all(points, rules, deposits, yakitori or (False,) * len(points), busted_by or (None,) * len(points))


def _without_ties(points: Sequence[Points], rules: Ruleset) -> tuple[RowScore, ...]:
    """The usual table, quickly: nothing is shared and nothing changes hands."""
    order, goal = sorted(points, reverse=True), rules.goal
    extras = worth(points, rules.uma, goal, rules.oka, rules.prizes)
    at = [order.index(own) for own in points]
    return tuple(
        [
            RowScore(own, row + 1, False, extras[row], own - goal + extras[row])
            for own, row in zip(points, at, strict=True)
        ]
    )


def _with_all(
    points: Sequence[Points], rules: Ruleset, deposits: int, yakitori: Sequence[bool], busted_by: Sequence[Wind | None]
) -> tuple[RowScore, ...]:
    """Any table, step by step."""
    divide = dealt_out if rules.ties is Ties.SPLIT_REMAINDER else cut_off
    paid = yakitori_paid(yakitori, rules)
    places = placed(_added(points, paid), by_seat=rules.ties is Ties.SEAT)
    collected = deposits_collected(places, deposits, rules)
    settled = _added(points, paid, collected)
    extras = shares(places, worth(settled, rules.uma, rules.goal, rules.oka, rules.prizes), divide)
    busts = bust_prizes(points, busted_by, rules)
    if rules.count is Count.END_POINTS:
        deltas = end_points(settled, places, rules.goal, divide)
    else:
        deltas = tuple(own - rules.goal for own in settled)
    scores = _added(deltas, extras, busts)
    return tuple(
        RowScore(points[row], place, shared, extras[row], scores[row], paid[row], collected[row], busts[row])
        for row, (place, shared) in enumerate(places)
    )


def _added(*amounts: Sequence[Points]) -> tuple[Points, ...]:
    """The sum of some amounts, row by row."""
    return tuple(map(sum, zip(*amounts, strict=True)))


def _check(
    points: Sequence[Points], rules: Ruleset, deposits: int, yakitori: Sequence[bool], busted_by: Sequence[Wind | None]
) -> None:
    players = rules.players
    if len(points) != players:
        raise ValueError(f"{len(points)} scores for a table of {players}")
    if deposits < 0:
        raise ValueError(f"{deposits} deposits")
    if yakitori and len(yakitori) != players:
        raise ValueError(f"{len(yakitori)} yakitori marks for a table of {players}")
    if busted_by and len(busted_by) != players:
        raise ValueError(f"{len(busted_by)} takers of last points for a table of {players}")


def score_table(table: Table, rules: Ruleset) -> tuple[RowScore, ...]:
    """The rows of a sheet scored, in the order of `table.lines`.

    Raises ValueError when the table has not as many players as the rule set says.
    """
    lines = table.lines
    if len(lines) != rules.players:
        raise ValueError(f"{table.where}: {len(lines)} lines for a table of {rules.players}")
    if tuple([line.wind for line in lines]) == WINDS[: rules.players]:
        return _score_seated(lines, rules, table.deposits)
    rows = _score_seated(sorted(lines, key=_seat), rules, table.deposits)
    return tuple(rows[_seat(line)] for line in lines)


def _score_seated(lines: Sequence[Line], rules: Ruleset, deposits: int) -> tuple[RowScore, ...]:
    """The rows of lines in seat order."""
    marks, takers = [line.yakitori for line in lines], [line.busted_by for line in lines]
    points = [line.points for line in lines]
    return score_points(points, rules, deposits, marks if any(marks) else (), takers if any(takers) else ())


def _seat(line: Line) -> int:
    return line.wind.index
