"""Tables of people who have not met: found where there are any, and said where there are none."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from seating import plan
from seating.rounds import times_met
from seating.swiss.lookahead import (
    MOST,
    NodeBudget,
    after_meeting,
    hanchan_left,
    hanchan_without_repeat,
    stranger_groups,
)
from tests.seating.swiss.events import drawn


def strangers(past, people):
    met = times_met(past)
    bits = [0] * people
    for one, other in combinations(range(people), 2):
        if (one + 1, other + 1) not in met:
            bits[one] |= 1 << other
            bits[other] |= 1 << one
    return bits


def found(bits, price=lambda groups: 0, nodes=2_000):
    return hanchan_without_repeat(bits, 4, price, NodeBudget(nodes))


def test_the_last_hanchan_of_a_perfect_plan_is_found_again():
    """16 people and five hanchan: after four there is one way left, and no way after five."""
    past = plan(16, 5, 1).rounds
    assert {frozenset(table) for table in found(strangers(past[:4], 16))} == {
        frozenset(player - 1 for player in table) for table in past[4]
    }
    assert found(strangers(past, 16)) is None


def test_twelve_people_have_no_second_hanchan_without_a_repeat():
    """A table of four from three old tables holds an old pair."""
    assert found(strangers(plan(12, 1, 1).rounds, 12)) is None


def test_of_several_ways_the_cheapest_is_taken():
    bits = strangers(plan(16, 5, 1).rounds[:3], 16)
    spread = {at: sum(max(table) - min(table) for table in found(bits, price)) for at, price in PRICES.items()}
    assert spread["close"] < spread["far"]


PRICES = {
    "close": lambda groups: sum(max(table) - min(table) for table in groups),
    "far": lambda groups: -sum(max(table) - min(table) for table in groups),
}


def test_a_search_that_takes_too_long_is_given_up():
    bits = strangers(plan(16, 5, 1).rounds[:4], 16)
    assert found(bits, nodes=3) is None and found(bits, nodes=4) is not None


def test_where_people_have_met_few_others_nobody_looks_for_a_corner():
    bits = strangers(drawn(40, 1), 40)
    assert stranger_groups(bits, 4) is None and MOST < 40**2 * 2
    assert found(bits) is None and hanchan_left(bits, 4, 2, NodeBudget(0)) == 2


def test_a_search_stays_within_its_nodes():
    """Crowded: whether two more hanchan are left could take many times that."""
    budget = NodeBudget(300)
    hanchan_left(strangers(drawn(28, 6), 28), 4, 2, budget)
    assert 0 <= budget.left < 300


@given(st.integers(4, 8), st.integers(2, 5))
def test_what_is_found_is_no_repeat(tables, hanchan):
    bits = strangers(drawn(4 * tables, hanchan), 4 * tables)
    groups = found(bits)
    if groups is not None:
        assert sorted(one for table in groups for one in table) == list(range(4 * tables))
        pairs = [pair for table in groups for pair in combinations(table, 2)]
        assert all(bits[one] >> other & 1 for one, other in pairs)
        assert not any(after_meeting(bits, groups)[one] >> other & 1 for one, other in pairs)


def test_how_many_hanchan_are_left_is_counted_up_to_what_is_wanted():
    past = plan(20, 5, 1).rounds

    def left(played, wanted):
        return hanchan_left(strangers(past[:played], 20), 4, wanted, NodeBudget())

    assert (left(3, 2), left(3, 1), left(4, 1), left(4, 2), left(5, 1), left(5, 0)) == (2, 1, 1, 1, 0, 0)
