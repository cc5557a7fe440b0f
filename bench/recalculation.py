"""Random events over all presets, whose workbooks LibreOffice computes again: no formula may differ.

`python -m bench recalculation --events 200 --from 0`
"""

import argparse
import sys
import tempfile
from pathlib import Path

from bench import sized
from bench.event import START, set_up

set_up()

from tests.calculator import SOFFICE, differences, formulas_of, recalculate  # noqa: E402
from tests.tournament.exports.live.random_events import random_event  # noqa: E402
from tournament.exports.workbook import write_workbook  # noqa: E402

AT_ONCE = 20  # files per start of LibreOffice


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench recalculation", description=__doc__)
    parser.add_argument("--events", type=int, default=sized(200, 1), help="how many events")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    if SOFFICE is None:
        print("NOT RUN: there is no LibreOffice Calc. On Debian, Ubuntu: apt install libreoffice-calc")
        return 1
    formulas = wrong = 0
    for first in range(options.first, options.first + options.events, AT_ONCE):
        seeds = range(first, min(first + AT_ONCE, options.first + options.events))
        found = compared(seeds)
        formulas, wrong = formulas + found[0], wrong + found[1]
    print(f"{options.events} events, {formulas:,} formulas, {wrong} differences")
    return 1 if wrong else 0


def compared(seeds: range) -> tuple[int, int]:
    """Return how many formulas these events have, and how many give another value; each difference is printed."""
    formulas = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / f"{seed}.xlsx" for seed in seeds]
        for seed, file in zip(seeds, files, strict=True):
            with file.open("wb") as stream:
                write_workbook([], stream, title="Bench", at=START, live=random_event(seed))
        for file, computed in zip(files, recalculate(files, folder / "computed"), strict=True):
            formulas += len(list(formulas_of(file)))
            for cell, values in differences(file, computed).items():
                wrong += 1
                print(f"seed {file.stem}: {cell[0]} {cell[1]} is {values[0]!r} in the file, {values[1]!r} computed")
    return formulas, wrong


if __name__ == "__main__":
    sys.exit(main())
