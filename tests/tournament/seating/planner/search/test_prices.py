"""What meetings cost, by the hanchan in which two people meet: hanchan k is bit k-1."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.seating.planner.search.prices import (
    REPEAT,
    WEIGHTS,
    Prices,
    Terms,
    apart_cost,
    bits,
    meetings_cost,
)
from tournament.seating.planner.task import Task
from tournament.seating.planner.wishes import Apart, Together, Weight

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


def test_what_the_past_cost_is_not_counted_again():
    past = (((1, 2, 3, 4), (5, 6, 7, 8)),) * 2
    prices = Prices(Task((frozenset(range(1, 9)),), past, (Apart((frozenset({1, 2}),)),)), range(1, 9))
    assert prices.pair[0][1][0b011] == 0
    assert prices.pair[0][1][0b111] > prices.pair[0][2][0b111] > REPEAT
    assert prices.pair[0][4][0b100] == 0


def test_changes_say_what_one_more_or_one_less_meeting_costs():
    terms = Terms(together=((Weight.MUST, 0b10),))
    task = Task((frozenset(range(1, 9)),) * 2, wishes=(Together(1, 2, 2, Weight.MUST),))
    prices = Prices(task, range(1, 9)).pair[0][1]
    assert prices.terms == terms
    assert prices.changes(0b00) == [0, -WEIGHTS[Weight.MUST]]
    assert prices.changes(0b10)[1] == WEIGHTS[Weight.MUST]
