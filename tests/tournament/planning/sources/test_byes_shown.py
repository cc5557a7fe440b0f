"""Who sits out is told wherever a person looks."""

import pytest
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import begin, open_doors
from tests.tournament.standings.tables import USUAL, come_late, play
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Role
from tournament.hanchan.queries import event_state
from tournament.planning.actions import publish, repair, replace_player
from tournament.players.queries import traces
from tournament.printing.papers import wall_rows
from tournament.seats.own_seats import own_seats_of
from tournament.seats.publication import publication_of
from tournament.seats.queries import byes_of, mismatch, places_of, seats_by_name, sitting_out
from tournament.seats.tables import SeatingTable, seated_players
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def event():
    """Nine people at two tables: in each of three hanchan somebody else sits out; the seating is public."""
    tournament = open_doors(make_tournament(hanchan_count=3))
    make_players(tournament, 9)
    repair(tournament=tournament, first=1, key="byes-even", act=Act(by=None, at=MORNING))
    publish(tournament=tournament, hanchan=None, act=Act(by=None, at=MORNING))
    return tournament


def resting(tournament, hanchan=1):
    (player,) = sitting_out(tournament)[hanchan]
    return player


def page(client, name, tournament, *args, **query):
    return " ".join(client.get(reverse(name, args=[tournament.slug, *args]), query).content.decode().split())


def test_the_players_page_says_now_you_sit_out_and_lists_it_among_the_seats(client, event):
    player = resting(event)
    html = page(client, "public_seating", event, player=player.number)
    assert "Next: you sit out" in html and "<strong>you sit out</strong>" in html and "a bye, which scores 0" in html
    begin(event, 1)
    assert "Now: you sit out" in page(client, "public_seating", event, player=player.number)
    client.cookies["me"] = str(player.number)
    now = page(client, "public_now", event)
    assert "Now: hanchan 1" in now and "You sit out" in now and "What does each player need?" not in now


def test_lists_by_name_by_table_and_on_the_wall_name_who_sits_out(client, event):
    player = resting(event)
    assert '<span class="muted">sits out</span>' in page(client, "public_seating", event)
    assert f"Sitting out this hanchan:</strong> <bdi>{player.name}</bdi>" in page(
        client, "public_seating", event, by="table"
    )
    assert "no table" in page(client, "screen_seating", event, 1)
    assert [row[1] for row in seats_by_name({}, [player])] == [None]


def test_the_staff_see_it_in_the_hall_on_paper_and_in_the_file(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    player = resting(event)
    assert "Sitting out this hanchan:" in page(client, "seating_hanchan", event, 1)
    assert "Sitting out this hanchan:" in page(client, "print_seating_by_table", event)
    assert "<span>out</span>" in page(client, "print_seating_by_player", event)
    assert ">out</td>" in page(client, "print_seating_by_player", event, hanchan=1)
    (row,) = [row for row in wall_rows(event, [1]) if row.number == player.number]
    assert row.places == {1: (None, None)}
    (line,) = [
        row for row in SeatingTable(seated_players(event)).file_rows() if row[0] == 1 and row[3] == player.number
    ]
    assert line[1:3] == (None, "bye")


def test_the_standings_page_says_the_next_hanchan_is_sat_out(client, event):
    player = resting(event, 2)
    play(event, 1, {1: USUAL, 2: USUAL})
    found = own_seats_of(event, player.number).seats[0]
    assert (found.hanchan, found.place.table) == (2, None)
    assert "You sit out" in page(client, "public_standings", event, me=player.number)


def test_a_card_says_that_a_bye_scores_nothing_and_the_standings_go_on_without(client, event):
    player = resting(event)
    play(event, 1, {1: USUAL, 2: USUAL})
    html = page(client, "public_player", event, player.number)
    assert "sat out: a bye, which scores 0" in html
    (row,) = [row for row in standings_of(event).rows if row.player.number == player.number]
    assert (row.standing.total, row.standing.hanchan) == (0, (None,))


def test_places_of_a_player_have_the_bye_among_the_seats(event):
    places = places_of(resting(event, 2), event)
    assert [(place.hanchan, place.is_bye) for place in places] == [(1, False), (2, True), (3, False)]


def test_a_bye_is_a_trace_and_no_mismatch_and_nothing_is_missing(event):
    assert traces(resting(event)) == ["seat"]
    assert not mismatch(event)
    assert event_state(event).counts.short == 0


def test_the_name_of_what_is_shown_moves_with_a_bye(event):
    before = publication_of(event).mark
    event.seating.byes.filter(hanchan__number=1).update(player=next(iter(sitting_out(event)[2])))
    event.edition += 1
    assert publication_of(event).mark != before


def test_who_takes_the_places_of_another_takes_the_bye_too(event):
    player, (late,) = resting(event, 3), make_players(event, 1)
    replace_player(
        tournament=event, leaving=player, coming=late, from_hanchan=2, act=Act(by=None, at=MORNING, reason="ill")
    )
    assert byes_of(event.seating)[3] == {late.pk}


@pytest.mark.parametrize("minutes", [7, None])
def test_who_sits_out_cannot_be_late(event, minutes):
    player = resting(event)
    begin(event, 1)
    with pytest.raises(Refused, match="sits out hanchan 1") as refused:
        come_late(player, minutes, substitute="Kai Ohm")
    assert refused.value.field == "player"
    assert not event.penalties.exists()
    seated = next(one for one in event.players.all() if one != player)
    assert come_late(seated, 7).pk


def test_the_page_of_late_players_says_at_once_that_somebody_sits_out(client, event):
    player = resting(event)
    begin(event, 1)
    client.force_login(make_staff(event, Role.ORGANISER))
    typed = {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 0, "hanchan": 1, "form-0-player": player.number}
    assert "sits out hanchan 1" in page(client, "lateness_preview", event, **typed, **{"form-0-late": "7"})
    assert "sits out hanchan 1" in page(client, "lateness_preview", event, **typed, **{"form-0-late": "12"})


def test_the_hanchan_and_the_player_say_who_sits_out(client, event):
    player = resting(event)
    client.force_login(make_staff(event, Role.ORGANISER))
    for changes in ({}, {"state": "playing", "started_at": MORNING}, {"state": "closed", "closed_at": MORNING}):
        event.hanchan.filter(number=1).update(**{"state": "planned", **changes})
        assert f"Sitting out this hanchan:</strong> <bdi>{player.name}</bdi>" in page(client, "hanchan", event, 1)
    assert "hanchan 1: a bye, which scores 0" in page(client, "player_edit", event, player.number)
    seated = next(one for one in event.players.all() if not one.byes.exists())
    assert "a bye" not in page(client, "player_edit", event, seated.number)
