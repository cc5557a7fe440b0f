"""What several rooms count of a seating: how many sit at a table, who has had which winds, who has been where when."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from .words import Seating

MOST_SEATS = 4


class Stay(NamedTuple):
    """A player who has the same table (from 1) in the hanchan ``hanchan`` (from 1) and in the next."""

    hanchan: int
    table: int
    player: int


def size_of(rounds: Seating) -> int:
    """How many sit at a table: three where nowhere four do."""
    return min(MOST_SEATS, max((len(table) for tables in rounds for table in tables), default=MOST_SEATS))


def winds_as_sat(rounds: Seating, size: int = 4) -> Iterator[tuple[int, list[int]]]:
    """Seat by seat in the order of the hanchan, who sits there and how often he or she has now had each wind."""
    had: dict[int, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table[:size]):
                counts = had.setdefault(player, [0] * size)
                counts[wind] += 1
                yield player, counts


def winds_had(rounds: Seating, size: int = 4) -> dict[int, list[int]]:
    """How often everybody has had each wind."""
    return dict(winds_as_sat(rounds, size))


def table_visits(rounds: Seating) -> dict[tuple[int, int], list[int]]:
    """The hanchan (from 1) in which a player sits at a table, by (player, table)."""
    visits: dict[tuple[int, int], list[int]] = {}
    for hanchan, tables in enumerate(rounds, start=1):
        for visit in _where(tables):
            visits.setdefault(visit, []).append(hanchan)
    return visits


def stays(rounds: Seating) -> set[Stay]:
    """Everybody who stays at a table for the next hanchan."""
    return {
        Stay(hanchan, table, player)
        for hanchan, (before, after) in enumerate(pairwise(rounds), start=1)
        for player, table in set(_where(before)) & set(_where(after))
    }


def _where(tables: Iterable[Iterable[int]]) -> list[tuple[int, int]]:
    return [(player, number) for number, table in enumerate(tables, start=1) for player in table]
