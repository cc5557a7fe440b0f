"""Tables per minute of the rule book, against a bare loop that sorts and adds and knows no ties; the slowest preset."""

import random

from bench import sized
from bench.clock import in_turn
from bench.event import random_points
from scoring.game import score_points
from scoring.rules import Ruleset, preset
from scoring.rules.files import PRESETS

TABLES = sized(20_000, 20)
FEWER = sized(4_000, 4)


def bare(points: tuple[int, ...]) -> list[int]:
    """Uma by order, no ties, no deposits, no checks."""
    uma = (15_000, 5_000, -5_000, -15_000)
    order = sorted(range(4), key=lambda i: -points[i])
    scores = [0, 0, 0, 0]
    for place, i in enumerate(order):
        scores[i] = points[i] - 30_000 + uma[place]
    return scores


def tell(what: str, tables: int, measured: tuple[float, float, float]) -> None:
    ours, theirs, ratio = measured
    print(
        f"{what}: {tables / ours * 60:,.0f} tables a minute; bare loop {tables / theirs * 60:,.0f}; ratio {ratio:.2f}"
    )


def measured(rules: Ruleset, tables: int, deposits: int = 0) -> tuple[float, float, float]:
    """Seconds for so many random tables of these rules and for the bare loop, and their ratio."""
    chance = random.Random(1)
    points = [random_points(chance) for _ in range(tables)]
    seated = [own[: rules.players] for own in points]
    return in_turn(
        lambda: [score_points(own, rules, deposits) for own in seated], lambda: [bare(own) for own in points], runs=9
    )


def main() -> None:
    tell("WRC 2022", TABLES, measured(preset("wrc-2022"), TABLES))
    for deposits, left in ((0, "nothing left on the table"), (1, "a deposit left on the table")):
        found = {key: measured(preset(key), FEWER, deposits) for key in PRESETS}
        slowest = max(found, key=lambda key: found[key][2])
        tell(f"slowest preset, {left}: {slowest}", FEWER, found[slowest])


if __name__ == "__main__":
    main()
