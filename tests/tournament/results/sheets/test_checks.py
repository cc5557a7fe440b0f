"""What must hold before a sheet counts, and when two entries of it say the same."""

import pytest

from tournament.results.sheets.checks import AllLastEntry, TypedSheet

LINES = (("E", 1, 41_200), ("S", 2, 33_100), ("W", 3, 25_700), ("N", 4, 20_000))


def test_the_same_lines_and_deposits_are_the_same_figures_whatever_the_order_and_the_all_last_sheet():
    extra = [AllLastEntry(4, (0, 0, 0, 0))]
    assert TypedSheet.of(LINES, 1).has_figures_of(TypedSheet.of(reversed(LINES), 1, extra))


@pytest.mark.parametrize(
    "other",
    [
        TypedSheet.of(LINES, 2),
        TypedSheet.of([("E", 1, 41_100), ("S", 2, 33_200), *LINES[2:]], 1),
        TypedSheet.of([("E", 1, 41_200, True, ""), *LINES[1:]], 1),
    ],
    ids=["deposits", "points", "marks"],
)
def test_other_deposits_points_or_marks_are_other_figures(other):
    assert not TypedSheet.of(LINES, 1).has_figures_of(other)
