"""What meetings cost, by the hanchan in which two people meet: hanchan k is bit k-1."""

from hypothesis import given
from hypothesis import strategies as st

from seating.search.cost import REPEAT, apart_cost, bits, meetings_cost
from seating.wishes import Weight

TEN = 10


def test_meeting_once_costs_nothing_and_each_further_time_more():
    assert meetings_cost(0, TEN) == meetings_cost(0b100, TEN) == 0
    twice, thrice = meetings_cost(0b1000000001, TEN), meetings_cost(0b1000010001, TEN)
    assert twice == REPEAT
    assert thrice > 3 * REPEAT


def test_repeats_cost_least_when_late_and_most_at_once():
    late, early, at_once = (meetings_cost(met, TEN) for met in (0b1000000001, 0b101, 0b1100000000))
    assert late < early < at_once < 2 * REPEAT


def test_two_repeats_of_different_pairs_cost_less_than_a_third_meeting_of_one():
    assert 2 * meetings_cost(0b101, TEN) < meetings_cost(0b10101, TEN)


def test_strong_wishes_rank_below_a_repeat_and_above_soft_ones():
    assert apart_cost(1, Weight.MUST, TEN) > REPEAT > apart_cost(1, Weight.STRONG, TEN)
    assert apart_cost(1, Weight.STRONG, TEN) > 10 * apart_cost(1, Weight.SOFT, TEN)


def test_those_who_must_meet_though_wished_apart_share_the_burden_and_meet_late():
    once, twice = (apart_cost(met, Weight.STRONG, TEN) for met in (0b1, 0b11))
    assert twice > 2 * once
    assert apart_cost(1 << 9, Weight.STRONG, TEN) < apart_cost(1, Weight.STRONG, TEN)


@given(st.integers(0, 2**20))
def test_a_number_is_the_sum_of_its_bits(number):
    assert sum(1 << place for place in bits(number)) == number
