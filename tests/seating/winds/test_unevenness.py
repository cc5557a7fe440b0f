"""What uneven winds cost: nothing where whoever had a wind least gets it next."""

from hypothesis import given
from hypothesis import strategies as st

from seating.winds.unevenness import ON_THE_WAY, UNEVEN, WindCost, level_up, levels

counts = st.lists(st.integers(0, 5), min_size=4, max_size=4)


@given(counts, st.integers(0, 12))
def test_water_fills_the_lowest_first(had, more):
    level = level_up(had, more)
    assert sum(level) == sum(had) + more
    assert all(now >= before for before, now in zip(had, level, strict=True))
    raised = [now for before, now in zip(had, level, strict=True) if now > before]
    assert not raised or max(raised) <= min(level) + 1


def test_the_winds_had_least_come_next():
    assert levels((2, 1, 2, 1)) == (1, 3)
    assert levels((0, 0, 0)) == (0, 1, 2)


def test_even_winds_cost_nothing_and_each_count_that_should_be_another_its_price():
    prices = WindCost((1, 1, 0, 1), 2)
    first_west, first_east = 2 + 4 * 0, 0 + 4 * 2
    assert prices[first_west] == 0
    assert prices[first_east] == ON_THE_WAY, "even in the end, but not on the way"
    assert prices[0 + 4 * 0] > UNEVEN
