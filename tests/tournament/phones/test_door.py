"""Check-in by a code: a helper scans a badge or a registration, or the player the code at the door."""

from uuid import uuid4

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.phones.test_personal_page import path, text
from tournament.core.audit import Act
from tournament.core.models import Role, Verb
from tournament.events.actions import set_public
from tournament.phones.links import DOOR, card_token
from tournament.players.actions import check_in, mark_check_in, withdraw
from tournament.players.badges.actions import renew
from tournament.players.badges.links import personal_token
from tournament.players.queries import find_player
from tournament.players.registration.actions import register, set_page
from tournament.players.registration.tokens import token_of

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
def event():
    cache.clear()
    tournament = make_tournament()
    people = make_players(tournament, 8)
    set_public(tournament=tournament, is_public=True, act=ACT)
    return tournament, people


def door(tournament):
    return reverse("door", args=[tournament.slug, card_token(tournament, DOOR)])


def is_here(player):
    return find_player(player.tournament, player.number).checked_in_at is not None


# --- a helper's phone ---


@pytest.mark.parametrize("role", [Role.DESK, Role.REFEREE, Role.ORGANISER])
@pytest.mark.parametrize("is_public", [True, False], ids=["open", "not open yet"])
def test_a_helper_who_scans_a_badge_checks_in_with_one_press(client, event, role, is_public):
    tournament, people = event
    set_public(tournament=tournament, is_public=is_public, act=ACT)
    client.force_login(make_staff(tournament, role))
    page = client.get(path(people[1]))
    assert f"Check in 2 {people[1].label}" in text(page) and not is_here(people[1])
    done = client.post(reverse("check_in", args=[tournament.slug]), {"here": "2"}, follow=True)
    assert "Luc Moreau is checked in." in text(done) and is_here(people[1])


@time_machine.travel(MORNING, tick=False)
def test_a_second_scan_says_since_when(client, event):
    tournament, people = event
    check_in(player=people[1], act=ACT)
    client.force_login(make_staff(tournament, Role.DESK))
    page = text(client.get(path(people[1])))
    assert "Checked in at" in page and "Check in 2" not in page


def test_nobody_else_has_the_button(client, event):
    tournament, people = event
    assert "Check in 2" not in text(client.get(path(people[1])))
    client.force_login(make_staff(make_tournament("Other Open"), Role.ORGANISER))
    assert "Check in 2" not in text(client.get(path(people[1])))
    assert client.post(reverse("check_in", args=[tournament.slug]), {"here": "2"}).status_code in (403, 404)
    mark_check_in(tournament, MORNING)
    client.force_login(make_staff(tournament, Role.DESK))
    assert "Check in 2" not in text(client.get(path(people[1])))


def test_a_registrations_link_has_it_too(client, event):
    tournament, _people = event
    set_page(tournament=tournament, act=ACT, is_open=True, closes_at=None, takes_waiting=True, asks=[])
    sent = uuid4()
    act = Act(by=None, at=MORNING, submission=str(sent))
    registration = register(tournament=tournament, sent_from="x", act=act, name="Nora Lind")
    address = reverse("public_registration", args=[tournament.slug, token_of(sent)])
    assert "Check in 9" not in text(client.get(address))
    client.force_login(make_staff(tournament, Role.DESK))
    assert "Check in 9 Nora Lind" in text(client.get(address))
    desk = reverse("check_in", args=[tournament.slug])
    client.post(desk, {"q": f"http://hall.example{address}"})
    assert is_here(registration.player)


@time_machine.travel(MORNING, tick=False)
def test_a_scanner_types_the_link_into_the_search(client, event):
    tournament, people = event
    client.force_login(make_staff(tournament, Role.DESK))
    desk = reverse("check_in", args=[tournament.slug])
    scanned = {"q": f"http://192.168.1.20:8000{path(people[1])}"}
    client.post(desk, scanned, headers={"HX-Request": "true"})
    assert is_here(people[1])
    again = text(client.post(desk, scanned, headers={"HX-Request": "true"}))
    assert "Luc Moreau has been checked in since" in again
    old = path(people[2])
    renew(player=people[2], act=ACT)
    client.post(desk, {"q": old})
    assert not is_here(people[2])
    client.post(desk, {"q": reverse("public_registration", args=[tournament.slug, "a" * 64])})
    (stranger,) = make_players(make_tournament("Other Open"), 1)
    client.post(desk, {"q": f"/p/{personal_token(stranger)}/"})
    assert not is_here(stranger)


# --- the player's own ---


def test_a_phone_that_knows_its_player_checks_in_at_the_door(client, event):
    tournament, people = event
    assert "This phone does not know you yet" in text(client.get(door(tournament)))
    assert client.post(door(tournament)).status_code == 200 and not any(map(is_here, people))
    client.get(path(people[1]))
    assert "Luc Moreau" in text(client.get(door(tournament))) and not is_here(people[1])
    done = client.post(door(tournament))
    assert "Checked in at" in text(done) and is_here(people[1]) and not is_here(people[0])
    assert done["Referrer-Policy"] == "strict-origin" and "no-store" in done["Cache-Control"]
    entry = tournament.audit_entries.get(verb=Verb.CHECKED_IN)
    assert (entry.by, entry.actor_name) == (None, "Luc Moreau") and entry.device


def test_the_door_checks_nobody_in_once_check_in_is_closed_or_who_has_withdrawn(client, event):
    tournament, people = event
    client.get(path(people[1]))
    mark_check_in(tournament, MORNING)
    refused = client.post(door(tournament))
    assert (refused.status_code, "Check-in is closed. Go to the desk." in text(refused)) == (422, True)
    mark_check_in(tournament, None)
    withdraw(player=people[1], act=ACT)
    assert client.post(door(tournament)).status_code == 422 and not is_here(people[1])
    people[1].refresh_from_db()
    type(people[1]).objects.filter(pk=people[1].pk).update(checked_in_at=MORNING)
    assert "Checked in at" not in text(client.get(door(tournament)))
    assert client.post(door(tournament)).status_code == 422


def test_only_the_printed_code_opens_the_door_and_only_with_a_badge_that_holds(client, event):
    tournament, people = event
    client.get(path(people[1]))
    wrong = reverse("door", args=[tournament.slug, card_token(tournament, 1)])
    assert client.post(wrong).status_code == 404 and not is_here(people[1])
    renew(player=people[1], act=ACT)
    assert "does not know you yet" in text(client.post(door(tournament))) and not is_here(people[1])
    other = make_tournament("Other Open")
    (stranger,) = make_players(other, 1)
    client.cookies["badge"] = personal_token(stranger)
    assert "does not know you yet" in text(client.post(door(tournament))) and not is_here(stranger)
    set_public(tournament=tournament, is_public=False, act=ACT)
    assert Client().get(door(tournament)).status_code == 404


def test_the_code_for_the_door_is_printed_with_those_of_the_tables(client, event):
    tournament, _people = event
    client.force_login(make_staff(tournament, Role.ORGANISER))
    page = client.get(reverse("table_codes", args=[tournament.slug]))
    assert "For the door, printed" in text(page) and page.text.count('class="qr"') >= 1
