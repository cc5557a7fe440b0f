"""More hanchan than are kept: double meetings are the sum over pairs of m(m-1)/2 for m meetings."""

import pytest

from seating import measure
from seating.bounds import stays_bound
from seating.faults import problems
from seating.layouts.layout import layout
from seating.layouts.over_full import number_next, order_apart, pairs_of, repeat_hanchan

ONE = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
ACROSS = ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16))
ASLANT = ((1, 6, 11, 16), (2, 5, 12, 15), (3, 8, 9, 14), (4, 7, 10, 13))


def test_one_table_plays_with_winds_changing():
    quality = measure(layout(4, 8), 4)
    assert (quality.repeats, quality.repeats_bound, quality.wind_gap, quality.wind_gap_any) == (42, 42, 0, 1)


def test_hanchan_are_added_whose_pairs_have_met_least_and_not_just_now():
    assert repeat_hanchan([ONE, ACROSS, ASLANT, ASLANT], 6)[4:] == [ONE, ACROSS]
    assert repeat_hanchan([ONE, ACROSS], 4) == [ONE, ACROSS, ONE, ACROSS]


def test_added_hanchan_are_kept_apart_from_the_one_before():
    assert order_apart([ASLANT, ONE], [ONE, ACROSS]) == [ACROSS, ONE]


def test_added_hanchan_are_numbered_so_that_as_few_as_can_be_stay():
    tables = number_next([ONE], ACROSS)
    assert sorted(tables) == sorted(ACROSS)
    assert sum(set(one) & set(other) != set() for one, other in zip(ONE, tables, strict=True)) == 4
    assert not any(set(one) & set(other) for one, other in zip(ONE, number_next([ONE], ONE), strict=True))


@pytest.mark.parametrize(
    ("players", "hanchan"), [(8, 17), (12, 21), (16, 16), (20, 25), (24, 40), (28, 16), (52, 30), (60, 21), (64, 23)]
)
def test_up_to_forty_hanchan_are_sound_and_near_the_bound(players, hanchan):
    rounds = layout(players, hanchan)
    quality = measure(rounds, players)
    assert not problems(rounds, players)
    assert quality.wind_gap_any <= 1
    assert quality.double_meetings <= 1.1 * quality.double_meetings_bound + players / 2
    if players >= 28:
        assert quality.consecutive_table == stays_bound(players, hanchan) == 0
        assert quality.first_repeat > 9


def test_pairs_are_named_lower_number_first():
    assert pairs_of(((2, 1, 4, 3),)) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]


def test_chance_is_the_same_again():
    assert layout.__wrapped__(20, 22) == layout.__wrapped__(20, 22)
