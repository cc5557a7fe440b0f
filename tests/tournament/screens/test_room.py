"""The page of the room: what it says for the event's hall and for another one, and the test picture."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.leagues.games import make_league
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.players.actions import add_players
from tournament.screens import actions

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


def text_of(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


@pytest.fixture
@kept
def event(db):
    tournament = make_tournament("Open", hanchan_count=2)
    make_players(tournament, 36, country="")
    return tournament


@pytest.fixture
def organiser(event, client):
    client.force_login(make_staff(event, Role.ORGANISER))
    return client


def room(client, event, **asked):
    return client.get(reverse("room", args=[event.slug]), asked)


def test_the_room_of_the_event_is_there_at_first(event, organiser):
    page = room(organiser, event)
    plan = page.context["plan"]
    assert (plan.room.width, plan.room.metres, plan.room.players) == (250, 20, 36)
    assert "36 players take 2 pages: every name is back after 20 seconds." in text_of(page)
    assert 'aria-current="page">Room' in page.content.decode()


def test_another_room_is_asked_for_in_the_address(event, organiser):
    page = text_of(room(organiser, event, width="2.5", distance="20", players="200"))
    assert "200 players take 6 pages: every name is back after 60 seconds." in page
    assert "With a second projector they are back after 30 seconds." in page
    assert "A picture 3.5 m wide has half as many pages." in page
    assert "10′ up to" in page and "50 tables" in page
    two = text_of(room(organiser, event, width="2.5", distance="20", players="200", projectors="2"))
    assert "200 players take 3 pages on each projector: every name is back after 30 seconds." in two
    assert "second projector" not in two
    stays = text_of(room(organiser, event, width="2.5", distance="20", players="40"))
    assert "40 players take 2 pages" in stays
    far = text_of(room(organiser, event, width="1", distance="40", players="300"))
    assert "Print the names for the door." in far
    alone = text_of(room(organiser, event, width="1", distance="40", players="200"))
    assert re.search(r"Seating by name .{20,40} 200 2000 s slow", alone), "large letters, and nobody waits for them"


def test_a_room_that_is_good_has_one_sentence_and_its_screens_folded(event, organiser):
    page = room(organiser, event, width="4", distance="10")
    assert "36 players fit on one page: every name stays." in text_of(page)
    assert "The last row reads all screens." in text_of(page)
    assert "<summary>Each screen</summary>" in page.content.decode()


@pytest.mark.parametrize(
    "asked",
    [{"width": "0.3"}, {"width": "nan"}, {"width": "x"}, {"distance": "0"}, {"players": "1001"}, {"projectors": "3"}],
)
def test_a_room_that_cannot_be_says_which_field(event, organiser, asked):
    page = room(organiser, event, **asked)
    assert "plan" not in page.context
    [name] = asked
    assert str(page.context["form"][name].label) + ":" in text_of(page)


def test_teams_and_else_countries_are_a_screen_where_there_are_some(event, organiser):
    assert "Teams" not in text_of(room(organiser, event))
    for n, player in enumerate(event.players.order_by("number")):
        event.players.filter(pk=player.pk).update(country="NL" if n % 2 else "DE")
    assert room(organiser, event).context["plan"].room.teams == 2
    for n, player in enumerate(event.players.order_by("number")):
        event.players.filter(pk=player.pk).update(team=f"Team {n // 4}")
    assert room(organiser, event).context["plan"].room.teams == 9


def test_the_room_becomes_that_of_the_screens(event, organiser):
    page = room(organiser, event, width="3.4", distance="25")
    typed = {"seen": page.context["seen"], "hall-picture_height": "191", "hall-farthest_seat": "25"}
    assert all(f'name="{name}"' in page.content.decode() for name in typed)
    assert f'value="{page.context["plan"].room.distance.height}"' in page.content.decode()
    assert organiser.post(reverse("screens_do", args=[event.slug, "hall"]), typed).status_code == 302
    event.refresh_from_db()
    assert (event.picture_height, event.farthest_seat) == (191, 25)
    assert room(organiser, event).context["plan"].room.width == 340


def test_a_league_has_no_room(client):
    league, _people = make_league()
    client.force_login(make_staff(league, Role.ORGANISER))
    assert room(client, league).status_code == 404
    screens = client.get(reverse("screens", args=[league.slug])).content.decode()
    assert reverse("room", args=[league.slug]) not in screens


def test_a_room_without_players_has_the_capacity_else_a_usual_number(organiser, event):
    event.players.all().delete()
    assert room(organiser, event).context["plan"].room.players == 40
    type(event).objects.filter(pk=event.pk).update(capacity=64)
    assert room(organiser, event).context["plan"].room.players == 64


def test_the_queries_of_the_room_do_not_grow_with_the_players(event, organiser, django_assert_num_queries):
    room(organiser, event)
    with CaptureQueriesContext(connection) as few:
        room(organiser, event)
    add_players(tournament=event, rows=[{"name": f"Late {n}"} for n in range(40)], act=ACT)
    with django_assert_num_queries(len(few)):
        room(organiser, event)


def test_the_test_picture_has_names_of_one_page_as_they_come(event):
    set_public(tournament=event, is_public=True, players_public=False, act=ACT)
    actions.add_screen(tournament=event, name="Stage", code="AAAAA", act=ACT)
    actions.show(tournament=event, screens=list(event.screens.all()), content=[{"face": "test"}], act=ACT)
    event.screens.update(picture_height=141, farthest_seat=20)
    address = Client().get(reverse("screen_state", args=["AAAAA"])).json()["faces"][0]["address"]
    assert address == f"/t/{event.slug}/screen/test/?height=141&distance=20"
    page = Client().get(f"{address}&players=36")
    assert not any(player.name in text_of(page) for player in event.players.all()), "no name is public yet"
    set_public(tournament=event, players_public=True, act=ACT)
    page = Client().get(address)
    assert "Read this from the last row" in text_of(page)
    assert len(page.context["rows"]) == 18 and {row.table for row in page.context["rows"]} == {88}
    assert len(Client().get(f"{address}&players=200").context["rows"]) == 34
    assert len(Client().get(f"{address}&players=100000").context["rows"]) <= 39
    assert Client().get(f"{address}&since=test").status_code == 204
    event.players.update(is_unlisted=True)
    page = Client().get(address)
    assert not any(player.name in text_of(page) for player in event.players.all())
    assert len(page.context["rows"]) == 20
