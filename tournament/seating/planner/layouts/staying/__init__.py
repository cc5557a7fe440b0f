"""Layouts in which somebody keeps a table, found by search and kept as text: ``NNN.txt`` for N places.

Under ``count K mod M``, where places 1..K stay at tables 1..K, stand lines of tables ``1 2 3 4 | 5 6 7 8 | ..``, tables
in order. The last M tables, and the last 4M places in four rows of M, are numbered 0..M-1 and turn mod M; all before
them stay. A line stands for all that it turns into: M hanchan, or one if it turns into itself.

Turned so, a pair meets once if no two pairs at the tables of a line have the same difference, and somebody is at a
table once if no two people of a row sit equally far from theirs: starters with an adder, as Room squares are made.
With M = 1 the hanchan are written out. Under ``nearly K hanchan R mod 1`` others come back to a table, few of them and
nobody twice to the same.
"""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from ...words import Round

FOLDER = Path(__file__).parent

ROWS = 4


def staying(players: int, hanchan: int, count: int) -> list[Round] | None:
    """So many hanchan of the kept layout with so many at their tables; None where there are none, or fewer."""
    rounds = _hanchan(players, f"count {count} mod ")
    return rounds[:hanchan] if hanchan <= len(rounds) else None


def nearly(players: int, hanchan: int, count: int) -> list[Round] | None:
    """The kept layout in which few others come back to a table; None where there is no such."""
    return _hanchan(players, f"nearly {count} hanchan {hanchan} mod ") or None


def _hanchan(players: int, heading: str) -> list[Round]:
    """All that stands under a heading, which ends in the modulus."""
    file = FOLDER / f"{players:03}.txt"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    _, found, rest = text.partition(heading)
    modulus, *lines = rest.splitlines() if found else ["0"]
    own = takewhile(lambda line: line[0].isdigit(), lines)
    return [hanchan for line in own for hanchan in turned(_tables(line), int(modulus))]


def _tables(line: str) -> list[list[int]]:
    return [list(map(int, table.split())) for table in line.split("|")]


def turned(tables: list[list[int]], modulus: int) -> Iterator[Round]:
    """A hanchan and all that it turns into; the people of a table in rising order."""
    rows = len(tables) - modulus
    first = None
    for by in range(modulus):
        moved = [tuple(sorted(_turned(place, ROWS * rows, by, modulus) for place in table)) for table in tables]
        turning = moved[rows:]
        now = (*moved[:rows], *turning[modulus - by :], *turning[: modulus - by])
        if now == first:
            return
        first = first or now
        yield now


def _turned(place: int, still: int, by: int, modulus: int) -> int:
    if place <= still:
        return place
    row, at = divmod(place - still - 1, modulus)
    return still + 1 + row * modulus + (at + by) % modulus
