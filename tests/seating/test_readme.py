"""The README of the library: its example runs, its table of sizes is counted again."""

import re
from pathlib import Path

import seating
from seating.bounds import most_hanchan_without_repeat
from seating.layouts.layout import layout

README = (Path(seating.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_example_runs():
    names: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", README, re.DOTALL)[1], names)  # noqa: S102
    assert names["made"].quality.repeats == 0


def test_the_table_of_sizes_is_right():
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in README.splitlines() if line[:3] == "| p"]
    hanchan = [int(cell.split()[0]) for cell in lines[0][2:]]
    rows = [line for line in README.splitlines() if re.match(r"\| \d+ \|", line)]
    for row in rows:
        players, most, *cells = (cell.strip() for cell in row.strip("| ").split("|"))
        assert int(most) == most_hanchan_without_repeat(int(players))
        for count, cell in zip(hanchan, cells, strict=True):
            quality = seating.measure(layout(int(players), count), int(players))
            bound = "" if quality.repeats == quality.repeats_bound else f" (bound {quality.repeats_bound})"
            assert cell == f"{quality.repeats}{bound}", (players, count)
