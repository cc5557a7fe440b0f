"""Places, who has one, who waits, who confirmed and who paid; and the lists to copy."""

import pytest
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Role
from tournament.events.actions import change_settings
from tournament.players.actions import add_player, confirm, mark_paid, queue, queue_latest, withdraw
from tournament.players.queries import places_of
from tournament.players.registration_lists import copy_list

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
@kept
def tournament():
    made = make_tournament(slug="spring")
    make_players(made, 5)
    change_settings(tournament=made, act=ACT, capacity=4)
    add_player(tournament=made, act=ACT, name="Local", is_substitute=True)
    return made


@pytest.fixture
def organiser(client, tournament):
    client.force_login(make_staff(tournament, Role.ORGANISER))
    return client


PAGE = "/manage/spring/players/registrations/"


def places(tournament):
    return places_of(tournament, tournament.players.all())


def names(players):
    return [player.name for player in players]


def test_places_count_players_and_not_substitutes(tournament):
    found = places(tournament)
    assert (len(found.taken), found.free) == (5, -1)
    assert names(found.latest) == ["Noor van Dijk"] and found.next == ()
    change_settings(tournament=tournament, act=ACT, capacity=None)
    found = places(tournament)
    assert found.free is None and found.latest == []


def test_whoever_was_added_last_moves_to_the_waiting_list(tournament):
    change_settings(tournament=tournament, act=ACT, capacity=3)
    assert names(queue_latest(tournament=tournament, act=ACT)) == ["Tom Okafor", "Noor van Dijk"]
    assert names(places(tournament).queue) == ["Tom Okafor", "Noor van Dijk"]
    with pytest.raises(Refused, match="nobody has to wait"):
        queue_latest(tournament=tournament, act=ACT)


def test_whoever_has_a_seat_is_not_moved_to_the_waiting_list():
    tournament = seated_hall(16, 2)
    change_settings(tournament=tournament, act=ACT, capacity=15)
    with pytest.raises(Refused, match="Withdraw the player instead"):
        queue_latest(tournament=tournament, act=ACT)


def test_places_are_between_one_and_a_thousand(tournament):
    with pytest.raises(Refused, match="places for players"):
        change_settings(tournament=tournament, act=ACT, capacity=0)


def test_a_place_is_confirmed_once_and_the_confirmation_undone(tournament):
    player = tournament.players.get(number=1)
    confirm(player=player, act=ACT)
    confirm(player=player, act=Act(by=None, at=MORNING.replace(hour=20)))
    assert tournament.players.get(number=1).confirmed_at == MORNING
    confirm(player=player, act=ACT, confirmed=False)
    assert tournament.players.get(number=1).confirmed_at is None
    queue(player=player, act=ACT)
    with pytest.raises(Refused, match="no place to confirm"):
        confirm(player=player, act=ACT)


def test_paid_is_a_tick(tournament):
    player = tournament.players.get(number=1)
    mark_paid(player=player, act=ACT)
    assert tournament.players.get(number=1).is_paid
    mark_paid(player=player, act=ACT, paid=False)
    assert not tournament.players.get(number=1).is_paid


def test_the_page_offers_to_move_those_beyond_the_places(organiser, tournament):
    html = organiser.get(PAGE).content.decode()
    assert "5 of 4</strong> places taken" in html and "One player more than 4 places." in html
    html = organiser.post(PAGE, {"do": "queue"}, follow=True).content.decode()
    assert "On the waiting list: Noor van Dijk." in html and "waiting list: 1" in html
    assert "nobody has to wait" in organiser.post(PAGE, {"do": "queue"}, follow=True).content.decode()


def test_a_free_place_is_offered_to_the_next_and_given_only_when_asked(organiser, tournament):
    queue(player=tournament.players.get(number=5), act=ACT)
    leave = reverse("player_act", args=["spring", 1, "decline"])
    html = organiser.post(leave, follow=True).content.decode()
    assert "Aiko Brandt has declined." in html and "Next on the waiting list: Noor van Dijk" in html
    assert tournament.players.get(number=5).status == "waiting"
    html = organiser.get(PAGE).content.decode()
    assert "1 place is free." in html and "Give Noor van Dijk the place" in html
    organiser.post(PAGE, {"do": "place-5"})
    assert tournament.players.get(number=5).status == "playing"


def test_without_a_waiting_list_a_withdrawal_offers_nothing(organiser, tournament):
    withdraw(player=tournament.players.get(number=5), act=ACT)
    html = organiser.post(reverse("player_act", args=["spring", 1, "withdraw"]), follow=True).content.decode()
    assert "Aiko Brandt is withdrawn." in html and "Next on the waiting list" not in html


def test_confirmed_and_paid_are_ticked_on_the_page(organiser, tournament):
    for step in ("confirm-1", "paid-1", "confirm-2"):
        organiser.post(PAGE, {"do": step})
    html = organiser.get(PAGE).content.decode()
    assert "2 confirmed" in html and "1 paid" in html
    for step in ("unconfirm-1", "unpaid-1"):
        organiser.post(PAGE, {"do": step})
    html = organiser.get(PAGE).content.decode()
    assert "1 confirmed" in html and "0 paid" in html
    queue(player=tournament.players.get(number=3), act=ACT)
    assert "no place to confirm" in organiser.post(PAGE, {"do": "confirm-3"}, follow=True).content.decode()


@pytest.mark.parametrize("step", ["", "paid-99", "dance-1", "paid-x"])
def test_a_step_that_makes_no_sense_changes_nothing(organiser, tournament, step):
    before = tournament.edition
    assert organiser.post(PAGE, {"do": step}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.edition >= before and not tournament.players.filter(is_paid=True).exists()


def test_lists_are_copied_by_group_and_field(organiser, tournament):
    for number, contact in ((1, "aiko@example.org"), (2, "+33 1 23 45")):
        player = tournament.players.get(number=number)
        player.contact = contact
        player.save()
        confirm(player=player, act=ACT)
    mark_paid(player=tournament.players.get(number=1), act=ACT)
    queue(player=tournament.players.get(number=5), act=ACT)
    people = list(tournament.players.all())
    assert copy_list(people, "confirmed", "contact").lines == ("aiko@example.org", "+33 1 23 45")
    assert copy_list(people, "waiting", "label").lines == ("Noor van Dijk",)
    assert copy_list(people, "unconfirmed", "label").lines == ("Ewa Nowak", "Tom Okafor")
    assert copy_list(people, "unpaid", "label").lines == ("Luc Moreau", "Ewa Nowak", "Tom Okafor")
    assert copy_list(people, "declined", "label").lines == ()
    assert copy_list(people, "?", "password").field == "label" and len(copy_list(people, "?", "?").lines) == 4
    html = organiser.get(PAGE, {"list": "confirmed", "field": "contact"}).content.decode()
    assert "aiko@example.org\n" in html and "2 lines" in html


def test_an_event_without_players_says_what_comes_first(client):
    tournament = make_tournament()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    html = client.get(reverse("registrations", args=[tournament.slug])).content.decode()
    assert "No players yet" in html


def test_the_player_page_offers_the_steps_of_the_status(organiser, tournament):
    queue(player=tournament.players.get(number=5), act=ACT)
    page = reverse("player_edit", args=["spring", 5])
    assert "Give a place" in organiser.get(page).content.decode()
    for act, status in (("place", "playing"), ("queue", "waiting"), ("decline", "declined"), ("reinstate", "playing")):
        assert organiser.get(reverse("player_act", args=["spring", 5, act])).status_code == 200
        organiser.post(reverse("player_act", args=["spring", 5, act]))
        assert tournament.players.get(number=5).status == status
