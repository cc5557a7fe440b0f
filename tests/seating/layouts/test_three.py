"""Tables of three: who meets, who sits where, and that each wind comes once in three hanchan."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import measure
from seating.bounds import most_hanchan_without_repeat
from seating.designs.kirkman import STARTERS, kirkman
from seating.layouts.three import layout_of_three
from seating.search import cost


def meetings(rounds):
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


def visits(rounds):
    return Counter((place, number) for tables in rounds for number, table in enumerate(tables) for place in table)


@settings(max_examples=25, deadline=None)
@given(st.integers(5, 60), st.integers(1, 4))
def test_nobody_meets_twice_and_nobody_comes_back_to_a_table(tables, hanchan):
    rounds = layout_of_three(3 * tables, hanchan)
    assert set(meetings(rounds).values()) == {1}
    assert set(visits(rounds).values()) == {1}


@settings(max_examples=25, deadline=None)
@given(st.integers(5, 40), st.integers(1, 8))
def test_everybody_sits_once_in_each_hanchan_and_has_each_wind_once_in_three(tables, hanchan):
    played = min(hanchan, 4 * tables // 5)  # so many hanchan are designed, none is searched for
    had = {place: Counter() for place in range(1, 3 * tables + 1)}
    for number, seated in enumerate(layout_of_three(3 * tables, played), start=1):
        assert sorted(place for table in seated for place in table) == sorted(had)
        for table in seated:
            for wind, place in enumerate(table):
                had[place][wind] += 1
        gaps = {max(one[wind] for wind in range(3)) - min(one[wind] for wind in range(3)) for one in had.values()}
        assert gaps == ({1} if number % 3 else {0})


@pytest.mark.parametrize(("players", "hanchan"), [(27, 9), (30, 9), (36, 12), (60, 15), (300, 15), (999, 15)])
def test_many_hanchan_need_no_repeat(players, hanchan):
    assert set(meetings(layout_of_three(players, hanchan)).values()) == {1}


@pytest.mark.parametrize(("players", "hanchan", "repeats"), [(9, 4, 0), (12, 4, 0), (15, 5, 0), (9, 6, 18)])
def test_in_small_fields_repeats_come_as_late_as_they_can(players, hanchan, repeats):
    rounds = layout_of_three(players, hanchan)
    assert sum(count - 1 for count in meetings(rounds).values()) == repeats
    assert set(meetings(rounds[:3]).values()) == {1}


@pytest.mark.parametrize("players", STARTERS)
def test_a_starter_gives_every_hanchan_there_can_be_without_a_repeat(players):
    rounds = kirkman(players)
    assert len(rounds) == most_hanchan_without_repeat(players, 3)
    assert set(meetings(rounds).values()) == {1}
    assert all(sorted(place for table in tables for place in table) == list(range(players)) for tables in rounds)


@pytest.mark.parametrize(("players", "hanchan"), [(15, 6), (15, 7), (21, 8), (21, 10), (24, 11), (27, 13), (30, 14)])
def test_some_small_fields_need_no_repeat_to_the_last_hanchan_there_can_be(players, hanchan):
    assert set(meetings(layout_of_three(players, hanchan)).values()) == {1}


@pytest.mark.parametrize(("players", "hanchan"), [(9, 6), (12, 7), (15, 9), (21, 12)])
def test_winds_stay_even_where_hanchan_are_searched_for(players, hanchan):
    had = {place: Counter() for place in range(1, players + 1)}
    for seated in layout_of_three(players, hanchan):
        for table in seated:
            for wind, place in enumerate(table):
                had[place][wind] += 1
        assert (
            max(max(one[wind] for wind in range(3)) - min(one[wind] for wind in range(3)) for one in had.values()) < 2
        )


@pytest.mark.parametrize("hanchan", [14, 18, 24])
def test_six_people_are_seated_in_many_hanchan_with_few_prices(monkeypatch, hanchan):
    priced, priced_before = [], cost.meetings_cost

    def counted(met, last):
        priced.append(met)
        return priced_before(met, last)

    monkeypatch.setattr(cost, "meetings_cost", counted)
    quality = measure(layout_of_three(6, hanchan), 6)
    assert quality.repeats == quality.repeats_bound
    assert quality.running_repeats == quality.running_repeats_bound
    assert 0 < len(priced) < 40_000
