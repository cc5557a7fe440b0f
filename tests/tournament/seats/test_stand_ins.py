"""A substitute plays somebody's seat in one hanchan."""

import pytest

from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Refused
from tournament.planning.actions import plan_seating, repair
from tournament.players.actions import delete_player, withdraw
from tournament.players.queries import counts_of, traces
from tournament.seats.held_seats import free_substitutes
from tournament.seats.queries import lineup, places_of, sitting_out, stand_in_of
from tournament.seats.stand_ins import cancel_stand_in, stand_in

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
        tournament=hall, hanchan=hanchan, absent=absent, substitute=substitute, act=Act(by=None, at=at, reason="late")
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
    cancel_stand_in(stand_in=given, act=Act(by=None, at=now))
    edition = hall.edition
    cancel_stand_in(stand_in=given, act=Act(by=None, at=now))
    assert lineup(hall, 2)[1][0].player == absent
    assert hall.edition == edition


def test_only_who_plays_and_has_no_seat_can_stand_in(hall, absent, substitute, now):
    guest = make_players(hall, 1, name="Guest Gast")[0]
    withdraw(player=guest, act=Act(by=None, at=now))
    with pytest.raises(Refused, match="cannot play: withdrawn"):
        put_in(hall, absent, guest, now)
    with pytest.raises(Refused, match="already has a seat in hanchan 2"):
        put_in(hall, absent, lineup(hall, 2)[2][0].player, now)
    with pytest.raises(Refused, match="Guest Gast has no seat"):
        put_in(hall, guest, substitute, now)


def test_nobody_stands_in_twice_in_one_hanchan(hall, absent, substitute, now):
    put_in(hall, absent, substitute, now)
    with pytest.raises(Refused, match="is already the substitute"):
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
        plan_seating(tournament=hall, seed=3, act=Act(by=None, at=now))


def test_a_hanchan_that_does_not_exist_or_is_closed_has_no_stand_ins(hall, absent, substitute, now):
    with pytest.raises(Refused, match="There is no hanchan 9"):
        put_in(hall, absent, substitute, now, hanchan=9)
    hall.hanchan.filter(number=2).update(state="closed", started_at=now, closed_at=now)
    with pytest.raises(Refused, match="Hanchan 2 is closed"):
        put_in(hall, absent, substitute, now)


def test_the_stand_in_of_a_player_is_found_while_it_lasts(hall, absent, substitute, now):
    given = put_in(hall, absent, substitute, now)
    assert stand_in_of(hall, 2, absent) == given and stand_in_of(hall, 3, absent) is None
    cancel_stand_in(stand_in=given, act=Act(by=None, at=now))
    assert stand_in_of(hall, 2, absent) is None


def test_another_substitute_may_stand_in_for_another_player(hall, absent, substitute, now):
    put_in(hall, absent, substitute, now)
    other = make_players(hall, 1, name="Sub Sven", is_substitute=True)[0]
    neighbour = lineup(hall, 2)[1][1].player
    put_in(hall, neighbour, other, now)
    assert [place.player for place in lineup(hall, 2)[1][:2]] == [substitute, other]


def test_a_seat_played_for_somebody_else_is_a_trace(hall, absent, substitute, now):
    assert traces(substitute) == []
    put_in(hall, absent, substitute, now)
    assert traces(substitute) == ["seat"]


def test_who_sits_out_may_stand_in_and_then_plays(now):
    hall = make_tournament(hanchan_count=3)
    make_players(hall, 9)
    repair(tournament=hall, first=1, key="byes-even", act=Act(by=None, at=MORNING))
    hall.refresh_from_db()
    (resting,), absent = sitting_out(hall)[1], lineup(hall, 1)[1][0].player
    assert free_substitutes(hall, 1) == [resting]
    given = put_in(hall, absent, resting, now, hanchan=1)
    assert lineup(hall, 1)[1][0].player == resting and 1 not in sitting_out(hall)
    assert free_substitutes(hall, 1) == [] and len(sitting_out(hall)) == 2
    counts = counts_of(hall)
    assert (counts.playing, counts.byes, counts.short) == (9, 0, 0)
    cancel_stand_in(stand_in=given, act=Act(by=None, at=now))
    assert sitting_out(hall)[1] == (resting,) and counts_of(hall).byes == 1


@pytest.mark.parametrize(
    ("fields", "is_ranked", "counts"),
    [
        ({}, None, None),
        ({}, True, None),
        ({}, False, False),
        ({"is_substitute": True}, True, None),
        ({"is_substitute": True}, False, None),
        ({"counts_from": 3}, None, None),
        ({"counts_from": 3}, True, True),
        ({"counts_from": 3}, False, None),
    ],
)
def test_a_stand_in_keeps_only_what_the_entry_of_the_player_does_not_say(hall, absent, now, fields, is_ranked, counts):
    (player,) = make_players(hall, 1, name="Sub Sabine")
    hall.players.filter(pk=player.pk).update(**fields)
    act = Act(by=None, at=now, reason="late")
    whom = hall.players.get(pk=player.pk)
    stand_in(tournament=hall, hanchan=2, absent=absent, substitute=whom, is_ranked=is_ranked, act=act)
    assert hall.stand_ins.get().counts is counts


def test_the_history_says_that_a_stand_in_is_not_ranked(hall, absent, now):
    (player,) = make_players(hall, 1, name="Rosa Late")
    act = Act(by=None, at=now, reason="late")
    given = stand_in(tournament=hall, hanchan=2, absent=absent, substitute=player, is_ranked=False, act=act)
    entry = hall.audit_entries.first()
    assert entry.about == f"hanchan 2: {player} (not ranked) for {absent}" and entry.detail["ranked"] is False
    cancel_stand_in(stand_in=given, act=Act(by=None, at=now))
    assert hall.audit_entries.first().subject == entry.subject and findings(hall) == []


def test_a_substitute_by_mistake_is_deleted_once_the_player_has_the_seat_again(hall, absent, substitute, now):
    given = put_in(hall, absent, substitute, now)
    with pytest.raises(Refused, match="Withdraw the player instead"):
        delete_player(player=substitute, act=Act(by=None, at=now))
    cancel_stand_in(stand_in=given, act=Act(by=None, at=now))
    assert traces(substitute) == []
    delete_player(player=substitute, act=Act(by=None, at=now))
    assert not hall.players.filter(pk=substitute.pk).exists() and not hall.stand_ins.exists()
    assert findings(hall) == []
