"""Measurements: ratios of two things timed in the same run. `make bench` runs all, `python -m bench NAME` one.

`--small` makes one short step of each: it shows that a measurement still runs, and its figures say nothing.
"""

import os
from typing import TypeVar

Size = TypeVar("Size")
SMALL = "BENCH_SMALL" in os.environ


def sized(usual: Size, small: Size) -> Size:
    """Return the usual size of a measurement, or that of its short step."""
    return small if SMALL else usual
