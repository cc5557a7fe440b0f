"""Layouts that were found once, by long search, and are kept as text: ``NNN.txt`` for N places.

For each number of hanchan a line ``hanchan R`` and R lines of tables ``1 2 3 4 | 5 6 7 8 | ...``: tables in order,
their places East, South, West, North. A file is read when its size is asked for.
"""

from pathlib import Path

from ...words import Rounds

FOLDER = Path(__file__).parent


def stored(players: int, hanchan: int, size: int = 4) -> Rounds | None:
    """The kept layout of these numbers, or None."""
    file = FOLDER / f"{players:03}.txt"
    if size != 4 or not file.exists():
        return None
    lines = file.read_text(encoding="utf-8").splitlines()
    heading = f"hanchan {hanchan}"
    if heading not in lines:
        return None
    start = lines.index(heading) + 1
    return tuple(
        tuple(tuple(map(int, table.split())) for table in line.split("|")) for line in lines[start : start + hanchan]
    )
