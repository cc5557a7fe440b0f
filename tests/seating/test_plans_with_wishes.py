"""Plans with wishes: the layout is kept, people take places that meet them, lots decide between those alike."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seating import CannotPlan, plan
from seating.bounds import club_bound
from seating.layouts.layout import layout
from seating.lots import draw_places, interchangeable_players, lots
from seating.unmet import group_meetings
from seating.wishes import Apart, AtTables, Together, Weight


def clubs(*sizes):
    """Groups of consecutive numbers."""
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    return tuple(frozenset(range(end - size + 1, end + 1)) for size, end in zip(sizes, ends, strict=True))


def recomputed(made):
    """The seating as the page says that anybody can make it."""
    person = {}
    for kind in made.interchangeable:
        drawn = sorted(kind, key=lambda number: sha256(f"{made.seed}:{number}".encode()).hexdigest())
        person |= dict(zip(sorted(kind), drawn, strict=True))
    return tuple(tuple(tuple(person[place] for place in table) for table in tables) for tables in made.layout)


@pytest.mark.parametrize(("players", "hanchan"), [(16, 3), (32, 7), (32, 8), (64, 8), (64, 12), (100, 10)])
def test_teams_of_four_never_meet(players, hanchan):
    teams = clubs(*[4] * (players // 4))
    made = plan(players, hanchan, "x", wishes=(Apart(teams),))
    assert group_meetings(teams, made.rounds) == []
    assert (made.quality.repeats, made.unmet) == (0, ())


@pytest.mark.parametrize(
    ("players", "hanchan", "sizes", "forced"),
    [
        (100, 10, (30, 20, 15, 10, 8, 6, 4, 3, 2, 2), 50),
        (128, 10, (40, 30, 20, 10, 10, 10, 8), 80),
        (64, 8, (20, 6, 5, 4, 3, 2), 32),
    ],
)
def test_countrymen_meet_as_seldom_as_can_be_proved_and_each_pair_once(players, hanchan, sizes, forced):
    countries = clubs(*sizes)
    made = plan(players, hanchan, "x", wishes=(Apart(countries, name="countries"),))
    meetings = Counter((meeting.one, meeting.other) for meeting in group_meetings(countries, made.rounds))
    assert meetings.total() == forced == hanchan * sum(club_bound(size, players // 4) for size in sizes)
    assert made.quality.repeats == 0
    assert max(meetings.values()) == 1
    assert str(made.unmet[0]).endswith("They are unavoidable.")


@pytest.mark.slow("long searches")
def test_a_team_meets_at_most_once_more_than_need_be_where_the_design_is_tight():
    teams = clubs(*[4] * 10)
    made = plan(40, 9, "x", wishes=(Apart(teams),))
    assert len(group_meetings(teams, made.rounds)) <= 4
    assert made.quality.repeats == 0


def test_fixed_places_cost_nobody_a_repeat_nor_a_return_to_a_table():
    places = {5: 3, 9: 1, 40: 16}
    wishes = tuple(AtTables(frozenset({player}), frozenset({table})) for player, table in places.items())
    made = plan(64, 8, "x", wishes=wishes)
    assert all(player in tables[table - 1] for tables in made.rounds for player, table in places.items())
    assert (made.quality.repeats, made.quality.wind_gap_any, made.unmet) == (0, 1, ())
    assert made.quality.table_revisits == 3 * 7


@pytest.mark.parametrize(
    ("players", "hanchan", "tables", "returns"),
    [
        (16, 3, (2,), 9),
        (20, 4, (1,), 8),
        (20, 4, (3, 1), 7),
        (24, 5, (1,), 2),
        (28, 6, (5,), 0),
        (28, 7, (1,), 42),
        (32, 6, (8, 2, 3), 0),
        (36, 8, (9,), 0),
        (40, 9, (10,), 0),
        (40, 8, (10, 4, 6), 0),
        (40, 10, (1,), 71),
        (40, 10, (3, 7), 80),
        (48, 12, (5,), 102),
        (60, 12, (4, 9, 1), 0),
        (80, 15, (20, 7), 0),
    ],
)
def test_fixed_places_cost_no_repeat_and_hardly_ever_a_return(players, hanchan, tables, returns):
    wishes = tuple(AtTables(frozenset({player}), frozenset({table})) for player, table in enumerate(tables, 1))
    made = plan(players, hanchan, "x", wishes=wishes)
    assert all(player in seated[table - 1] for seated in made.rounds for player, table in enumerate(tables, 1))
    assert (made.quality.repeats, made.quality.wind_gap_any, made.unmet) == (0, 1, ())
    assert made.quality.table_revisits - len(tables) * (hanchan - 1) <= returns


@pytest.mark.slow("long searches")
@pytest.mark.parametrize(("players", "hanchan"), [(16, 5), (28, 9), (40, 13)])
def test_of_two_fixed_places_whose_people_must_meet_one_is_left_once_and_nobody_meets_again(players, hanchan):
    wishes = (
        AtTables(frozenset({7}), frozenset({2}), Weight.STRONG),
        AtTables(frozenset({3}), frozenset({3}), Weight.MUST),
    )
    made = plan(players, hanchan, 5, wishes=wishes)
    assert made.quality.repeats == 0
    assert [note.params["player"] for note in made.unmet if note.code == "not_at_tables"] == [7]


def test_a_fixed_place_at_tables_of_three_costs_no_repeat():
    made = plan(30, 9, "x", wishes=(AtTables(frozenset({4}), frozenset({10})),), size=3)
    assert all(4 in tables[9] for tables in made.rounds)
    assert made.quality.repeats == 0


def test_fixed_places_without_such_a_layout_are_searched_for():
    wishes = (AtTables(frozenset({7}), frozenset({2})), AtTables(frozenset({8}), frozenset({2, 3})))
    made = plan(24, 4, "x", wishes=wishes)
    assert all(7 in tables[1] for tables in made.rounds)
    assert (made.quality.repeats, made.quality.wind_gap_any, made.unmet) == (0, 1, ())


def test_seeds_meet_late_and_friends_meet():
    wishes = (Apart((frozenset({1, 2, 3, 4, 5}),), 4, Weight.MUST), Together(10, 20, 3), Together(11, 21))
    made = plan(40, 8, "x", wishes=wishes)
    assert made.unmet == ()
    assert made.quality.repeats == 0


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (AtTables(frozenset({1}), frozenset({0})), "tables are numbered from 1"),
        (AtTables(frozenset({1}), frozenset({-1})), "1: there is no table -1"),
        (AtTables(frozenset({1}), frozenset()), "names no table"),
        (Together(1, 2, 0), "hanchan are numbered from 1"),
        (Together(1, 1), "name two different players"),
        (Together(1, 17), "A wish names player 17 (1, 17); the players are numbered 1 to 16."),
        (Apart((frozenset({0, 1}),), name="Kyoto"), "A wish names player 0 (Kyoto)"),
        (AtTables(frozenset({99}), frozenset({1})), "A wish names player 99"),
    ],
)
@pytest.mark.parametrize("weight", Weight)
def test_a_wish_that_means_nothing_is_refused_in_words(wish, message, weight):
    with pytest.raises(CannotPlan) as refused:
        plan(16, 3, "x", wishes=(replace(wish, weight=weight),))
    assert message in str(refused.value)


def test_contradicting_wishes_are_planned_as_far_as_can_be_and_the_rest_is_said():
    made = plan(16, 3, "x", wishes=(Together(1, 2, 2, Weight.MUST), Apart((frozenset({1, 2}),), None, Weight.MUST)))
    assert len(made.unmet) > 0


def test_people_alike_are_of_one_kind():
    wishes = (Apart((frozenset({2, 4}), frozenset({3}))), Together(6, 7), AtTables(frozenset({4, 8}), frozenset({1})))
    assert interchangeable_players(9, wishes) == ((1, 3, 5, 9), (2,), (4,), (6, 7), (8,))
    assert interchangeable_players(4, ()) == ((1, 2, 3, 4),)


@given(st.integers(1, 30), st.integers())
def test_with_one_kind_lots_are_drawn_as_ever(players, seed):
    assert draw_places(seed, interchangeable_players(players, ())) == lots(seed, players)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(2, 6), min_size=1, max_size=3), st.integers(0, 9))
def test_anybody_can_recompute_the_seating_from_layout_kinds_and_seed(sizes, seed):
    wishes = (Apart(clubs(*sizes)),)
    made = plan(36, 4, seed, wishes=wishes)
    assert recomputed(made) == made.rounds
    assert sorted(number for kind in made.interchangeable for number in kind) == list(range(1, 37))
    assert made.rounds == plan(36, 4, str(seed), wishes=wishes).rounds


@settings(max_examples=10, deadline=None)
@given(
    st.integers(6, 12),
    st.integers(1, 3),
    st.lists(st.integers(2, 6), max_size=3),
    st.sampled_from(Weight),
    st.none() | st.integers(1, 5),
)
def test_whatever_is_wished_the_laws_of_a_plan_hold(tables, hanchan, sizes, weight, before):
    players = 4 * tables
    groups = tuple(group for group in clubs(*sizes) if max(group) <= players)
    made = plan(players, hanchan, 3, wishes=(Apart(groups, before, weight),))
    for seated in made.rounds:
        assert sorted(player for table in seated for player in table) == list(range(1, players + 1))
    assert made.quality.wind_gap_any <= 1
    if weight is not Weight.MUST:
        assert made.quality.repeats == plan(players, hanchan, 3).quality.repeats


def test_only_the_numbers_of_places_change_for_a_wish_that_need_not_hold():
    made = plan(32, 7, "x", wishes=(Apart(clubs(4, 4, 4), None, Weight.SOFT),))
    renumbered = {}
    for before, after in zip(layout(32, 7), made.layout, strict=True):
        for one, other in zip(before, after, strict=True):
            renumbered |= dict(zip(one, other, strict=True))
    assert len(set(renumbered.values())) == 32
    assert made.layout == tuple(
        tuple(tuple(renumbered[place] for place in table) for table in tables) for tables in layout(32, 7)
    )


def test_another_seed_gives_other_places():
    wishes = (Apart(clubs(4, 4, 4)),)
    assert len({plan(32, 7, seed, wishes=wishes).rounds for seed in range(5)}) == 5


def test_planning_with_wishes_can_be_stopped():
    wishes = (Apart(clubs(30, 20)),)
    made = plan(100, 10, "x", wishes=wishes, watch=lambda done, shortfall: False)
    assert made.stopped
    assert made.quality.repeats == 0


@pytest.mark.parametrize("weight", Weight)
def test_half_the_field_of_one_club_meets_as_seldom_as_can_be(weight):
    club = clubs(16)
    made = plan(32, 4, "x", wishes=(Apart(club, None, weight),))
    assert len(group_meetings(club, made.rounds)) == 4 * club_bound(16, 8)
    assert made.quality.repeats == 0


def test_progress_only_grows():
    told = []
    wishes = (Apart(clubs(7), None, Weight.MUST), AtTables(frozenset({1, 2}), frozenset({1, 2})), Together(1, 9, 2))
    plan(24, 5, "x", wishes=wishes, watch=lambda done, shortfall: told.append(done) is None)
    assert told == sorted(told)
    assert 0 < told[0] <= told[-1] <= 1


def meetings_and_repeats(players, hanchan, sizes, weight):
    groups = clubs(*sizes)
    made = plan(players, hanchan, 1, wishes=(Apart(groups, None, weight),))
    return len(group_meetings(groups, made.rounds)), made.quality.repeats


@pytest.mark.parametrize(
    ("players", "hanchan", "sizes"),
    [
        (20, 4, (7, 6)),
        (28, 6, (9, 7, 5, 3, 2)),
        pytest.param(40, 8, (12, 8, 6, 5, 3, 2, 2, 2), marks=pytest.mark.slow("two long searches")),
    ],
)
def test_a_required_wish_that_cannot_hold_comes_out_no_worse_than_a_strong_one(players, hanchan, sizes):
    required = meetings_and_repeats(players, hanchan, sizes, Weight.MUST)
    assert required <= meetings_and_repeats(players, hanchan, sizes, Weight.STRONG)
