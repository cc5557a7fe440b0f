"""Hold the two rule books against each other: random tables, tournaments, seasons and leagues, and every hand."""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import django

from tests.shadow import (
    compare,
    compare_payments,
    compare_seasons,
    compare_standings,
    every_hand,
    random_events,
    random_seasons,
    random_tables,
)

SHOWN = 3


class Counted:
    """Cases, counted as they pass."""

    def __init__(self, cases: Iterable[Any]) -> None:
        self.cases = cases
        self.count = 0

    def __iter__(self) -> Iterator[Any]:
        for case in self.cases:
            self.count += 1
            yield case


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.shadow", description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000, help="random tables")
    parser.add_argument("--tournaments", type=int, default=5_000, help="random tournaments")
    parser.add_argument("--seasons", type=int, default=5_000, help="random seasons of many events")
    parser.add_argument("--leagues", type=int, default=2_000, help="random leagues")
    parser.add_argument("--hands", type=int, default=1, metavar="N", help="one way to win in N, one hand in N; 0 none")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    from tests.shadow import compare_leagues, random_leagues  # the table of a league is the application's

    presets, chance = compare.presets(), Random(asked.seed)
    tables = Counted(random_tables.tables(presets, asked.tables, chance))
    events = Counted(random_events.events(presets, asked.tournaments, chance))
    seasons = Counted(random_seasons.seasons(compare_seasons.rules(), asked.seasons, chance))
    games = random_leagues.rules_of_games(compare_seasons.rules())
    leagues = Counted(random_leagues.leagues(presets, games, asked.leagues, chance))
    hands = Counted(every_hand.sample(presets[0], asked.hands, chance))
    differing = (
        report("tables", tables, compare.differences(tables))
        + report("tournaments", events, compare_standings.differences(events))
        + report("seasons", seasons, compare_seasons.differences(seasons))
        + report("leagues", leagues, compare_leagues.differences(leagues))
        + report("hands and draws", hands, compare_payments.differences(hands))
    )
    return 1 if differing else 0


def report(what: str, cases: Counted, found: Iterable[compare.Difference]) -> int:
    """Print how many differ, and the first of them in full."""
    began = time.monotonic()
    differing = iter(found)
    first = list(islice(differing, SHOWN))
    total = len(first) + sum(1 for _ in differing)
    print(f"{cases.count} {what}: {total} differences ({time.monotonic() - began:.0f} s)", flush=True)
    for difference in first:
        print(json.dumps(difference, indent=1, default=plain, ensure_ascii=False))
    return total


def plain(value: Any) -> Any:
    return str(float(value)) if isinstance(value, Fraction) else str(value)


if __name__ == "__main__":
    sys.exit(main())
