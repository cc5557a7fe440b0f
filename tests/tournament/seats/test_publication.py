"""What everybody may see of seating and clock does not change, not by a byte, with what nobody may see."""

from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.hanchan.actions import pause
from tournament.planning.actions import publish, swap
from tournament.players.actions import add_player, add_substitutes, edit_player
from tournament.results.penalties.lateness import late
from tournament.seats.publication import publication_of
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db


@kept
def event():
    """Hanchan 1 plays and is published, 2 is hidden; who plays is not public but by the seating."""
    tournament = hall(players=8, hanchan=2)
    add_player(tournament=tournament, name="Hidden Hanna", act=Act(by=None, at=MORNING))
    set_public(tournament=tournament, is_public=True, players_public=False, act=Act(by=None, at=MORNING))
    publish(tournament=tournament, hanchan=1, act=Act(by=None, at=MORNING))
    return tournament


@pytest.fixture
def tournament(db):
    return event()


def pages(tournament):
    yield reverse("public_seating", args=[tournament.slug])
    yield f"{reverse('public_seating', args=[tournament.slug])}?by=table"
    for asked in ("player=1", "player=9", "player=10", "q=Aiko", "q=Hanna", "q=a", "hanchan=2"):
        yield f"{reverse('public_seating', args=[tournament.slug])}?{asked}"
    yield from (reverse("screen_seating", args=[tournament.slug, number]) for number in (1, 2))
    yield reverse("public_clock", args=[tournament.slug])


def bytes_of(tournament):
    with time_machine.travel(MORNING, tick=False):
        answers = [Client().get(page) for page in pages(tournament)]
    return [(answer.status_code, answer.content, sorted(answer.headers.items())) for answer in answers]


def enter_a_sheet(tournament):
    entered(hanchan_of(tournament))


def come_late(tournament):
    who = lineup(tournament, 1)[1][0].player
    about = {"referee": "Mina", "submission": uuid4(), "by": None, "at": MORNING}
    late(player=who, hanchan=hanchan_of(tournament), minutes=5, **with_act(**about))


def swap_in_a_hidden_hanchan(tournament):
    places = lineup(tournament, 2)
    swap(
        tournament=tournament,
        hanchan=2,
        one=places[1][0].player,
        other=places[2][1].player,
        act=Act(by=None, at=MORNING),
    )


def register_more(tournament):
    add_player(tournament=tournament, name="Late Lena", act=Act(by=None, at=MORNING))
    add_substitutes(tournament=tournament, count=3, act=Act(by=None, at=MORNING))


def rename_somebody_without_a_seat(tournament):
    edit_player(player=tournament.players.get(number=9), name="Aiko Hidden", act=Act(by=None, at=MORNING))


@pytest.mark.parametrize(
    "act",
    [enter_a_sheet, come_late, swap_in_a_hidden_hanchan, register_more, rename_somebody_without_a_seat],
)
def test_no_byte_moves_with_what_is_hidden(tournament, act):
    before = bytes_of(tournament)
    act(tournament)
    assert bytes_of(tournament) == before


@pytest.mark.parametrize("act", [enter_a_sheet, swap_in_a_hidden_hanchan])
def test_who_watches_hears_nothing_of_it(client, tournament, act):
    seen = {page: client.get(page).context["mark"] for page in pages(tournament) if "?" not in page}
    act(tournament)
    assert {client.get(page, {"since": mark}).status_code for page, mark in seen.items()} == {204}


@pytest.mark.parametrize(
    "act",
    [
        lambda tournament: publish(tournament=tournament, hanchan=2, act=Act(by=None, at=MORNING)),
        lambda tournament: pause(hanchan=hanchan_of(tournament), act=Act(by=None, at=MORNING)),
        lambda tournament: edit_player(
            player=tournament.players.get(number=1), name="Aiko B.", act=Act(by=None, at=MORNING)
        ),
    ],
)
def test_who_watches_hears_of_what_is_shown(client, tournament, act):
    seen = {page: client.get(page).context["mark"] for page in pages(tournament) if "?" not in page}
    act(tournament)
    assert {client.get(page, {"since": mark}).status_code for page, mark in seen.items()} == {200}


def test_a_sheet_moves_nothing_so_what_is_kept_is_found(
    tournament, django_assert_num_queries, django_capture_on_commit_callbacks
):
    tournament.refresh_from_db()
    before = publication_of(tournament)
    with django_capture_on_commit_callbacks(execute=True):
        enter_a_sheet(tournament)
    tournament.refresh_from_db()
    with django_assert_num_queries(0):
        assert publication_of(tournament) == before
    with django_capture_on_commit_callbacks(execute=True):
        edit_player(player=tournament.players.get(number=1), name="Aiko B.", act=Act(by=None, at=MORNING))
    tournament.refresh_from_db()
    assert publication_of(tournament).mark != before.mark


def test_nobody_without_a_published_seat_is_named_or_found_while_the_list_of_players_is_hidden(client, tournament):
    publish(tournament=tournament, hanchan=None, act=Act(by=None, at=MORNING), public=False)
    for page in pages(tournament):
        html = client.get(page).content.decode()
        assert not any(player.name in html for player in tournament.players.all()), page


def test_everybody_is_found_where_the_list_of_players_is_public(client, tournament):
    set_public(tournament=tournament, players_public=True, act=Act(by=None, at=MORNING))
    answer = client.get(reverse("public_seating", args=[tournament.slug]), {"q": "Hanna"}, follow=True)
    assert "Hidden Hanna" in answer.content.decode()


def test_before_anything_is_released_the_standings_do_not_tell_who_registers(client, tournament):
    address = reverse("public_standings", args=[tournament.slug])
    before = client.get(address).content
    register_more(tournament)
    assert client.get(address).content == before
