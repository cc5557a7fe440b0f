"""Recount the seating of every size: `python -m bench.sweep` writes docs/seating-table.md, in some minutes.

Each plan is made once, by `layout`, and counted from its rows. `--sample 60` recounts so many sizes of the best public
collection (AIM), always the same and spread over all, writes nothing and fails when one is behind.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.anchor import anchors
from bench.counts import REPEATS, TO_THE_MAXIMUM, Counted, behind, counted
from bench.sweep_page import page
from seating.bounds import most_hanchan_without_repeat

PAGE = Path(__file__).resolve().parent.parent / "docs" / "seating-table.md"
MOST_HANCHAN = 15
SPREAD = [(players, hanchan) for players in range(404, 1000, 28) for hanchan in (3, 8, 15)] + [(1000, 8), (1000, 15)]
"""Of the sizes above 400 players."""


def every_count(sizes: Iterable[tuple[int, int]]) -> Iterator[Counted]:
    """Of all the sizes, with a line on the way for each hundred."""
    for number, (players, hanchan) in enumerate(sizes, start=1):
        if number % 100 == 0:
            print(f"{number} sizes counted, at {players} players", file=sys.stderr, flush=True)
        yield counted(players, hanchan)


def sample(size: int) -> list[tuple[int, int]]:
    """So many of the anchor's sizes: every so many-th, from few players to many."""
    sizes = sorted(anchors())
    return [sizes[which * len(sizes) // size] for which in range(size)]


def sizes_without_repeats() -> list[tuple[int, int]]:
    """16 to 400 players and up to 15 hanchan, then the greatest numbers of hanchan, then the spread."""
    usual = {
        (players, hanchan)
        for players in range(16, 401, 4)
        for hanchan in range(1, min(MOST_HANCHAN, most_hanchan_without_repeat(players)) + 1)
    }
    most = {
        (players, hanchan)
        for players in TO_THE_MAXIMUM
        for hanchan in range(MOST_HANCHAN, most_hanchan_without_repeat(players) + 1)
    }
    return [*sorted(usual | most), *SPREAD]


def check(size: int) -> int:
    """Count a sample and tell what is behind; 1 when something is."""
    worse = [(count, behind(count, anchors()[count.players, count.hanchan])) for count in map(_count, sample(size))]
    for count, found in worse:
        if found:
            print(f"{count.players} players, {count.hanchan} hanchan: behind in {', '.join(found)}")
    print(f"{sum(not found for _, found in worse)} of {size} sizes stand")
    return int(any(found for _, found in worse))


def _count(size: tuple[int, int]) -> Counted:
    return counted(*size)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.sweep", description=__doc__)
    parser.add_argument("--sample", type=int, metavar="COUNT", help="recount so many sizes only, and write nothing")
    size = parser.parse_args().sample
    if size:
        return check(size)
    counts = {(count.players, count.hanchan): count for count in every_count(sizes_without_repeats())}
    crowded = [(players, hanchan) for players, row in REPEATS.items() for hanchan in row]
    more = set(anchors()) | set(crowded)
    counts |= {(count.players, count.hanchan): count for count in every_count(sorted(more - set(counts)))}
    PAGE.write_text(page(counts), encoding="utf-8")
    print(f"written: {PAGE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
