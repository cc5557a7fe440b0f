"""The score of a hanchan.

*Points* are what a player holds at the end, as written on the report sheet. Then, in this order: yakitori is paid
(S0 Mod.4.3), places are determined, deposits left on the table are collected or lost, and the *hanchan score* is points
minus goal, plus the worth of the place (uma, oka, prize; S0 Mod.4.2), plus the prize for a bust. Amounts by row are in
seat order, East first. docs/decisions/0011 gives each step exactly.

Equal points share a place, and share evenly the worth of the places they cover (S0 Mod.4.1); where the earlier seat
ranks above the later no place is shared. A place is worth its uma, for the winner the oka (S0 Mod.4.2), and its prize
(S4 4.11); they are added before they are split.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from scoring.points import STEP, FromOne, Points
from scoring.rules import Ruleset
from scoring.rules.value_kinds import FloatingUma, Uma
from scoring.rules.values import Bust, Count, EqualPoints, Leftover
from scoring.winds import WINDS, Wind

DEPOSIT = 1_000

Divide = Callable[[Points, int], tuple[Points, ...]]
Place = tuple[int, bool]


def uma_table(points: Sequence[Points], uma: Uma, goal: Points) -> tuple[Points, ...]:
    """Return the uma in points by place, first to last, for a table with these end points."""
    if isinstance(uma, FloatingUma):
        return uma.by_floating[sum(own >= goal for own in points)]
    return uma


def worth(
    points: Sequence[Points], uma: Uma, goal: Points, oka: Points, prizes: Sequence[Points] = ()
) -> tuple[Points, ...]:
    """Return the worth of each place in points, first to last: uma, oka and prizes together (S0 Mod.4.2, S4 4.11).

    >>> worth((40_000, 30_000, 20_000, 10_000), (20_000, 10_000, -10_000, -20_000), 30_000, oka=20_000)
    (40000, 10000, -10000, -20000)
    """
    places = uma_table(points, uma, goal)
    if prizes:
        places = tuple(own + prize for own, prize in zip(places, prizes, strict=True))
    return (places[0] + oka, *places[1:]) if oka else places


def places_by_points(points: Sequence[Points], by_seat: bool = False) -> tuple[Place, ...]:
    """Return each row's place and whether it is shared; equal points have the same place (1, 2, 2, 4).

    With `by_seat` the earlier row ranks above the later one and no place is shared.

    >>> places_by_points((42_000, 30_000, 30_000, 18_000))
    ((1, False), (2, True), (2, True), (4, False))
    >>> places_by_points((42_000, 30_000, 30_000, 18_000), by_seat=True)
    ((1, False), (2, False), (3, False), (4, False))
    """
    order = sorted(points, reverse=True)
    if by_seat:
        return tuple((order.index(own) + 1 + points[:row].count(own), False) for row, own in enumerate(points))
    return tuple((order.index(own) + 1, order.count(own) > 1) for own in points)


def truncated_share(pool: Points, count: int) -> Points:
    """Return an even share of `pool` points, truncated toward zero to a full 100 points (S0 Mod.4.1).

    >>> truncated_share(20_000, 3), truncated_share(-20_000, 3)
    (6600, -6600)
    """
    share = abs(pool) // count // STEP * STEP
    return -share if pool < 0 else share


def truncated_shares(pool: Points, count: int) -> tuple[Points, ...]:
    """Return even shares, truncated toward zero to a full 100 points; the rest is lost (S0 Mod.4.1).

    An unshared amount is not split and so not truncated.

    >>> truncated_shares(20_000, 3), truncated_shares(20_050, 1)
    ((6600, 6600, 6600), (20050,))
    """
    return (pool,) if count == 1 else (truncated_share(pool, count),) * count


def stepped_shares(pool: Points, count: int) -> tuple[Points, ...]:
    """Return shares in steps of 100 that add up to the pool; an earlier seat never gets less than a later one
    (M-League).

    >>> stepped_shares(50_000, 3), stepped_shares(-20_000, 3)
    ((16700, 16700, 16600), (-6600, -6700, -6700))
    """
    share = pool // count // STEP * STEP
    rest = pool - share * count
    return tuple(share + min(max(rest - seat * STEP, 0), STEP) for seat in range(count))


def shares(places: Sequence[Place], worths: Sequence[Points], divide: Divide = truncated_shares) -> tuple[Points, ...]:
    """Return each row's share of `worths` (points by place, first to last); a shared place splits all that it covers.

    >>> shares(places_by_points((36_000, 36_000, 36_000, 12_000)), (20_000, 10_000, -10_000, -20_000))
    (6600, 6600, 6600, -20000)
    """
    found = [worths[place - 1] for place, _ in places]
    for place in {place for place, shared in places if shared}:
        rows = [row for row, other in enumerate(places) if other[0] == place]
        pool = sum(worths[place - 1 : place - 1 + len(rows)])
        for row, share in zip(rows, divide(pool, len(rows)), strict=True):
            found[row] = share
    return tuple(found)


def yakitori_payments(marked: Sequence[bool], rules: Ruleset) -> tuple[Points, ...]:
    """Return each row's payment (negative) or share for the `marked` players, who won no hand (S0 Mod.4.3).

    Each of them pays the rule set's amount; the others share it evenly, truncated to 100 points, and the rest is lost.
    Nobody pays when nobody won a hand.

    >>> from scoring.rules import preset
    >>> yakitori_payments((False, False, True, True), preset("own").replace(yakitori=9_000))
    (9000, 9000, -9000, -9000)
    """
    paying = sum(marked)
    getting = len(marked) - paying
    if not (rules.yakitori and paying and getting):
        return (0,) * len(marked)
    share = paying * rules.yakitori // getting // STEP * STEP
    return tuple(-rules.yakitori if pays else share for pays in marked)


def deposit_shares(places: Sequence[Place], deposits: int, rules: Ruleset) -> tuple[Points, ...]:
    """Return each row's share of the `deposits` left on the table, 1,000 points each.

    Lost: WRC 2025 §10.2. To the winner: EMA 2025 §3.7; M-League distributes the rest, Tenhou gives all to one player.
    They are added after the places are determined and change none.
    """
    winners = [row for row, (place, _) in enumerate(places) if place == 1]
    found = [0] * len(places)
    if deposits and rules.leftover is not Leftover.LOST:
        for row, share in zip(
            winners, _deposits_by_winner(deposits * DEPOSIT, len(winners), rules.leftover), strict=True
        ):
            found[row] = share
    return tuple(found)


def _deposits_by_winner(pool: Points, winners: int, leftover: Leftover) -> tuple[Points, ...]:
    """Return the deposits by winner, in seat order."""
    if leftover is Leftover.FIRST_SEAT:
        return (pool, *[0] * (winners - 1))
    return stepped_shares(pool, winners) if leftover is Leftover.WINNER_REMAINDER else truncated_shares(pool, winners)


def end_point_scores(
    points: Sequence[Points], places: Sequence[Place], goal: Points, divide: Divide = truncated_shares
) -> tuple[Points, ...]:
    """Return scores by "end points" (Four Winds): losers keep points minus goal, winners share the losers' sum with its
    sign reversed (S4 4.10).

    >>> points = (35_000, 32_000, 22_000, 19_000)
    >>> end_point_scores(points, places_by_points(points), 30_000)
    (17000, 2000, -8000, -11000)
    """
    deltas = [own - goal for own in points]
    winners = [row for row, (place, _) in enumerate(places) if place == 1]
    pool = abs(sum(deltas) - sum(deltas[row] for row in winners))
    for row, share in zip(winners, divide(pool, len(winners)), strict=True):
        deltas[row] = share
    return tuple(deltas)


def is_bust(points: Points, rules: Ruleset) -> bool:
    """Return whether a player with these points ends the hanchan (S0 Mod.5.3: below zero; in other rules also at zero).

    >>> from scoring.rules import preset
    >>> is_bust(0, preset("own").replace(bust="below-zero")), is_bust(0, preset("own").replace(bust="at-zero"))
    (False, True)
    """
    if rules.bust is Bust.NEVER:
        return False
    return points < 0 or (points == 0 and rules.bust is Bust.AT_ZERO)


def bust_prizes(points: Sequence[Points], busted_by: Sequence[Wind | None], rules: Ruleset) -> tuple[Points, ...]:
    """Return the bust prize of each row, negative for a bust player, positive for the player who took the last points.

    `points` are those of the sheet, `busted_by` the winds of the takers. A row that is not bust gives nothing, and an
    unoccupied wind gets nothing.
    """
    found = [0] * len(points)
    for row, (own, taker) in enumerate(zip(points, busted_by, strict=True)):
        if taker is not None and taker.index < len(points) and is_bust(own, rules):
            found[row] -= rules.bust_prize
            found[taker.index] += rules.bust_prize
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A row of a report sheet: starting wind, player and end points.

    `yakitori`: the player won no hand. `busted_by`: the starting wind of the player who took this player's last points.
    """

    wind: Wind
    player: int
    points: Points
    yakitori: bool = False
    busted_by: Wind | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """An accepted report sheet; `deposits` counts riichi deposits left on the table, 1,000 points each.

    Raises ValueError unless four different players hold the four winds, or three of them East, South and West, and for
    a hanchan number below 1.
    """

    hanchan: int
    table: int
    lines: tuple[ScoreLine, ...]
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

    def __hash__(self) -> int:
        """A tenth of the time that all fields of all lines take; equal sheets have equal numbers, too."""
        return hash((self.hanchan, self.table, *[line.points for line in self.lines]))

    @property
    def where(self) -> str:
        """Hanchan and table, for messages."""
        return f"hanchan {self.hanchan} table {self.table}"


@dataclass(frozen=True, slots=True)
class RowScore:
    """The score of a row, in points.

    `points` are those of the sheet. `yakitori`, `collected` and `bust` are received, or paid if negative.
    """

    points: Points
    place: FromOne
    shared: bool
    uma: Annotated[Points, "the worth of the place: uma, oka, prize; in points"]
    score: Annotated[Points, "the hanchan score, in points"]
    yakitori: Points = 0
    collected: Annotated[Points, "deposits left on the table that the winner gets, in points"] = 0
    bust: Points = 0

    @property
    def settled(self) -> Points:
        """The points that count: those of the sheet, after yakitori and with the deposits collected."""
        return self.points + self.yakitori + self.collected

    @property
    def delta(self) -> Points:
        """The score delta: the score without the worth of the place and without the prize for a bust."""
        return self.score - self.uma - self.bust


def score_points(
    points: Sequence[Points],
    rules: Ruleset,
    deposits: int = 0,
    yakitori: Sequence[bool] = (),
    busted_by: Sequence[Wind | None] = (),
) -> tuple[RowScore, ...]:
    """Score the rows of a table; `points` in seat order, East first (S0 Mod.4.2).

    `yakitori` and `busted_by` have one value for each row, or none at all; options that the rule set does not use, and
    marks that `scoring.sheet.problems` refuses, have no effect. Raises ValueError for lists of the wrong length and for
    a negative number of deposits.

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
    """Score a table quickly when nothing is shared and nothing changes hands."""
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
    """Score any table, step by step."""
    divide = stepped_shares if rules.ties is EqualPoints.SPLIT_REMAINDER else truncated_shares
    paid = yakitori_payments(yakitori, rules)
    places = places_by_points(_sums(points, paid), by_seat=rules.ties is EqualPoints.SEAT)
    collected = deposit_shares(places, deposits, rules)
    settled = _sums(points, paid, collected)
    extras = shares(places, worth(settled, rules.uma, rules.goal, rules.oka, rules.prizes), divide)
    busts = bust_prizes(points, busted_by, rules)
    if rules.count is Count.END_POINTS:
        deltas = end_point_scores(settled, places, rules.goal, divide)
    else:
        deltas = tuple(own - rules.goal for own in settled)
    scores = _sums(deltas, extras, busts)
    return tuple(
        RowScore(points[row], place, shared, extras[row], scores[row], paid[row], collected[row], busts[row])
        for row, (place, shared) in enumerate(places)
    )


def _sums(*amounts: Sequence[Points]) -> tuple[Points, ...]:
    """Add amounts row by row."""
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
    """Score the rows of a sheet, in the order of `table.lines`.

    Raises ValueError when the number of players differs from the rule set's.
    """
    lines = table.lines
    if len(lines) != rules.players:
        raise ValueError(f"{table.where}: {len(lines)} lines for a table of {rules.players}")
    if tuple([line.wind for line in lines]) == WINDS[: rules.players]:
        return _score_seated(lines, rules, table.deposits)
    rows = _score_seated(sorted(lines, key=_seat), rules, table.deposits)
    return tuple(rows[_seat(line)] for line in lines)


def _score_seated(lines: Sequence[ScoreLine], rules: Ruleset, deposits: int) -> tuple[RowScore, ...]:
    """Score rows that are in seat order."""
    marks, takers = [line.yakitori for line in lines], [line.busted_by for line in lines]
    points = [line.points for line in lines]
    return score_points(points, rules, deposits, marks if any(marks) else (), takers if any(takers) else ())


def _seat(line: ScoreLine) -> int:
    return line.wind.index
