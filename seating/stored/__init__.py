"""Stored layouts, found once by long search and kept as package data.

`NNN.txt` has layouts of N places: for each number of hanchan a line `hanchan R` and R lines of tables
`1 2 3 4 | 5 6 7 8 | ...`, tables in order, their places East, South, West, North.

`fixed_tables/NNN.txt` has layouts in which some keep a table. Under `count K mod M`, where places 1..K stay at tables
1..K, stand lines of tables, tables in order. The last M tables, and the last 4M places in four rows of M, are
numbered 0..M-1 and turn mod M; all before them stay. A line stands for all that it turns into: M hanchan, or one if it
turns into itself. Turned so, a pair meets once if no two pairs at the tables of a line have the same difference, and
somebody is at a table once if no two players of a row sit equally far from theirs: starters with an adder, as Room
squares are made. With M = 1 the hanchan are written out. Under `nearly K hanchan R mod 1` others return to a table, few
of them and nobody twice to the same.

`starters.txt`, `base_tables.txt` and `kirkman.txt` have what designs are developed from, `N: part ; part` in each line.
"""

from collections.abc import Iterator
from importlib.resources import files
from itertools import takewhile

from seating.rounds import Round, Rounds

LAYOUTS = files(__name__)
FIXED_TABLES = LAYOUTS / "fixed_tables"

ROWS = 4


def read_entries(name: str) -> dict[int, list[str]]:
    """Return the parts of each line of a file of designs, by the number at its beginning."""
    lines = (LAYOUTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    entries = (line.split(":", 1) for line in lines)
    return {int(number): [part.strip() for part in parts.split(";")] for number, parts in entries}


def stored_layout(players: int, hanchan: int, size: int = 4) -> Rounds | None:
    """Return the stored layout of these numbers, or None."""
    file = LAYOUTS / f"{players:03}.txt"
    if size != 4 or not file.is_file():
        return None
    lines = file.read_text(encoding="utf-8").splitlines()
    heading = f"hanchan {hanchan}"
    if heading not in lines:
        return None
    start = lines.index(heading) + 1
    return tuple(tuple(map(tuple, _tables(line))) for line in lines[start : start + hanchan])


def stored_fixed_tables(players: int, hanchan: int, count: int) -> list[Round] | None:
    """Return so many hanchan of the stored layout with `count` players at their tables; None where there are fewer."""
    rounds = _fixed(players, f"count {count} mod ")
    return rounds[:hanchan] if hanchan <= len(rounds) else None


def stored_nearly_fixed_tables(players: int, hanchan: int, count: int) -> list[Round] | None:
    """Return the stored layout in which few others return to a table; None where there is none."""
    return _fixed(players, f"nearly {count} hanchan {hanchan} mod ") or None


def _fixed(players: int, heading: str) -> list[Round]:
    """All hanchan under a heading, which ends in the modulus."""
    file = FIXED_TABLES / f"{players:03}.txt"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    _, found, rest = text.partition(heading)
    modulus, *lines = rest.splitlines() if found else ["0"]
    own = takewhile(lambda line: line[0].isdigit(), lines)
    return [hanchan for line in own for hanchan in rotate_tables(_tables(line), int(modulus))]


def _tables(line: str) -> list[list[int]]:
    return [list(map(int, table.split())) for table in line.split("|")]


def rotate_tables(tables: list[list[int]], modulus: int) -> Iterator[Round]:
    """A hanchan and all that it turns into; the players of a table in rising order."""
    rows = len(tables) - modulus
    first = None
    for by in range(modulus):
        moved = [tuple(sorted(_rotate_place(place, ROWS * rows, by, modulus) for place in table)) for table in tables]
        turning = moved[rows:]
        now = (*moved[:rows], *turning[modulus - by :], *turning[: modulus - by])
        if now == first:
            return
        first = first or now
        yield now


def _rotate_place(place: int, still: int, by: int, modulus: int) -> int:
    if place <= still:
        return place
    row, at = divmod(place - still - 1, modulus)
    return still + 1 + row * modulus + (at + by) % modulus
