"""Who sits where, at a constant number of queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_players, make_tournament
from tests.tournament.planning.halls import begin, seated_hall
from tournament.core.audit import Act
from tournament.planning.actions import swap
from tournament.players.actions import add_players, withdraw
from tournament.players.lookup import search_players
from tournament.players.queries import field_of
from tournament.seating_report.quality import quality_of, quality_of_map
from tournament.seats.models import Bye, Seating
from tournament.seats.queries import (
    draft_of,
    lineup,
    lineups,
    mismatch,
    places_at,
    places_of,
    places_of_all,
    seats_by_name,
)
from tournament.seats.seat_map import rounds
from tournament.seats.stand_ins import stand_in

pytestmark = pytest.mark.django_db


def queries(ask) -> int:
    with CaptureQueriesContext(
        connection,
    ) as caught:
        ask()
    return len(caught)


@pytest.mark.slow("200 players")
@pytest.mark.parametrize(
    "ask",
    [
        lambda t: lineup(t, 2),
        lineups,
        lambda t: places_at(t, 2, 1),
        lambda t: places_of(t.players.first(), t),
        places_of_all,
        mismatch,
        lambda t: search_players(t, "luc"),
        field_of,
    ],
)
def test_forty_players_cost_as_many_queries_as_sixteen(ask):
    large, small = seated_hall(40, 5), seated_hall(16, 4)
    assert queries(lambda: ask(small)) == queries(lambda: ask(large)) <= 7


def test_a_lineup_has_tables_in_order_and_seats_from_east_to_north():
    tables = lineup(seated_hall(), 1)
    assert list(tables) == [1, 2, 3, 4]
    assert [place.wind.value for place in tables[3]] == ["E", "S", "W", "N"]


def test_a_hanchan_without_seats_has_an_empty_lineup():
    assert lineup(make_tournament(), 1) == {}
    assert lineup(seated_hall(), 9) == {}


def test_one_table_is_read_as_the_lineup_has_it_with_who_stands_in(now):
    tournament = seated_hall()
    waiting = [{"name": "Sub One", "is_substitute": True}]
    (substitute,) = add_players(tournament=tournament, rows=waiting, act=Act(by=None, at=now))
    absent = lineup(tournament, 2)[3][1].player
    stand_in(
        tournament=tournament, hanchan=2, absent=absent, substitute=substitute, act=Act(by=None, at=now, reason="ill")
    )
    for table, places in lineup(tournament, 2).items():
        assert places_at(tournament, 2, table) == places
    assert [place.absent for place in places_at(tournament, 2, 3)] == [None, absent, None, None]
    assert places_at(tournament, 2, 99) == ()


def test_one_table_is_read_from_the_seating_in_use(now):
    tournament = seated_hall()
    one, other = lineup(tournament, 2)[1][0].player, lineup(tournament, 2)[3][0].player
    swap(tournament=tournament, hanchan=2, one=one, other=other, act=Act(by=None, at=now))
    assert places_at(tournament, 2, 1)[0].player == other
    assert places_at(tournament, 2, 1) == lineup(tournament, 2)[1]


def test_a_substitute_who_waits_is_not_missing_a_seat(now):
    tournament = seated_hall()
    waiting = [{"name": "Sub One", "is_substitute": True}]
    add_players(tournament=tournament, rows=waiting, act=Act(by=None, at=now))
    assert not mismatch(tournament)


def test_a_players_seats_name_table_wind_and_companions():
    tournament = seated_hall()
    player = tournament.players.first()
    places = places_of(player)
    assert [place.hanchan for place in places] == [1, 2, 3, 4]
    met = [other for place in places for other in place.companions]
    assert len(met) == len(set(met)) == 12 and player not in met


def test_the_places_of_all_are_those_of_each_player_with_byes_and_stand_ins(now):
    tournament = seated_hall()
    (substitute,) = add_players(
        tournament=tournament, rows=[{"name": "Sub One", "is_substitute": True}], act=Act(by=None, at=now)
    )
    absent = lineup(tournament, 2)[3][1].player
    stand_in(
        tournament=tournament, hanchan=2, absent=absent, substitute=substitute, act=Act(by=None, at=now, reason="ill")
    )
    out = lineup(tournament, 4)[1]
    tournament.seating.seats.filter(hanchan__number=4, table=1).delete()
    for place in out:
        Bye.objects.create(seating=tournament.seating, hanchan=tournament.hanchan.get(number=4), player=place.player)

    found = places_of_all(tournament)
    assert found == {player.pk: places_of(player) for player in tournament.players.all()}
    assert [place.away for place in found[absent.pk]] == [False, True, False, False]
    assert [place.is_bye for place in found[out[0].player.pk]] == [False, False, False, True]


def test_rounds_are_player_ids_in_the_planners_shape():
    tournament = seated_hall()
    seated_rounds = rounds(draft_of(tournament.seating))
    assert (len(seated_rounds), len(seated_rounds[0]), len(seated_rounds[0][0])) == (4, 4, 4)
    assert {pk for table in seated_rounds[0] for pk in table} == set(tournament.players.values_list("pk", flat=True))


def test_the_list_by_name_ignores_case_and_accents():
    tournament = make_tournament(hanchan_count=1)
    for name in ("Zoe", "Émile", "adam", "Öjvind"):
        make_players(tournament, 1, name=name)
    from tournament.planning.actions import plan_seating

    plan_seating(tournament=tournament, seed=1, act=Act(by=None, at=tournament.made_at))
    assert [row[0].name for row in seats_by_name(lineup(tournament, 1))] == ["adam", "Émile", "Öjvind", "Zoe"]


def test_the_quality_is_kept_and_counted_again_when_it_lacks_a_figure():
    tournament = seated_hall()
    seating = tournament.seating
    kept = quality_of(seating)
    Seating.objects.filter(pk=seating.pk).update(quality={"repeats": 3})
    seating.refresh_from_db()
    assert quality_of(seating) == kept == quality_of_map(draft_of(seating))


def test_who_came_late_or_left_is_named_until_the_seating_fits(now):
    tournament = seated_hall()
    assert not mismatch(tournament)
    leaving = tournament.players.first()
    withdraw(player=leaving, act=Act(by=None, at=now, reason="ill"))
    coming = make_players(tournament, 1, name="Late Lena")[0]
    found = mismatch(tournament)
    assert (found.unseated, found.out) == ((coming,), (leaving,))
    begin(tournament, 4)
    assert not mismatch(tournament), "nothing is left to seat"


def test_players_are_found_by_number_by_ema_number_and_by_parts_of_the_name():
    tournament = make_tournament()
    make_players(tournament, 16)
    tournament.players.filter(number=5).update(ema_number="05100170")
    assert [player.name for player in search_players(tournament, "dvorak")] == ["Pavel Dvořák"]
    assert [player.number for player in search_players(tournament, "5")] == [5]
    assert [player.number for player in search_players(tournament, "05100170")] == [5]
    assert search_players(tournament, " ") == []


def test_without_a_seating_a_player_has_no_places():
    tournament = make_tournament()
    make_players(tournament, 4)
    assert places_of(tournament.players.first()) == [] and places_of_all(tournament) == {}


def test_without_a_seating_a_table_has_no_line_up():
    assert places_at(make_tournament(), 1, 1) == ()
