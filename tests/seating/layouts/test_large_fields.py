"""From 64 players on: no repeats, nobody back at a table, even winds and common opponents, all in one plan."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import measure, problems
from seating.designs import recipes
from seating.designs.difference_family import develop
from seating.layouts.layout import layout
from seating.rounds import MOST_HANCHAN
from seating.stored import stored_layout

sizes = st.integers(16, 250).map(lambda tables: 4 * tables)


def pairs_of(rounds):
    return [pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)]


def visits_of(rounds):
    return [(place, number) for tables in rounds for number, table in enumerate(tables) for place in table]


def winds_stay_even(rounds, players):
    """Nobody has a wind twice in hanchan 1-4, 5-8, and so on."""
    for start in range(0, len(rounds), 4):
        block = rounds[start : start + 4]
        had = [(place, wind) for tables in block for table in tables for wind, place in enumerate(table)]
        if not len(had) == len(set(had)) == players * len(block):
            return False
    return True


@settings(max_examples=25, deadline=None)
@given(sizes, st.integers(1, MOST_HANCHAN))
def test_nobody_meets_or_comes_to_a_table_twice_and_winds_are_even(players, most):
    hanchan = min(most, players // 4 - 1)
    rounds = layout(players, hanchan)
    assert len(rounds) == hanchan
    assert all(sorted(place for table in tables for place in table) == [*range(1, players + 1)] for tables in rounds)
    assert len(set(pairs_of(rounds))) == 6 * (players // 4) * hanchan
    assert len(set(visits_of(rounds))) == players * hanchan
    assert winds_stay_even(rounds, players)


@pytest.mark.parametrize("players", [64, 72, 96, 160, 400, 972, 1000])
def test_fifteen_hanchan_are_as_good(players):
    rounds = layout(players, 15)
    assert len(set(pairs_of(rounds))) == 6 * (players // 4) * 15
    assert len(set(visits_of(rounds))) == players * 15
    assert winds_stay_even(rounds, players)


@pytest.mark.parametrize(
    ("players", "hanchan", "common"),
    [(64, 7, 6), (64, 8, 6), (100, 8, 2), (100, 10, 4), (128, 10, 1), (128, 13, 6), (128, 14, 10), (128, 15, 14)],
)
def test_the_figures_of_usual_sizes(players, hanchan, common):
    """Facts: a layout knows no chance."""
    rounds = layout(players, hanchan)
    quality = measure(rounds, players)
    assert problems(rounds, players) == ()
    assert (quality.repeats, quality.wind_gap, quality.wind_gap_any) == (0, 1 if hanchan % 4 else 0, 1)
    assert (quality.table_revisits, quality.consecutive_table, quality.common_opponents) == (0, 0, common)


@pytest.mark.parametrize(("players", "hanchan"), [(64, 21), (64, 18), (72, 23), (80, 26)])
def test_with_more_hanchan_than_tables_nobody_meets_twice_and_tables_are_shared_out(players, hanchan):
    rounds = layout(players, hanchan)
    assert len(set(pairs_of(rounds))) == 6 * (players // 4) * hanchan
    quality = measure(rounds, players)
    assert quality.most_table_visits <= 3
    assert (quality.consecutive_table, quality.wind_gap_any) == (0, 1)


SEARCHED = {21: 17, 22: 17, 24: 19, 26: 21, 28: 22, 30: 25, 33: 27, 34: 28, 36: 29, 38: 31, 39: 31, 42: 34, 44: 36}
SEARCHED |= {46: 37, 48: 39}
"""By the number of tables: up to so many hanchan there is a design without base tables."""


@pytest.mark.slow("long searches")
def test_as_long_as_there_are_more_tables_than_hanchan_there_is_a_design():
    for order, most in SEARCHED.items():
        for hanchan in range(most + 1, min(order - 1, MOST_HANCHAN) + 1):
            assert recipes.numbered_design(4 * order, hanchan) == develop(order, hanchan) is not None


@pytest.mark.parametrize(("players", "hanchan"), [(84, 20), (88, 18), (88, 21), (104, 25), (152, 37), (192, 40)])
def test_so_long_a_seating_stands_before_the_verifier(players, hanchan):
    rounds = layout(players, hanchan)
    quality = measure(rounds, players)
    assert problems(rounds, players) == ()
    assert (quality.repeats, quality.table_revisits, quality.consecutive_table) == (0, 0, 0)
    assert (quality.wind_gap, quality.wind_gap_any) == (1 if hanchan % 4 else 0, 1)


def test_nobody_stays_at_a_table():
    for tables, following in pairwise(layout(80, 26)):
        assert not set(visits_of([tables])) & set(visits_of([following]))


@pytest.mark.parametrize(("players", "hanchan"), [(64, 6), (64, 7), (72, 15), (88, 8), (100, 10), (128, 13), (84, 14)])
def test_a_few_pairs_tell_the_common_opponents_of_all(players, hanchan):
    """By the symmetry of a transversal design; counted here from all pairs."""
    made = recipes.numbered_transversal(players, hanchan)
    rounds = [[[point + 1 for point in table] for table in tables] for tables in made.rounds()]
    assert made.common_opponents() == measure(rounds, players).common_opponents


def test_stored_layouts_are_read_for_their_own_numbers_only():
    assert len(stored_layout(64, 7)) == 7
    assert stored_layout(64, 8) is None
    assert stored_layout(64, 7, 3) is None
    assert stored_layout(996, 7) is None


def test_each_draw_that_is_written_down_is_needed():
    """Where the first draw would do as well, none is written down."""
    for players, chosen in recipes.DRAWS.items():
        for hanchan, draw in chosen.items():
            first = recipes.transversal_of_draw(players // 4, hanchan, 0)
            best = recipes.transversal_of_draw(players // 4, hanchan, draw)
            assert first is None or first.common_opponents() < best.common_opponents()
