"""`python -m docs.seating_plans`: writes docs/seating-plans.md, plans by one base round or by their rows."""

from pathlib import Path

from tournament.seating.planner import measure
from tournament.seating.planner.algebra.bases import BASES
from tournament.seating.planner.algebra.starters import STARTERS
from tournament.seating.planner.bounds import most_hanchan_without_repeat
from tournament.seating.planner.layouts import layout
from tournament.seating.planner.words import Round

PAGE = Path(__file__).resolve().parent / "seating-plans.md"

NEW = (76, 84, 88, 96, 100, 108, 112, 116, 120)
"""Numbers of players for which we found the base round ourselves."""

CROWDED = ((12, 15), (20, 12))
"""Sizes where people must meet again, with fewer clashes than in any other plan that we know of."""

INTRODUCTION = """# Plans worth passing on

Seatings that we found. For 84, 96, 108, 116 and 120 players, for the two crowded ones and for the one in which nobody
comes back to a table we have seen none printed elsewhere, at most a theorem that one exists; for 76, 88, 100 and 112
complete grids of another make were published (tomii9273/souatari). Anybody may use them. This page is written by
`python -m docs.seating_plans`.

## As many hanchan as there can be

In one hanchan a player meets three others, so nobody can play more than (N − 1) / 3 without meeting somebody again.
The plans below reach that number. Each is one hanchan of N = 3r + f places, r hanchan long: place p below 3r stands for
the pair (p div r, p mod r); the f last places never change. Adding s to the second number of every pair, mod r, for
s = 0 … r − 1, gives the r hanchan: all differences within and between the three orbits are distinct, so no two meet
twice. Places count from 0; tables are divided by bars. They were found by exact cover over the tables, in orbits of the
map (i, x) → (i + 1, m·x) with m³ = 1 mod r.
"""

NEVER_BACK = """## Nobody at a table twice

A seating in which nobody meets or comes to a table twice can have N / 4 − 1 hanchan and more where four orthogonal
Latin squares of order N / 4 are known. For order 22 they are not, and yet 88 players can play 21 hanchan at 22 tables
so. Place p is the pair (p div 22, p mod 22); the places with second number 21 never change, nor does the last table.
Adding s to all other second numbers and to the numbers of the tables, mod 21, gives the hanchan s = 0 … 20. The
tables stand in order, 0 … 21, and places count from 0.

### 88 players, 21 hanchan
"""

AGAIN = """## Few clashes where people must meet again

A clash is a meeting counted once for every earlier meeting of the same two. Table by table, East, South, West, North;
places count from 1.
"""


def page() -> str:
    """The whole page."""
    bases = [_base(players) for players in NEW]
    crowded = [_crowded(players, hanchan) for players, hanchan in CROWDED]
    _, never_back, _ = BASES[88 // 4]
    return "\n".join([INTRODUCTION, *bases, NEVER_BACK, f"```\n{_wrapped(never_back)}\n```\n", AGAIN, *crowded])


def _base(players: int) -> str:
    heading = f"### {players} players, {most_hanchan_without_repeat(players)} hanchan"
    return f"{heading}\n\n```\n{_wrapped(STARTERS[players])}\n```\n"


def _wrapped(text: str) -> str:
    tables = text.split(" | ")
    return "\n".join(" | ".join(tables[start : start + 7]) for start in range(0, len(tables), 7))


def _crowded(players: int, hanchan: int) -> str:
    rounds = layout(players, hanchan)
    quality = measure(rounds, players)
    told = f"{quality.clashes} clashes; no plan has fewer than {quality.clashes_bound}."
    rows = "\n".join(map(_row, rounds))
    return f"### {players} players, {hanchan} hanchan\n\n{told}\n\n```\n{rows}\n```\n"


def _row(tables: Round) -> str:
    return " | ".join(" ".join(map(str, table)) for table in tables)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
