"""Who keeps a table: no repeat, and nobody else comes to a table twice."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import measure, problems
from seating.layouts import fixed_tables as module
from seating.layouts.fixed_tables import fixed_tables, tabu_exchange
from tests.seating.seatings import shuffled


def holds(rounds, players, count):
    """Places 1..count are at tables 1..count always; of all others nobody comes back."""
    quality = measure(rounds, players)
    assert problems(rounds, players) == ()
    assert all(place in tables[place - 1] for tables in rounds for place in range(1, count + 1))
    assert (quality.repeats, quality.wind_gap_any) == (0, 1)
    assert quality.table_revisits == count * (len(rounds) - 1)


@settings(max_examples=12, deadline=None)
@given(st.integers(16, 60), st.integers(2, 6), st.data())
def test_any_number_of_people_keep_their_tables(tables, hanchan, data):
    count = data.draw(st.integers(0, tables))
    holds(fixed_tables(4 * tables, hanchan, count), 4 * tables, count)


@pytest.mark.parametrize(
    ("players", "hanchan", "count"),
    [(100, 10, 1), (100, 10, 4), (100, 10, 24), (40, 6, 1), (64, 8, 2), (72, 10, 9), (400, 12, 4), (32, 4, 1)],
)
def test_usual_sizes(players, hanchan, count):
    holds(fixed_tables(players, hanchan, count), players, count)


@pytest.mark.parametrize(("players", "hanchan"), [(48, 8), (64, 15), (100, 24), (72, 14), (88, 17), (400, 12)])
def test_somebody_at_every_table_keeps_it_close_to_as_many_hanchan_as_there_are_tables(players, hanchan):
    holds(fixed_tables(players, hanchan, players // 4), players, players // 4)


@pytest.mark.parametrize(("players", "count"), [(28, 1), (28, 2), (28, 3), (32, 3), (40, 2), (40, 3), (56, 1), (60, 2)])
def test_a_few_keep_theirs_for_one_hanchan_less_than_there_are_tables(players, count):
    for hanchan in range(1, players // 4):
        holds(fixed_tables(players, hanchan, count), players, count)


def test_it_is_the_same_each_time():
    assert fixed_tables(100, 10, 3) == fixed_tables(100, 10, 3)


@pytest.mark.parametrize(
    ("players", "hanchan", "count"), [(64, 8, 17), (64, 8, -1), (62, 8, 2), (64, 17, 2), (64, 0, 2)]
)
def test_there_is_none_for_more_people_than_tables_or_more_hanchan_than_tables(players, hanchan, count):
    assert fixed_tables(players, hanchan, count) is None


@pytest.mark.parametrize(("players", "hanchan", "count"), [(28, 7, 1), (64, 16, 15), (64, 15, 5), (100, 25, 2)])
def test_a_table_that_nobody_keeps_must_have_enough_visitors(players, hanchan, count, monkeypatch):
    monkeypatch.setattr(module, "_design_of_draw", lambda *_: pytest.fail("it was tried"))
    assert fixed_tables(players, hanchan, count) is None


def test_exchanges_give_up_where_there_is_no_way(monkeypatch):
    monkeypatch.setattr(module, "MOVES", 30)
    assert tabu_exchange(shuffled(12, 4, 1), 0, Random(1)) is None


def test_exchanges_mend_a_seating_and_leave_the_fixed_where_they_are():
    rounds = [tuple(tuple(table) for table in tables) for tables in shuffled(80, 3, 5)]
    mended = tabu_exchange(rounds, 0, Random(2))
    quality = measure(mended, 80)
    assert (quality.repeats, quality.table_revisits) == (0, 0)
