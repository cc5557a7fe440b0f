"""From wishes as they were typed to the planner's values, and back from plain values."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from seating.wishes import Apart, AtTables, Together, Weight
from tests.events.rows import kept
from tests.factories import make_players, make_tournament
from tournament.core.audit import Act
from tournament.players.queries import field_of
from tournament.wishes import actions
from tournament.wishes.queries import from_json, groups, planner_wishes, to_json, wishes_of, withdrawn_of

NUMBERS = st.integers(1, 40)
WEIGHTS = st.sampled_from(Weight)
HANCHAN = st.none() | st.integers(1, 12)
PEOPLE = st.frozensets(NUMBERS, min_size=1, max_size=6)
WISHES = (
    st.builds(Apart, st.lists(PEOPLE, max_size=3).map(tuple), HANCHAN, WEIGHTS, st.text(max_size=5))
    | st.builds(Together, NUMBERS, NUMBERS, HANCHAN, WEIGHTS)
    | st.builds(AtTables, PEOPLE, PEOPLE, WEIGHTS, st.text(max_size=5))
)


@given(WISHES)
def test_a_wish_comes_back_from_json_as_it_was(wish):
    assert from_json(json.loads(json.dumps(to_json(wish)))) == wish


@pytest.fixture
@kept
def event(db):
    tournament = make_tournament(hanchan_count=4)
    make_players(tournament, 16)
    return tournament


def seated(event):
    return field_of(event).seated


def test_the_planner_is_told_its_own_numbers_and_nothing_of_who_does_not_play(event, now):
    def wish(**wished):
        actions.add_wish(tournament=event, act=Act(by=None, at=now), **wished)

    players = list(event.players.order_by("number"))
    wish(kind="apart", players=players[:3], hanchan=3, weight="must")
    wish(kind="together", players=players[4:6], hanchan=2)
    wish(kind="together", players=[players[0], players[7]])
    wish(kind="tables", players=players[6:8], tables=[2, 1], label="French", weight="must")
    event.players.filter(number=1).update(status="withdrawn")
    assert planner_wishes(wishes_of(event), seated(event)) == (
        Apart((frozenset({1, 2}),), 3, Weight.MUST),
        Together(4, 5, 2),
        AtTables(frozenset({6, 7}), frozenset({1, 2}), Weight.MUST, "French"),
    )


def test_a_wish_about_clubs_is_one_for_each_club_however_it_is_spelt(event, now):
    for number, club in ((2, "Édouard"), (5, "edouard "), (9, "Édouard"), (3, "Kan"), (4, "KAN"), (7, "alone")):
        event.players.filter(number=number).update(club=club)
    actions.add_wish(tournament=event, kind="same", shared="club", weight="soft", act=Act(by=None, at=now))
    assert planner_wishes(wishes_of(event), seated(event)) == (
        Apart((frozenset({2, 5, 9}),), None, Weight.SOFT, "Édouard"),
        Apart((frozenset({3, 4}),), None, Weight.SOFT, "KAN"),
    )


def test_countries_are_called_by_their_names(event):
    assert [name for name, _ in groups(seated(event), "country")] == ["France", "Germany", "Poland", "United Kingdom"]


def test_thirty_wishes_cost_as_many_queries_as_one(event, now):
    players = list(event.players.order_by("number"))

    def count():
        with CaptureQueriesContext(connection) as caught:
            planner_wishes(wishes_of(event), players)
        return len(caught)

    for other in players[1:]:
        actions.add_wish(tournament=event, kind="apart", players=[players[0], other], act=Act(by=None, at=now))
    assert count() == 2


def test_only_withdrawn_wishes_are_listed_as_withdrawn(event, now):
    act = Act(by=None, at=now)
    people = list(event.players.all())
    kept = actions.add_wish(tournament=event, kind="apart", players=people[:2], act=act)
    gone = actions.add_wish(tournament=event, kind="apart", players=people[2:4], act=act)
    actions.withdraw(wish=gone, act=act)
    assert (wishes_of(event), withdrawn_of(event)) == ([kept], [gone])
