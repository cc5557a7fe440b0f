"""Totals and places.

The tournament score is the sum of the hanchan scores minus point penalties (WRC 2025 §12.2). Penalties change
neither a table score nor a place at the table. Equal totals share a place (1, 2, 2, 4). Substitutes are scored
and not ranked; withdrawn and disqualified players come last, without a place (WRC 2025 §12.2, §12.3.9).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.game import Table, score_table
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.winds import Wind


class Status(StrEnum):
    """How a player takes part."""

    PLAYING = "playing"
    SUBSTITUTE = "substitute"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


_GROUPS = {status: group for group, status in enumerate(Status)}
_RANKED = _GROUPS[Status.PLAYING]


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who may appear in the standings."""

    player: int
    status: Status = Status.PLAYING


@dataclass(frozen=True, slots=True)
class Deduction:
    """A point penalty: `amount` points taken off. Without a hanchan it counts in every standing."""

    player: int
    amount: Points
    hanchan: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """One hanchan of one player, scored; amounts are points."""

    hanchan: int
    table: int
    wind: Wind
    points: Points
    place: int
    shared: bool
    uma: Points
    score: Points


@dataclass(frozen=True, slots=True)
class Standing:
    """One row. `total` = `table_total` - `penalties`, in points; `place` is None for who is not ranked.

    `hanchan[n]` is hanchan n+1, None where the player has not played; `places[n]` counts the hanchan that
    ended in place n+1, a shared place counting for all who share it.
    """

    player: int
    place: int | None
    shared: bool
    ranked: bool
    status: Status
    total: Points
    table_total: Points
    penalties: Points
    hanchan: tuple[Played | None, ...]
    places: tuple[int, int, int, int]
    tier: int = 0

    @property
    def firsts(self) -> int:
        """Hanchan won, shared wins counting."""
        return self.places[0]


def standings(
    tables: Iterable[Table],
    deductions: Iterable[Deduction],
    entrants: Iterable[Entrant],
    rules: Ruleset,
    after: int | None = None,
    tiers: Mapping[int, int] | None = None,
) -> tuple[Standing, ...]:
    """The standings after hanchan `after`, or after everything played.

    Ranked players by total; then substitutes by total, withdrawn and disqualified players, without a place.
    Within equal totals rows keep the order of `entrants`, which claims no rank. With `tiers` (player to tier,
    0 is the best and what a player not named has) a better tier always stands above a worse one.
    Raises ValueError when somebody sits twice in a hanchan or is not among the entrants.
    """
    statuses = _statuses(entrants)
    counted = [table for table in tables if after is None or table.hanchan <= after]
    columns = max((table.hanchan for table in counted), default=0) if after is None else after
    cards = _cards(counted, statuses, columns, rules)
    penalties = _penalties(deductions, statuses, after)
    levels = tiers or {}
    sums = [
        _Sum(status, levels.get(player, 0), _table_total(cards[player]), penalties.get(player, 0), player)
        for player, status in statuses.items()
    ]
    sums.sort(key=_Sum.order)
    return tuple(
        _standing(row, place, shared, tuple(cards[row.player]))
        for row, (place, shared) in zip(sums, _places(sums), strict=True)
    )


Card = list[Played | None]


class _Sum(NamedTuple):
    """A player's totals before places are known."""

    status: Status
    tier: int
    table_total: Points
    penalties: Points
    player: int

    def order(self) -> tuple[int, int, Points]:
        """What makes two players equal: kind of row, tier and total."""
        return _GROUPS[self.status], self.tier, self.penalties - self.table_total


def _statuses(entrants: Iterable[Entrant]) -> dict[int, Status]:
    statuses: dict[int, Status] = {}
    for entrant in entrants:
        if entrant.player in statuses:
            raise ValueError(f"player {entrant.player} is entered twice")
        statuses[entrant.player] = entrant.status
    return statuses


def _cards(tables: Iterable[Table], statuses: Mapping[int, Status], columns: int, rules: Ruleset) -> dict[int, Card]:
    """For each player the hanchan played, by number."""
    cards: dict[int, Card] = {player: [None] * columns for player in statuses}
    for table in tables:
        at = table.hanchan - 1
        for line, row in zip(table.lines, score_table(table, rules), strict=True):
            card = cards.get(line.player)
            if card is None:
                raise ValueError(f"player {line.player} of hanchan {table.hanchan} table {table.table} is not entered")
            if card[at] is not None:
                raise ValueError(f"player {line.player} sits twice in hanchan {table.hanchan}")
            card[at] = Played(
                table.hanchan, table.table, line.wind, row.points, row.place, row.shared, row.uma, row.score
            )
    return cards


def _penalties(deductions: Iterable[Deduction], statuses: Mapping[int, Status], after: int | None) -> dict[int, Points]:
    """The points taken off each player by the penalties that count after hanchan `after`."""
    sums: dict[int, Points] = {}
    for deduction in deductions:
        if deduction.player not in statuses:
            raise ValueError(f"player {deduction.player} has a penalty and is not entered")
        if after is None or deduction.hanchan is None or deduction.hanchan <= after:
            sums[deduction.player] = sums.get(deduction.player, 0) + deduction.amount
    return sums


def _table_total(card: Card) -> Points:
    return sum(played.score for played in card if played is not None)


def _places(rows: Sequence[_Sum]) -> list[tuple[int | None, bool]]:
    """Place and whether it is shared for rows in order; who is not ranked has neither."""
    orders = [row.order() for row in rows]
    seen = Counter(orders)
    first: dict[tuple[int, int, Points], int] = {}
    for number, order in enumerate(orders, start=1):
        first.setdefault(order, number)
    return [(first[order], seen[order] > 1) if order[0] == _RANKED else (None, False) for order in orders]


def _standing(row: _Sum, place: int | None, shared: bool, hanchan: tuple[Played | None, ...]) -> Standing:
    counts = Counter(played.place for played in hanchan if played is not None)
    return Standing(
        player=row.player,
        place=place,
        shared=shared,
        ranked=place is not None,
        status=row.status,
        total=row.table_total - row.penalties,
        table_total=row.table_total,
        penalties=row.penalties,
        hanchan=hanchan,
        places=(counts[1], counts[2], counts[3], counts[4]),
        tier=row.tier,
    )
