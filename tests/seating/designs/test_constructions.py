"""Each construction recounted on its own."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.bounds import most_hanchan_without_repeat
from seating.designs import constructions
from seating.designs.difference_family import STARTERS
from seating.designs.fields import GaloisField, Ring, prime_powers
from seating.designs.transversal import difference_rows


def most_meetings(rounds):
    return max(meetings(rounds).values())


def meetings(rounds):
    met = {}
    for table in (table for tables in rounds for table in tables):
        for pair in combinations(sorted(table), 2):
            met[pair] = met.get(pair, 0) + 1
    return met


def is_partition(tables, players):
    return sorted(point for table in tables for point in table) == list(range(players))


@pytest.mark.parametrize("players", STARTERS)
def test_stored_base_rounds_give_the_greatest_number_of_hanchan_without_a_repeat(players, a_random):
    rounds = constructions.starter(players, most_hanchan_without_repeat(players), a_random)
    assert len(rounds) == most_hanchan_without_repeat(players)
    assert all(is_partition(tables, players) for tables in rounds)
    assert most_meetings(rounds) == 1


def test_thirty_two_players_play_ten_hanchan_in_closed_form(a_random):
    rounds = constructions.golfers_32(32, 10, a_random)
    assert all(is_partition(tables, 32) for tables in rounds)
    assert most_meetings(rounds) == 1
    assert len(meetings(rounds)) == 32 * 30 // 2


def test_sixteen_players_meet_each_other_exactly_once_in_five_hanchan(a_random):
    rounds = constructions.recursion(16, 5, a_random)
    assert set(meetings(rounds).values()) == {1}
    assert len(meetings(rounds)) == 120


def test_sixty_four_players_meet_each_other_exactly_once_in_twenty_one_hanchan(a_random):
    rounds = constructions.recursion(64, 21, a_random)
    assert set(meetings(rounds).values()) == {1}
    assert len(meetings(rounds)) == 64 * 63 // 2


@pytest.mark.parametrize("order", [5, 7, 8, 9, 11, 16, 25, 27, 35, 40, 45])
def test_products_of_fields_number_the_tables_so_that_nobody_comes_back(order, a_random):
    rounds = constructions.placed_linear(4 * order, order, a_random)
    assert len(rounds) == order
    assert most_meetings(rounds) == 1
    visits = [(point, number) for tables in rounds for number, table in enumerate(tables) for point in table]
    assert len(set(visits)) == len(visits)


@pytest.mark.parametrize(("order", "hanchan"), [(10, 8), (14, 10), (18, 12), (22, 12), (30, 20)])
def test_difference_matrices_are_found_by_search_where_fields_do_not_help(order, hanchan, a_random):
    tries = (difference_rows(order, hanchan, 5, a_random) for _ in range(8))
    rows = next(rows for rows in tries if rows)
    for one, other in combinations(rows, 2):
        assert len({(a - b) % order for a, b in zip(one, other, strict=True)}) == hanchan


def test_the_search_for_a_difference_matrix_gives_up(a_random):
    assert difference_rows(6, 6, 4, a_random) is None


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 60), st.integers(1, 20), st.integers())
def test_whatever_a_design_gives_has_no_repeat(order, hanchan, seed):
    rounds = constructions.design(4 * order, hanchan, Random(seed))
    assert 1 <= len(rounds) <= hanchan
    assert all(is_partition(tables, 4 * order) for tables in rounds)
    assert most_meetings(rounds) == 1


@pytest.mark.parametrize(("p", "k"), [(2, 2), (2, 3), (3, 2), (2, 4), (5, 2), (3, 3), (2, 5), (7, 2)])
def test_fields_are_fields(p, k):
    field = GaloisField(p, k)
    elements = range(field.order)
    for one in range(1, field.order):
        assert {field.times(one, other) for other in elements} == set(elements)
        assert {field.add(one, other) for other in elements} == set(elements)
    for one, other, third in [(1, 2, 3), (field.order - 1, 2, field.order // 2)]:
        assert field.times(one, field.add(other, third)) == field.add(field.times(one, other), field.times(one, third))


def test_differences_of_spread_elements_are_invertible_in_a_ring():
    ring = Ring(40)
    assert (ring.spread, prime_powers(40)) == (5, ((2, 3), (5, 1)))
    spread = [ring.spread_element(which) for which in range(5)]
    for one, other in combinations(spread, 2):
        products = {(ring.times(one, x), ring.times(other, x)) for x in range(40)}
        assert len(products) == 40
