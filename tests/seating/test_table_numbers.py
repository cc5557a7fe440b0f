"""Table numbers."""

from itertools import permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from seating.matching import assign
from seating.table_numbers import least_cost, number_tables, table_cost
from tests.seating.seatings import shuffled

squares = st.integers(1, 5).flatmap(
    lambda size: st.lists(st.lists(st.integers(-50, 50), min_size=size, max_size=size), min_size=size, max_size=size)
)


@given(squares)
def test_an_assignment_costs_no_more_than_any_other(costs):
    columns = assign(costs)
    assert sorted(columns) == list(range(len(costs)))
    cheapest = min(
        sum(costs[row][column] for row, column in enumerate(order)) for order in permutations(range(len(costs)))
    )
    assert sum(costs[row][column] for row, column in enumerate(columns)) == cheapest


@settings(max_examples=8, deadline=None)
@given(st.integers(3, 8), st.integers(1, 4), st.integers())
def test_numbering_tables_changes_only_their_order_and_never_for_the_worse(tables, hanchan, seed):
    rounds = shuffled(4 * tables, hanchan, seed)
    numbered = number_tables(rounds, 4 * tables, Random(seed))
    assert [set(tables) for tables in numbered] == [set(tables) for tables in rounds]
    assert least_cost(4 * tables, hanchan, tables) <= table_cost(numbered) <= table_cost(rounds)
