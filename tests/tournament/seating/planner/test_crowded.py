"""More hanchan than can be had without a repeat; figures are the sum over pairs of m(m-1)/2 for m meetings."""

import pytest

from tournament.seating.planner import plan
from tournament.seating.planner.crowded import late_repeats
from tournament.seating.planner.designs import design

BEST_KNOWN = {
    8: {2: 4, 3: 12, 4: 24, 7: 84, 8: 120, 9: 160, 14: 420},
    12: {2: 3, 4: 18, 6: 45, 11: 198},
    16: {6: 24, 8: 72, 10: 120, 15: 360},
    20: {6: 6, 8: 50, 10: 110},
    24: {8: 18, 9: 48},
    28: {10: 42, 12: 126},
    32: {11: 32},
    36: {13: 72},
    40: {14: 60},
    44: {15: 44},
}
CASES = [(players, hanchan, best) for players, row in BEST_KNOWN.items() for hanchan, best in row.items()]


@pytest.mark.parametrize(("players", "hanchan", "best"), CASES)
def test_repeats_are_as_few_and_as_even_as_the_best_known(players, hanchan, best):
    assert plan(players, hanchan, seed=7).quality.clashes == best


def test_two_tables_meet_every_pair_about_equally_often():
    assert plan(8, 7, seed=1).quality.most_meetings == 3


def test_one_table_plays_with_winds_changing():
    quality = plan(4, 8, seed=1).quality
    assert (quality.repeats, quality.repeats_bound, quality.wind_gap, quality.wind_gap_any) == (42, 42, 0, 1)


@pytest.mark.parametrize(
    ("players", "hanchan", "free"), [(16, 6, 5), (20, 7, 5), (24, 8, 7), (28, 12, 9), (40, 14, 13)]
)
def test_repeats_come_last(players, hanchan, free):
    assert plan(players, hanchan, seed=4).quality.first_repeat == free + 1


def test_the_order_of_hanchan_keeps_repeats_apart(a_random):
    one, other, third = design(16, 3, a_random)
    assert late_repeats([one, one, other, third]) in ([one, other, third, one], [one, third, other, one])


def test_forty_hanchan_are_no_trouble():
    assert len(plan(28, 40, seed=1).rounds) == 40
