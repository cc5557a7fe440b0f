"""Find the draws of `seating/designs/recipes.py`: `python -m bench.recipes [MOST_DRAWS [MOST_PLAYERS]]`.

For every size from 64 to 1,000 players and fewer hanchan than tables the first draw that gives a design, and in which
two who never meet have as many opponents in common as in the best public collection (AIM) at least. Prints the sizes
where that is not the first, ready to be put there, and the sizes for which no draw was enough.
"""

import sys
from collections import defaultdict

from bench.anchor import anchors
from seating.designs.recipes import LEAST, numbered_design, transversal_of_draw
from seating.rounds import MOST_HANCHAN, MOST_PLAYERS
from seating.stored import stored_layout

HANCHAN = range(1, MOST_HANCHAN + 1)
MOST_DRAWS = 10


def enough(players: int, hanchan: int, draw: int, wanted: int) -> bool:
    """Return whether the draw gives a design with so many common opponents; nothing wanted spares counting them."""
    made = transversal_of_draw(players // 4, hanchan, draw)
    if not (made and wanted):
        return made is not None
    common = made.common_opponents()
    return common is None or common >= wanted


def main() -> None:
    given = [int(text) for text in sys.argv[1:]]
    most, largest = [*given, *[MOST_DRAWS, MOST_PLAYERS][len(given) :]]
    draws: dict[int, dict[int, int]] = defaultdict(dict)
    missing = []
    for players in range(LEAST, largest + 1, 4):
        for hanchan in HANCHAN[: players // 4 - 1]:
            anchor = anchors().get((players, hanchan))
            wanted = (anchor and anchor.common) or 0
            draw = next((draw for draw in range(most) if enough(players, hanchan, draw, wanted)), None)
            if draw is None and not stored_layout(players, hanchan) and not numbered_design(players, hanchan):
                missing.append((players, hanchan))
            elif draw:
                draws[players][hanchan] = draw
    for players, chosen in draws.items():
        print(f"    {players}: {chosen},")
    print("without a draw that is enough:", missing or "none")


if __name__ == "__main__":
    main()
