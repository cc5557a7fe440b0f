"""What keeps a seating from being planned or changed, each with its code and field."""

import pytest

from seating import CannotPlan
from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.planning import actions

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
def hall():
    return seated_hall()


def refused(act, **what):
    with pytest.raises(Refused) as refusal:
        act(act=ACT, **what)
    return refusal.value.messages[0].code, refusal.value.field


def test_what_the_planner_cannot_do_is_a_refusal_with_its_reason(hall, monkeypatch):
    def cannot(*_args, **_more):
        raise CannotPlan.because("too-long", "No plan for {hanchan} hanchan.", hanchan=99)

    monkeypatch.setattr("tournament.planning.sources.plan.plan", cannot)
    with pytest.raises(Refused, match="No plan for 99 hanchan"):
        actions.plan_seating(tournament=hall, seed=1, act=ACT)


@pytest.mark.parametrize(("players", "size"), [(0, "no-players"), (13, "tables-not-full"), (14, "tables-not-full")])
def test_players_who_do_not_fill_tables_are_not_planned(players, size):
    event = make_tournament("Small", hanchan_count=2)
    make_players(event, players)
    assert refused(actions.plan_seating, tournament=event, seed=1) == (size, None)


def test_two_players_of_a_seated_hanchan_can_be_swapped_and_nobody_else(hall):
    one, other = hall.players.order_by("number")[:2]
    guest = make_players(hall, 1, name="Guest Gast")[0]
    assert refused(actions.swap, tournament=hall, hanchan=1, one=one, other=one) == ("same-player", "other")
    assert refused(actions.swap, tournament=hall, hanchan=99, one=one, other=other) == ("no-seating", None)
    assert refused(actions.swap, tournament=hall, hanchan=1, one=one, other=guest) == ("no-seat", "other")


def test_a_replacement_needs_a_seat_and_a_player_who_plays(hall):
    one = hall.players.order_by("number")[0]
    guest, gone = make_players(hall, 2, name="Guest Gast")
    type(gone).objects.filter(pk=gone.pk).update(status="withdrawn")
    gone.refresh_from_db()
    act = ACT.because("ill")

    def code(**what):
        with pytest.raises(Refused) as refusal:
            actions.replace_player(tournament=hall, from_hanchan=1, act=act, **what)
        return refusal.value.messages[0].code, refusal.value.field

    assert code(leaving=one, coming=one) == ("same-player", "coming")
    assert code(leaving=one, coming=gone) == ("not-playing", "coming")
    assert code(leaving=guest, coming=make_players(hall, 1, name="New Nora")[0]) == ("no-seat", "leaving")
