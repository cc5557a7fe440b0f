"""Laws of every plan, and the plans without repeats."""

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import CannotPlan, measure, plan, problems
from seating.bounds import most_hanchan_without_repeat
from seating.lots import lots
from seating.wishes import Apart

sizes = st.integers(4, 30).map(lambda tables: 4 * tables)


@settings(max_examples=20, deadline=None)
@given(sizes, st.integers(1, 6), st.integers())
def test_everyone_sits_once_in_every_hanchan_and_winds_stay_even(players, hanchan, seed):
    made = plan(players, hanchan, seed)
    assert len(made.rounds) == hanchan
    for tables in made.rounds:
        assert sorted(player for table in tables for player in table) == list(range(1, players + 1))
        assert all(len(table) == 4 for table in tables)
    assert problems(made.rounds, players) == ()
    assert made.quality == measure(made.rounds, players)
    assert made.quality.wind_gap_any <= 1
    assert made.quality.wind_gap == (1 if hanchan % 4 else 0)
    assert made.quality.repeats >= made.quality.repeats_bound
    assert made.quality.double_meetings >= made.quality.double_meetings_bound


@settings(max_examples=6, deadline=None)
@given(sizes, st.integers(1, 5), st.integers(0, 1000))
def test_the_same_seed_gives_the_same_plan(players, hanchan, seed):
    assert plan(players, hanchan, seed) == plan(players, hanchan, seed)


def test_another_seed_gives_another_draw():
    assert len({plan(40, 10, seed).rounds for seed in range(-4, 5)}) == 9


def test_a_plan_is_the_same_on_every_machine():
    """Pinned: a change here breaks every seating that was announced by its seed."""
    rounds = plan(100, 10, 7).rounds
    assert rounds[0][:2] == ((63, 37, 95, 36), (74, 70, 88, 54))
    assert (
        sha256(repr(rounds).encode()).hexdigest() == "cdd7a59fa4526f8d1ee20c2025897c7b6cf02929ba6d199ab6a5beb9037a1cd2"
    )


@pytest.mark.parametrize("players", [16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64, 72, 80, 100, 104, 128, 152, 200])
def test_nobody_meets_twice_as_long_as_that_is_possible(players):
    most = min(12, most_hanchan_without_repeat(players))
    for hanchan in {most, most - 2}:
        quality = plan(players, hanchan, seed=1).quality
        assert (quality.repeats, quality.most_meetings, quality.repeated_pairs) == (0, 1, ())


@pytest.mark.parametrize(("players", "hanchan"), [(40, 13), (52, 17), (60, 19), (64, 21)])
def test_nobody_meets_twice_up_to_the_greatest_possible_number_of_hanchan(players, hanchan):
    assert hanchan == most_hanchan_without_repeat(players)
    assert plan(players, hanchan, seed=3).quality.repeats == 0


@pytest.mark.parametrize(("players", "hanchan"), [(20, 5), (32, 8), (36, 8), (48, 8), (64, 12), (100, 10), (200, 10)])
def test_nobody_comes_back_to_a_table_in_the_usual_sizes(players, hanchan):
    quality = plan(players, hanchan, seed=2).quality
    assert (quality.table_revisits, quality.consecutive_table) == (0, 0)


@pytest.mark.parametrize(("players", "hanchan"), [(24, 6), (36, 11), (40, 10)])
def test_where_tables_must_be_numbered_by_search_nobody_stays(players, hanchan):
    quality = plan(players, hanchan, seed=2).quality
    assert quality.most_table_visits <= 3
    assert quality.consecutive_table == 0


def test_the_places_are_the_same_for_every_seed_and_so_is_the_quality():
    one, other = plan(40, 10, seed="a"), plan(40, 10, seed="b")
    assert one.layout == other.layout
    assert one.rounds != other.rounds
    assert replace(one.quality, players=0) == replace(other.quality, players=0)


def test_lots_say_who_takes_which_place():
    made = plan(64, 8, seed="in public")
    places = lots("in public", 64)
    for tables, of_places in zip(made.rounds, made.layout, strict=True):
        assert [[places[player - 1] for player in table] for table in tables] == [list(table) for table in of_places]


@pytest.mark.parametrize(
    ("players", "hanchan", "message"),
    [
        (38, 8, "38 players cannot sit four to a table: add 2 substitutes or leave out 2."),
        (39, 8, "39 players cannot sit four to a table: add 1 substitute or leave out 3."),
        (0, 8, "A seating needs at least 4 players; add players first."),
        (2, 8, "A seating needs at least 4 players; add players first."),
        (-4, 8, "A seating needs at least 4 players; add players first."),
        (10_004, 8, "10004 players are too many; at most 10000 can be seated. Split the tournament."),
        (40, 0, "A tournament has at least one hanchan. Enter 1 or more."),
        (40, 41, "41 hanchan are too many; at most 40 can be seated. Plan them in parts."),
    ],
)
def test_numbers_that_cannot_be_seated_are_refused_with_the_remedy(players, hanchan, message):
    with pytest.raises(CannotPlan) as refusal:
        plan(players, hanchan, seed=1)
    assert str(refusal.value) == message == str(refusal.value.note)


def test_with_wishes_fewer_players_can_be_seated_and_without_more_than_a_thousand():
    with pytest.raises(CannotPlan) as refusal:
        plan(1_004, 8, 1, wishes=(Apart((frozenset({1, 2}),)),))
    assert str(refusal.value) == (
        "1004 players are too many for wishes; with wishes at most 1000 can be seated. Plan without wishes, or split "
        "the tournament."
    )
    assert plan(2_000, 4, 1).quality.repeats == 0


@pytest.mark.parametrize("size", [0, 1, 2, 5])
def test_a_table_has_three_or_four(size):
    with pytest.raises(CannotPlan, match="A table has three or four players"):
        plan(20, 2, 1, size=size)


def test_a_seed_may_be_any_text():
    assert plan(16, 2, "\ud800").rounds != plan(16, 2, "\ud801").rounds
