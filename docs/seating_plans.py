"""`python -m docs.seating_plans`: writes docs/seating-plans.md, plans by one base round or by their rows."""

from pathlib import Path

from seating import measure
from seating.bounds import most_hanchan_without_repeat
from seating.designs.difference_family import BASES, STARTERS
from seating.layouts.layout import layout
from seating.rounds import Round, Rounds, table_of

PAGE = Path(__file__).resolve().parent / "seating-plans.md"

NEW = (76, 84, 88, 96, 100, 108, 112, 116, 120)
"""Numbers of players for which we found the base round ourselves."""

CROWDED = ((12, 15), (24, 15))
"""Sizes with unavoidable repeats, with fewer double meetings than in any other plan we know of."""

TWENTY_BY_TWELVE = """
2 18 7 13 | 11 15 10 3 | 19 8 4 17 | 6 9 12 20 | 1 5 16 14
4 12 3 1 | 9 16 8 2 | 15 13 20 5 | 17 14 11 7 | 18 19 6 10
5 17 9 19 | 14 20 18 4 | 3 6 2 11 | 16 10 13 12 | 8 7 1 15
13 4 15 6 | 7 3 19 16 | 12 1 17 18 | 20 11 5 8 | 10 2 14 9
14 3 18 5 | 9 13 1 8 | 10 4 20 7 | 12 19 15 2 | 16 17 11 6
4 2 17 13 | 5 10 16 15 | 19 1 14 11 | 6 7 8 18 | 20 12 9 3
1 18 3 16 | 8 11 2 20 | 17 5 7 12 | 15 14 4 9 | 13 6 19 10
2 15 6 17 | 18 9 5 19 | 3 8 13 14 | 7 20 10 1 | 11 16 12 4
11 1 13 19 | 6 14 20 16 | 5 4 7 2 | 12 18 8 15 | 3 9 10 17
8 3 5 6 | 18 10 11 4 | 1 17 15 20 | 16 13 9 7 | 2 19 14 12
20 2 16 18 | 15 7 19 3 | 13 11 12 5 | 14 8 17 10 | 4 6 1 9
7 12 6 14 | 10 5 2 1 | 19 16 4 8 | 9 15 18 11 | 17 20 3 13
"""
"""Fewer double meetings than the stored layout, which has no repeat in the first five hanchan."""

INTRODUCTION = """# Plans worth passing on

Seatings that we found. For 84, 96, 108, 116 and 120 players, for the three with unavoidable repeats and for the one
without repeated tables, we know of no published seating, at most of a theorem that one exists. For 76, 88, 100 and 112
players complete seatings from another construction were published (tomii9273/souatari). Anybody may use these. This
page is written by `python -m docs.seating_plans`.

## The greatest possible number of hanchan

In one hanchan a player meets three others, so nobody can play more than (N − 1) / 3 without a repeated pairing. These
plans reach that number. Each is one hanchan of N = 3r + f places, r hanchan long: place p below 3r stands for
the pair (p div r, p mod r); the f last places never change. Adding s to the second number of every pair, mod r, for
s = 0 … r − 1, gives the r hanchan: all differences within and between the three orbits are distinct, so no two meet
twice. Places count from 0; tables are divided by bars. They were found by exact cover over the tables, in orbits of the
map (i, x) → (i + 1, m·x) with m³ = 1 mod r.
"""

NEVER_BACK = """## No repeated tables

A seating without repeated pairings and repeated tables can have N / 4 − 1 hanchan or more where four orthogonal Latin
squares of order N / 4 are known. For order 22 they are not, yet 88 players can play 21 such hanchan at 22 tables.
Place p is the pair (p div 22, p mod 22); the places with second number 21 never change, nor does the last table.
Adding s to all other second numbers and to the numbers of the tables, mod 21, gives the hanchan s = 0 … 20. The
tables stand in order, 0 … 21, and places count from 0.

### 88 players, 21 hanchan
"""

AGAIN = """## Few double meetings where repeats are unavoidable

A double meeting is a meeting counted once for every earlier meeting of the same two. Table by table, East, South, West,
North; places count from 1.
"""


def page() -> str:
    """The whole page."""
    bases = [_base(players) for players in NEW]
    plans = [layout(*size) for size in CROWDED]
    plans.insert(1, _read(TWENTY_BY_TWELVE))
    crowded = list(map(_crowded, plans))
    _, never_back, _ = BASES[88 // 4]
    return "\n".join([INTRODUCTION, *bases, NEVER_BACK, f"```\n{_wrapped(never_back)}\n```\n", AGAIN, *crowded])


def _base(players: int) -> str:
    heading = f"### {players} players, {most_hanchan_without_repeat(players)} hanchan"
    return f"{heading}\n\n```\n{_wrapped(STARTERS[players])}\n```\n"


def _wrapped(text: str) -> str:
    tables = text.split(" | ")
    return "\n".join(" | ".join(tables[start : start + 7]) for start in range(0, len(tables), 7))


def _read(text: str) -> Rounds:
    rows = text.strip().splitlines()
    return tuple(tuple(table_of(list(map(int, table.split()))) for table in row.split("|")) for row in rows)


def _crowded(rounds: Rounds) -> str:
    hanchan, players = len(rounds), 4 * len(rounds[0])
    quality = measure(rounds, players)
    figures = f"{quality.double_meetings} double meetings; no seating has fewer than {quality.double_meetings_bound}."
    rows = "\n".join(map(_row, rounds))
    return f"### {players} players, {hanchan} hanchan\n\n{figures}\n\n```\n{rows}\n```\n"


def _row(tables: Round) -> str:
    return " | ".join(" ".join(map(str, table)) for table in tables)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
