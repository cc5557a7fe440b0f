"""Kirkman triple systems: every two of N players meet once in (N-1)/2 hanchan, rounded down, at tables of three.

With N odd these are Kirkman triple systems (Kirkman's fifteen schoolgirls, 1850), with N even nearly Kirkman ones, in
which everybody misses one other. A *starter* stands for all: the tables of a hanchan, turned by every element of the
integers mod n, give n hanchan, and tables whose turns meet no player twice give one hanchan more each. Point
x of column i is i*n + x; what is above the columns stands still.
"""

from collections.abc import Iterator
from typing import NamedTuple

from seating.rounds import Round, Table, table_of
from seating.stored import read_entries


class Starter(NamedTuple):
    """Tables of points from 0: each hanchan of `first` (divided by /) is turned into `order` hanchan, each table of
    `alone` into one."""

    order: int
    first: str
    alone: str = ""


STARTERS = {players: Starter(int(order), *tables) for players, (order, *tables) in read_entries("kirkman").items()}
"""Found by search; a test counts them."""


def kirkman(players: int) -> list[Round]:
    """Return the most hanchan of places from 0 in which nobody meets twice; none without a stored starter."""
    starter = STARTERS.get(players)
    if starter is None:
        return []
    order, still = starter.order, players // starter.order * starter.order

    def moved(point: int, by: int) -> int:
        """Shift a point within its column; points above the columns are fixed."""
        return point if point >= still else point - point % order + (point + by) % order

    def turned(table: Table, by: int) -> Table:
        return table_of([moved(point, by) for point in table])

    first = [tuple(_tables(hanchan)) for hanchan in starter.first.split("/")]
    rounds = [tuple(turned(table, by) for table in tables) for tables in first for by in range(order)]
    return rounds + [tuple(turned(table, by) for by in range(order)) for table in _tables(starter.alone)]


def _tables(text: str) -> Iterator[Table]:
    return (table_of([int(point) for point in table.split()]) for table in text.split(",") if table)
