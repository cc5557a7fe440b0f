"""More hanchan than can be had without a repeat: figures of SEATING's kind, sum over pairs of m(m-1)/2."""

import pytest

from tournament.seating.planner import plan
from tournament.seating.planner.crowded import late_repeats
from tournament.seating.planner.designs import design

BEST_KNOWN = {
    **{(8, hanchan): best for hanchan, best in {2: 4, 3: 12, 4: 24, 5: 40, 6: 60, 7: 84, 8: 120, 9: 160, 14: 420}.items()},
    **{(12, hanchan): best for hanchan, best in {2: 3, 3: 9, 4: 18, 5: 30, 6: 45, 7: 63, 11: 198, 12: 252}.items()},
    **{(16, hanchan): best for hanchan, best in {6: 24, 7: 48, 8: 72, 10: 120, 15: 360}.items()},
    (20, 8): 50,
    (20, 10): 110,
    (24, 9): 48,
    (24, 10): 84,
    (28, 10): 42,
    (28, 12): 126,
    (32, 11): 32,
    (36, 13): 72,
    (40, 14): 60,
    (44, 15): 44,
}


@pytest.mark.parametrize(("players", "hanchan"), BEST_KNOWN)
def test_repeats_are_as_few_and_as_even_as_the_best_known(players, hanchan):
    assert plan(players, hanchan, seed=7).quality.clashes == BEST_KNOWN[players, hanchan]


@pytest.mark.parametrize(("players", "hanchan", "best"), [(20, 6, 6), (24, 8, 18)])
def test_where_the_bound_cannot_be_reached_the_best_known_is(players, hanchan, best):
    assert plan(players, hanchan, seed=7).quality.clashes == best


def test_two_tables_meet_every_pair_about_equally_often():
    assert plan(8, 7, seed=1).quality.most_meetings == 3


def test_one_table_plays_with_winds_changing():
    quality = plan(4, 8, seed=1).quality
    assert (quality.repeats, quality.repeats_bound, quality.wind_gap, quality.wind_gap_any) == (42, 42, 0, 1)


@pytest.mark.parametrize(("players", "hanchan", "free"), [(16, 6, 5), (24, 8, 7), (28, 12, 9), (40, 14, 13)])
def test_repeats_come_last(players, hanchan, free):
    assert plan(players, hanchan, seed=4).quality.first_repeat == free + 1


def test_the_order_of_hanchan_keeps_repeats_apart(a_random):
    one, other, third = design(16, 3, a_random)
    assert late_repeats([one, one, other, third]) in ([one, other, third, one], [one, third, other, one])


def test_twenty_hanchan_are_no_trouble():
    for players in (12, 68):
        assert len(plan(players, 20, seed=1).rounds) == 20
