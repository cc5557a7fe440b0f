"""Winds of one hanchan against those had before."""

from collections import Counter
from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from seating.rounds import times_met, winds_had
from seating.swiss import WINDS, WINDS_FIRST, PairingTask, closeness, pair, weight_of
from seating.swiss.rank_cost import OrderPrices, cheapest_order, excess
from seating.swiss.wind_rotation import best_orders
from tests.seating.swiss.events import play

counts = st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=4, max_size=4)


def gap(had):
    return max(had) - min(had)


def after(had, seated):
    return [gap([times + (wind == at) for wind, times in enumerate(had[who])]) for at, who in enumerate(seated)]


@given(counts, st.integers(0, 1000))
def test_nobody_gets_ahead_in_a_wind_when_the_four_can_be_seated_without(had, seed):
    """All 24 orders are tried here by another count: gaps of at most one where there is such an order."""
    even = [[min(times, min(row) + 1) for times in row] for row in had]
    possible = [order for order in permutations(range(4)) if max(after(even, order)) <= 1]
    best = best_orders(range(4), dict(enumerate(even)), Random(seed))
    assert {tuple(sorted(order)) for order in best} == {(0, 1, 2, 3)}
    if possible:
        assert {*best} <= {*possible}


@given(counts)
def test_the_price_of_a_table_does_not_depend_on_who_of_equal_needs_sits_there(had):
    """Kept by a sum of codes: the same as trying all orders."""
    prices = OrderPrices(dict(enumerate(had)), range(4), 4, 7)
    assert prices[prices.key(range(4))] == 7 * cheapest_order([excess(row) for row in had])


def seated_throughout(weight):
    def place(order, past):
        return pair(PairingTask(order, past, seed=2, wind_weight=weight), weight_of(None, 40), moves=12_000)

    return play(40, 4, place)


def gaps(rounds):
    return Counter(gap(row) for row in winds_had(tuple(tables for _, tables in rounds)).values())


def test_winds_come_out_even_after_four_hanchan_when_they_come_first():
    assert {*gaps(seated_throughout(WINDS_FIRST))} == {0}


def test_as_a_rule_nearly_everybody_has_had_each_wind_once_after_four_hanchan():
    rounds = seated_throughout(WINDS)
    found = gaps(rounds)
    assert max(found) <= 2 and found[2] <= 4
    order, tables = rounds[-1]
    assert len(closeness(tables, order, tuple(tables for _, tables in rounds[:-1])).uneven) == found[2]


def test_strangers_who_are_close_in_rank_will_need_different_winds():
    """After three hanchan everybody needs one wind; by lot a quarter of them would need the same."""
    rounds = seated_throughout(WINDS)[:3]
    order, past = rounds[-1][0], tuple(tables for _, tables in rounds)
    needed = {player: row.index(0) for player, row in winds_had(past).items()}
    met = times_met(past)
    near = [pair for at in range(40) for other in order[at + 1 : at + 9] if (pair := (order[at], other))]
    strangers = [pair for pair in near if tuple(sorted(pair)) not in met]
    assert sum(needed[one] == needed[other] for one, other in strangers) < len(strangers) / 5
