"""Triple systems in hanchan: every two of N players meet once in (N-1)/2 hanchan, rounded down, at tables of three.

With N odd these are Kirkman triple systems (Kirkman's fifteen schoolgirls, 1850), with N even nearly Kirkman ones, in
which everybody misses one other. A *starter* stands for all: the tables of a hanchan, turned by every element of the
integers mod n, give n hanchan, and tables whose turns meet no player twice give one hanchan more each. Point
x of column i is i*n + x; what is above the columns stands still.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ..words import Round, Table, table_of


class Starter(NamedTuple):
    """Tables of points from 0: each hanchan of ``first`` (parted by ;) is turned into ``order`` hanchan, each table of
    ``alone`` into one."""

    order: int
    first: str
    alone: str = ""


STARTERS = {
    15: Starter(
        7,
        "0 3 11, 1 6 13, 2 8 14, 4 5 7, 9 10 12",
    ),
    18: Starter(
        4,
        "0 4 8, 1 11 13, 2 9 12, 3 14 17, 5 10 16, 6 7 15; 0 3 5, 1 4 10, 2 15 16, 6 9 17, 7 13 14, 8 11 12",
    ),
    21: Starter(
        7,
        "0 1 3, 2 14 17, 4 7 10, 5 12 13, 6 15 20, 8 18 19, 9 11 16",
        "0 9 17, 0 11 20, 0 12 18",
    ),
    24: Starter(
        8,
        "0 2 19, 1 4 15, 3 11 16, 5 6 21, 7 8 9, 10 13 20, 12 14 18, 17 22 23",
        "0 12 20, 0 13 22, 0 15 18",
    ),
    27: Starter(
        9,
        "0 11 26, 1 17 20, 2 7 8, 3 13 18, 4 6 22, 5 10 14, 9 15 16, 12 21 23, 19 24 25",
        "0 12 20, 0 13 23, 0 15 22, 0 17 21",
    ),
    30: Starter(
        14,
        "0 13 14, 1 19 28, 2 18 23, 3 8 25, 4 7 17, 5 24 29, 6 10 12, 9 15 21, 11 20 22, 16 26 27",
    ),
    33: Starter(
        11,
        "0 6 26, 1 8 9, 2 29 30, 3 5 17, 4 12 23, 7 11 20, 10 21 24, 13 16 32, 14 18 19, 15 25 28, 22 27 31",
        "0 16 23, 0 17 32, 0 18 24, 0 20 29, 0 21 22",
    ),
    36: Starter(
        17,
        "0 13 21, 1 11 24, 2 20 33, 3 31 34, 4 9 28, 5 25 27, 6 12 14, 7 10 22, 8 17 35, 15 16 32, 18 23 26, 19 29 30",
    ),
    39: Starter(
        19,
        "0 9 12, 1 28 34, 2 7 32, 3 18 37, 4 10 36, 5 22 38, 6 14 30, 8 20 29, 11 13 33, 15 16 25, 17 21 35, "
        "19 23 31, 24 26 27",
    ),
    42: Starter(
        20,
        "0 8 33, 1 37 40, 2 16 24, 3 5 12, 4 27 34, 6 11 35, 7 25 28, 9 23 29, 10 21 22, 13 39 41, 14 17 18, "
        "15 30 32, 19 26 38, 20 31 36",
    ),
    45: Starter(
        15,
        "0 4 44, 1 11 33, 2 8 22, 3 5 6, 7 14 38, 9 26 35, 10 20 28, 12 16 42, 13 21 24, 15 19 25, 17 18 39, "
        "23 37 40, 27 29 32, 30 31 41, 34 36 43",
        "0 15 43, 0 16 35, 0 21 33, 0 22 38, 0 24 34, 0 27 42, 0 28 36",
    ),
    48: Starter(
        23,
        "0 15 45, 1 26 34, 2 23 46, 3 16 29, 4 9 43, 5 24 47, 6 12 44, 7 25 36, 8 28 35, 10 38 41, 11 13 22, "
        "14 17 21, 18 19 42, 20 32 37, 27 31 33, 30 39 40",
    ),
    51: Starter(
        25,
        "0 8 10, 1 19 42, 2 15 18, 3 22 40, 4 32 34, 5 25 44, 6 7 33, 9 14 43, 11 46 50, 12 16 29, 13 24 49, "
        "17 36 39, 20 28 41, 21 27 45, 23 30 38, 26 31 35, 37 47 48",
    ),
}
"""Found by search; a test counts them."""


def kirkman(players: int) -> list[Round]:
    """Hanchan of places from 0 in which nobody meets twice, the most there are; none when no starter is kept."""
    starter = STARTERS.get(players)
    if starter is None:
        return []
    order, still = starter.order, players // starter.order * starter.order

    def moved(point: int, by: int) -> int:
        """Within its column; what is above the columns stands still."""
        return point if point >= still else point - point % order + (point + by) % order

    def turned(table: Table, by: int) -> Table:
        return table_of([moved(point, by) for point in table])

    first = [tuple(_tables(hanchan)) for hanchan in starter.first.split(";")]
    rounds = [tuple(turned(table, by) for table in tables) for tables in first for by in range(order)]
    return rounds + [tuple(turned(table, by) for by in range(order)) for table in _tables(starter.alone)]


def _tables(text: str) -> Iterator[Table]:
    return (table_of([int(point) for point in table.split()]) for table in text.split(",") if table)
