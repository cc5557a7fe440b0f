"""What players and the hall see of the seating."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import make_players
from tests.tournament.planning.halls import begin, open_doors, seated_hall
from tournament.core.audit import Act
from tournament.planning.actions import publish
from tournament.seats.queries import lineup, places_of
from tournament.seats.stand_ins import stand_in

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def hall(now):
    tournament = open_doors(seated_hall())
    for hanchan in (1, 2):
        publish(tournament=tournament, hanchan=hanchan, act=Act(by=None, at=now))
    return tournament


def shown(client, tournament, **query):
    return client.get(reverse("public_seating", args=[tournament.slug]), query)


def test_only_published_hanchan_are_shown(client, hall):
    answer = shown(client, hall, player=1)
    assert [one.number for one in answer.context["published"]] == [1, 2]
    assert [place.hanchan for place in answer.context["places"]] == [1, 2]
    assert shown(client, hall, hanchan=3).context["hanchan"].number == 1


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (3, "The seats of hanchan 3 are not published; this is hanchan 1."),
        (99, "There is no hanchan 99; this is hanchan 1."),
        (0, "There is no hanchan 0; this is hanchan 1."),
        (2, ""),
        ("", ""),
        ("abc", ""),
    ],
)
def test_an_old_link_to_a_hanchan_that_is_not_there_says_which_one_is_shown_instead(client, hall, asked, sentence):
    answer = shown(client, hall, hanchan=asked)
    assert answer.status_code == 200 and answer.context["elsewhere"] == sentence
    assert sentence in answer.content.decode()


def test_nothing_is_named_before_anything_is_published(client, hall, now):
    publish(tournament=hall, hanchan=None, act=Act(by=None, at=now), public=False)
    html = shown(client, hall, player=1).content.decode()
    assert "not published yet" in html
    assert "Luc Moreau" not in html


def test_the_own_seat_comes_first(client, hall):
    place = places_of(hall.players.get(number=1))[0]
    html = shown(client, hall, player=1).content.decode()
    assert f"Next: table {place.table}" in html
    assert html.index("next-seat") < html.index("by-name")


def test_while_a_hanchan_plays_the_seat_is_now_and_after_it_the_next(client, hall, now):
    begin(hall, 1)
    assert "Now: table" in shown(client, hall, player=1).content.decode()
    hall.hanchan.filter(number=1).update(state="closed", closed_at=now)
    answer = shown(client, hall, player=1)
    assert answer.context["next"]["place"].hanchan == 2
    assert "Next: table" in answer.content.decode()


def test_a_name_goes_to_the_persons_own_page_of_the_seating(client, hall):
    answer = shown(client, hall, q="dvorak", by="table")
    number = hall.players.get(name="Pavel Dvořák").number
    assert answer["Location"].endswith(f"?player={number}&by=table")


def test_names_of_several_people_are_offered_and_unknown_ones_said(client, hall):
    make_players(hall, 1, name="Luc Another")
    assert [player.name for player in shown(client, hall, q="luc").context["found"]] == ["Luc Another", "Luc Moreau"]
    assert "No player matches" in shown(client, hall, q="<b>xyz").content.decode()


def test_drawn_winds_are_not_shown_as_seats(client, now):
    tournament = open_doors(seated_hall(wind_method="drawn"))
    publish(tournament=tournament, hanchan=None, act=Act(by=None, at=now))
    html = shown(client, tournament, player=1, by="table").content.decode()
    assert "winds are drawn at the table" in html
    assert 'class="tile' not in html


def test_the_stand_in_is_named_and_the_absent_player_knows(client, hall, now):
    substitute = make_players(hall, 1, name="Sub Sabine", is_substitute=True)[0]
    absent = lineup(hall, 1)[1][0].player
    stand_in(tournament=hall, hanchan=1, absent=absent, substitute=substitute, act=Act(by=None, at=now, reason="late"))
    assert "Sub Sabine" in shown(client, hall, by="table").content.decode()
    assert "a substitute plays your seat" in shown(client, hall, player=absent.number).content.decode()


def test_who_watches_hears_204_until_something_changes(client, hall, now):
    htmx = {"HTTP_HX_REQUEST": "true"}
    url = reverse("public_seating", args=[hall.slug])
    mark = client.get(url).context["mark"]
    assert client.get(url, {"since": mark}, **htmx).status_code == 204
    publish(tournament=hall, hanchan=3, act=Act(by=None, at=now))
    answer = client.get(url, {"since": mark}, **htmx)
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode() and "seating-live" in answer.content.decode()


@pytest.mark.slow("200 players")
@pytest.mark.parametrize("query", [{}, {"player": 3}, {"by": "table", "player": 3, "hanchan": 2}])
def test_forty_players_cost_as_many_queries_as_sixteen(client, hall, now, query):
    large = open_doors(seated_hall(40, 5))
    publish(tournament=large, hanchan=None, act=Act(by=None, at=now))
    counts = []
    for tournament in (hall, large):
        shown(client, tournament)  # what everybody may see is read once per edition
        with CaptureQueriesContext(connection) as caught:
            assert shown(client, tournament, **query).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 14


@pytest.mark.parametrize("query", [{"player": "x"}, {"player": "99999999999999"}, {"hanchan": "-1"}, {"since": "x"}])
def test_nonsense_in_the_address_is_no_error(client, hall, query):
    assert shown(client, hall, **query).status_code == 200
