"""The effect of a penalty is what the standings would show."""

from uuid import uuid4

import pytest

from scoring.standings.values import Deduction
from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.standings.tables import play, punish, small_event
from tournament.core.audit import Act
from tournament.referee.penalties.effect import effects
from tournament.results.models import PenaltyKind
from tournament.standings.actions import decide_tie
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db
EQUAL = (45_200, 31_100, 25_700, 18_000)


@pytest.fixture
@kept
def event():
    """Two tables with the same points, and the referee's decision that player 5 is ahead of player 1."""
    tournament, people = small_event()
    play(tournament, 1, {1: EQUAL, 2: EQUAL})
    act = Act(by=None, at=MORNING, reason="by lot", submission=uuid4())
    decide_tie(tournament=tournament, after=1, order=[people[4], people[0]], referee="Mina", act=act)
    tournament.refresh_from_db()
    return tournament, people


def places(found):
    return [(one.before.place, one.before.shared, one.after.place, one.after.shared) for one in found]


def test_a_decided_tie_shows_before_and_after(event):
    tournament, people = event
    found = effects(tournament, [people[0], people[4]], extra=[Deduction(people[7].pk, 1_000, None)])
    assert places(found) == [(2, False, 2, False), (1, False, 1, False)]


@pytest.mark.parametrize("number", [1, None])
def test_what_was_shown_is_what_the_standings_say_once_it_is_given(event, number):
    tournament, people = event
    (shown,) = effects(tournament, [people[4]], extra=[Deduction(people[4].pk, 30_000, number)])
    punish(people[4], 30_000, number=number)
    tournament.refresh_from_db()
    assert standings_of(tournament).by_number[5].standing == shown.after
    assert (shown.after.total - shown.before.total, shown.after.place) == (-30_000, 4)


def test_a_disqualification_shows_the_player_without_a_place(event):
    tournament, people = event
    (shown,) = effects(tournament, [people[4]], disqualified={people[4].pk})
    punish(people[4], 0, kind=PenaltyKind.DISQUALIFICATION)
    tournament.refresh_from_db()
    assert standings_of(tournament).by_number[5].standing == shown.after
    assert not shown.after.ranked


def test_without_a_penalty_the_standings_are_those_before_it(event):
    tournament, people = event
    before = standings_of(tournament).by_number[5].standing
    penalty = punish(people[4], 30_000)
    tournament.refresh_from_db()
    (shown,) = effects(tournament, [people[4]], without={penalty.pk})
    assert shown.after == before


def test_no_query_is_needed_once_the_standings_are_computed(event, django_assert_num_queries):
    tournament, people = event
    standings_of(tournament)
    with django_assert_num_queries(0):
        effects(tournament, people)
