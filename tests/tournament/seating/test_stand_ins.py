"""A substitute plays somebody's seat in one hanchan."""

import pytest

from tests.factories import make_players
from tests.tournament.seating.halls import seated_hall
from tournament.problems import Refused
from tournament.seating.actions import cancel_stand_in, plan_seating, stand_in
from tournament.seating.queries import lineup, places_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return seated_hall()


@pytest.fixture
def absent(hall):
    return lineup(hall, 2)[1][0].player


@pytest.fixture
def substitute(hall):
    return make_players(hall, 1, name="Sub Sabine", is_substitute=True)[0]


def put_in(hall, absent, substitute, at, hanchan=2):
    return stand_in(
        tournament=hall, hanchan=hanchan, absent=absent, substitute=substitute, reason="late", by=None, at=at
    )


def test_the_substitute_plays_the_seat_in_that_hanchan_only(hall, absent, substitute, now):
    put_in(hall, absent, substitute, now)
    place = lineup(hall, 2)[1][0]
    assert (place.player, place.absent, place.holder) == (substitute, absent, absent)
    assert all(other.player != substitute for places in lineup(hall, 3).values() for other in places)


def test_both_see_it_among_their_seats(hall, absent, substitute, now):
    put_in(hall, absent, substitute, now)
    assert [(place.hanchan, place.away) for place in places_of(substitute)] == [(2, False)]
    assert [place.hanchan for place in places_of(absent) if place.away] == [2]


def test_cancelled_the_player_has_the_seat_again_and_cancelling_twice_does_nothing(hall, absent, substitute, now):
    given = put_in(hall, absent, substitute, now)
    cancel_stand_in(stand_in=given, by=None, at=now)
    edition = hall.edition
    cancel_stand_in(stand_in=given, by=None, at=now)
    assert lineup(hall, 2)[1][0].player == absent
    assert hall.edition == edition


def test_only_a_substitute_without_a_seat_can_stand_in(hall, absent, substitute, now):
    guest = make_players(hall, 1, name="Guest Gast")[0]
    with pytest.raises(Refused, match="is not a substitute"):
        put_in(hall, absent, guest, now)
    with pytest.raises(Refused, match="has a seat in hanchan 2 already"):
        put_in(hall, absent, lineup(hall, 2)[2][0].player, now)
    with pytest.raises(Refused, match="Guest Gast has no seat"):
        put_in(hall, guest, substitute, now)


def test_nobody_stands_in_twice_in_one_hanchan(hall, absent, substitute, now):
    put_in(hall, absent, substitute, now)
    with pytest.raises(Refused, match="already stands in"):
        put_in(hall, lineup(hall, 2)[2][0].player, substitute, now)


def test_a_closed_hanchan_keeps_who_played(hall, absent, substitute, now):
    hall.hanchan.filter(number=2).update(state="closed", started_at=now, closed_at=now)
    with pytest.raises(Refused, match="Reopen it first"):
        put_in(hall, absent, substitute, now)


def test_a_new_seating_does_not_take_the_seat_from_under_a_stand_in(hall, absent, substitute, now):
    put_in(hall, absent, substitute, now)
    make_players(hall, 3, name="Guest Gast", is_substitute=True)
    make_players(hall, 1, name="New Nora")
    with pytest.raises(Refused, match="Cancel that first"):
        plan_seating(tournament=hall, seed=3, by=None, at=now)
