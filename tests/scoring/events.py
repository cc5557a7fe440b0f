"""The real events in `golden/`, read as scoring values."""

import csv
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from scoring.game import ScoreLine, Table
from scoring.standings.values import Deduction
from scoring.winds import WINDS, Wind

GOLDEN = Path(__file__).parent / "golden"

Row = dict[str, str]


def points_of(typed_p: str) -> int:
    """Points of a value in P with one decimal."""
    whole, _, tenth = typed_p.partition(".")
    size = abs(int(whole)) * 1_000 + int(tenth or 0) * 100
    return -size if typed_p.startswith("-") else size


def rows(name: str) -> list[Row]:
    with (GOLDEN / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def sheets(name: str) -> Iterator[tuple[Table, list[Row]]]:
    """Each table with the rows it was read from."""
    for (hanchan, table), group in groupby(rows(name), key=lambda row: (int(row["round"]), int(row["table"]))):
        lines = list(group)
        deposits = int(lines[0].get("deposits_left_on_table", "0"))
        yield Table(hanchan, table, tuple(_line(row) for row in lines), deposits), lines


def _line(row: Row) -> ScoreLine:
    wind = Wind(row["wind"]) if "wind" in row else WINDS[int(row["seat"]) - 1]
    return ScoreLine(wind, int(row["player"]), int(row["points"]))


def deductions(name: str) -> list[Deduction]:
    """The penalties of an event; `penalty_p` is a positive amount in P."""
    return [
        Deduction(int(row["player"]), points_of(row["penalty_p"]), int(row["round"]))
        for row in rows(name)
        if points_of(row["penalty_p"])
    ]


def vectors() -> list[dict[str, object]]:
    loaded: list[dict[str, object]] = json.loads((GOLDEN / "uma-vectors.json").read_text(encoding="utf-8"))
    return loaded
