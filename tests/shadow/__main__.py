"""Hold the two rule books against each other on random tables, random tournaments and every hand there is."""

import argparse
import json
import sys
import time
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from tests.shadow import compare, random_tables

SHOWN = 5


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.shadow", description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    cases = random_tables.tables(compare.presets(), asked.tables, Random(asked.seed))
    return 1 if report("tables", asked.tables, compare.differences(cases)) else 0


def report(what: str, count: int, found: Iterable[compare.Difference]) -> int:
    """Print how many differ, and the first of them in full."""
    began = time.monotonic()
    differing = iter(found)
    first = list(islice(differing, SHOWN))
    total = len(first) + sum(1 for _ in differing)
    print(f"{count} {what}: {total} differences ({time.monotonic() - began:.0f} s)")
    for difference in first:
        print(json.dumps(difference, indent=1, default=plain))
    return total


def plain(value: Any) -> Any:
    return str(float(value)) if isinstance(value, Fraction) else str(value)


if __name__ == "__main__":
    sys.exit(main())
