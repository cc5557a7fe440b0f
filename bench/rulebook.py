"""Tables per minute of the rule book, against a bare loop that sorts and adds and knows no ties."""

import random

from bench.clock import in_turn
from bench.event import random_points
from scoring.game import score_points
from scoring.rules import preset

TABLES = 20_000


def bare(points: tuple[int, ...]) -> list[int]:
    """Uma by order, no ties, no deposits, no checks."""
    uma = (15_000, 5_000, -5_000, -15_000)
    order = sorted(range(4), key=lambda i: -points[i])
    scores = [0, 0, 0, 0]
    for place, i in enumerate(order):
        scores[i] = points[i] - 30_000 + uma[place]
    return scores


def main() -> None:
    chance, rules = random.Random(1), preset("wrc-2022")
    tables = [random_points(chance) for _ in range(TABLES)]
    ours, theirs, ratio = in_turn(
        lambda: [score_points(points, rules) for points in tables], lambda: [bare(points) for points in tables], runs=9
    )
    print(f"{TABLES / ours * 60:,.0f} tables a minute; bare loop {TABLES / theirs * 60:,.0f}; ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
