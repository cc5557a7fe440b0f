"""What no seating of tables of three can do better than."""

from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating.bounds import (
    SHARED_BY_TWO_HANCHAN_OF_THREE,
    common_opponents_bound,
    late_from,
    most_hanchan_without_repeat,
    most_meetings_bound,
    most_visits_bound,
    repeats_bound,
    stays_bound,
)
from seating.layouts.layout import layout
from seating.quality import measure


def test_the_greatest_number_of_hanchan_in_which_nobody_meets_twice():
    found = [most_hanchan_without_repeat(players, 3) for players in (3, 6, 9, 12, 15, 18, 21, 300)]
    assert found == [1, 1, 4, 4, 7, 8, 10, 149]


def of_three(rng, players, hanchan):
    """Any seating."""
    people = list(range(1, players + 1))
    rounds = []
    for _ in range(hanchan):
        rng.shuffle(people)
        rounds.append(tuple(tuple(people[at : at + 3]) for at in range(0, players, 3)))
    return tuple(rounds)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 8), st.integers(1, 9), st.integers())
def test_no_seating_is_below_its_bounds(tables, hanchan, seed):
    quality = measure(of_three(Random(seed), 3 * tables, hanchan), 3 * tables)
    assert quality.size == 3
    assert quality.repeats >= quality.repeats_bound and quality.double_meetings >= quality.double_meetings_bound
    assert quality.running_repeats >= quality.running_repeats_bound
    assert quality.table_revisits >= quality.table_revisits_bound
    assert quality.most_table_visits >= most_visits_bound(3 * tables, hanchan, 3)
    assert quality.most_meetings >= most_meetings_bound(3 * tables, hanchan, quality.repeats_bound, 3)
    limit = common_opponents_bound(3 * tables, hanchan, 3)
    if not quality.repeats and quality.common_opponents is not None:
        assert quality.common_opponents <= limit


def test_two_hanchan_of_six_share_two_pairs_and_two_people_stay():
    first = ((1, 2, 3), (4, 5, 6))
    for one in combinations(range(1, 7), 3):
        other = tuple(player for player in range(1, 7) if player not in one)
        quality = measure((first, (one, other)), 6)
        assert quality.running_repeats >= SHARED_BY_TWO_HANCHAN_OF_THREE[6]
        if quality.running_repeats == SHARED_BY_TWO_HANCHAN_OF_THREE[6]:
            assert quality.consecutive_table >= stays_bound(6, 2, 3)


def test_of_nine_three_stay_however_the_tables_are_numbered_and_of_twelve_nobody_has_to():
    first, second = layout(9, 2, 3)
    stays = {measure((first, order), 9).consecutive_table for order in permutations(second)}
    assert stays == {stays_bound(9, 2, 3)}
    assert stays_bound(12, 2, 3) == measure(layout(12, 2, 3), 12).consecutive_table == 0


@pytest.mark.parametrize(
    ("players", "hanchan", "least"), [(9, 4, 0), (9, 5, 9), (15, 7, 0), (15, 8, 15), (12, 5, 1), (6, 2, 2)]
)
def test_repeats_that_cannot_be_avoided(players, hanchan, least):
    assert repeats_bound(players, hanchan, 3) == least
    assert measure(layout(players, hanchan, 3), players).repeats >= least


def test_twelve_people_have_no_fifth_hanchan_after_the_four_that_are_planned():
    """The pairs left after four hanchan without a repeat are three groups of four, which threes do not fill."""
    planned = layout(12, 4, 3)
    met = {frozenset(pair) for tables in planned for table in tables for pair in combinations(table, 2)}
    free = [
        table
        for table in combinations(range(1, 13), 3)
        if not any(frozenset(pair) in met for pair in combinations(table, 2))
    ]
    assert len(free) == 12
    assert not any(len(frozenset().union(*tables)) == 12 for tables in combinations(free, 4))
    assert late_from(12, 8, 3) == 5
