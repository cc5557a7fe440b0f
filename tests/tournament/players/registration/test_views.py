"""The public registration page, the personal page, and what the organiser chooses and sees."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import MORNING, make_staff, make_tournament
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import change_settings, set_public
from tournament.players.actions import add_player
from tournament.players.registration import tokens
from tournament.players.registration.actions import set_page

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
PUBLIC, CHOICES = "/t/spring/register/", "/manage/spring/players/registration/"
REGISTRATIONS = "/manage/spring/players/registrations/"


@pytest.fixture
def tournament(monkeypatch):
    monkeypatch.setattr(tokens, "AT_LEAST", timedelta(0))
    made = make_tournament(slug="spring")
    set_public(tournament=made, act=ACT, is_public=True)
    choose(made)
    return made


def choose(tournament, **changes):
    chosen = {"is_open": True, "closes_at": None, "takes_waiting": True, "asks": ["country", "contact"]}
    set_page(tournament=tournament, act=ACT, **chosen | changes)


def send(client, **fields):
    opening = re.search(r'name="opening" value="([^"]+)"', client.get(PUBLIC).content.decode())[1]
    return client.post(PUBLIC, {"opening": opening, "name": "Aiko Brandt", "contact": "+31 6 1234567", **fields})


def link_of(answer):
    return answer.context["path"]


def text_of(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_whoever_registers_gets_a_place_and_a_link_to_keep(client, tournament):
    answer = send(client, country="Japan")
    assert "Keep this link" in text_of(answer) and 'class="qr"' in answer.content.decode()
    own = client.get(link_of(answer))
    assert "You have a place." in text_of(own) and own["Cache-Control"].count("no-store")
    assert tournament.players.get().country == "JP"


def test_a_double_click_makes_one_entry_and_shows_the_same_link(client, tournament):
    opening = re.search(r'name="opening" value="([^"]+)"', client.get(PUBLIC).content.decode())[1]
    links = {link_of(client.post(PUBLIC, {"opening": opening, "name": "Aiko"})) for _again in range(2)}
    assert len(links) == 1 and tournament.players.count() == 1


def test_programs_are_refused_and_people_keep_what_they_typed(client, tournament, monkeypatch):
    answer = send(client, website="http://spam.example")
    assert answer.status_code == 422 and "Leave the field" in text_of(answer)
    monkeypatch.setattr(tokens, "AT_LEAST", timedelta(minutes=1))
    answer = send(client)
    assert (
        answer.status_code == 422
        and "press Register again" in text_of(answer)
        and "Aiko Brandt" in answer.content.decode()
    )
    monkeypatch.setattr(tokens, "AT_LEAST", timedelta(0))
    answer = client.post(PUBLIC, {"opening": "made up", "name": "Aiko"})
    assert "out of date" in text_of(answer)
    opening = re.search(r'name="opening" value="([^"]+)"', answer.content.decode())[1]
    assert client.post(PUBLIC, {"opening": opening, "name": "Aiko"}).status_code == 200
    assert tournament.players.count() == 1


def test_a_name_and_a_known_country_are_needed(client, tournament):
    assert "Enter your name." in text_of(send(client, name=""))
    assert send(client, country="Atlantis").status_code == 422
    assert tournament.players.count() == 0


def test_a_closed_registration_says_so_and_a_closed_public_page_does_not_exist(client, tournament):
    opening = re.search(r'name="opening" value="([^"]+)"', client.get(PUBLIC).content.decode())[1]
    choose(tournament, is_open=False)
    assert "Registration is closed." in text_of(client.get(PUBLIC))
    assert client.post(PUBLIC, {"opening": opening, "name": "Aiko"}).status_code == 409
    set_public(tournament=tournament, act=ACT, is_public=False)
    assert client.get(PUBLIC).status_code == 404


def test_who_waits_sees_the_turn_and_the_form_says_so_before(client, tournament):
    change_settings(tournament=tournament, act=ACT, capacity=1)
    assert "1 place is free." in text_of(client.get(PUBLIC))
    send(client)
    assert "You can register for the waiting list" in text_of(client.get(PUBLIC))
    assert "You are number 1 on the waiting list." in text_of(send(client, name="Luc Moreau"))


def test_the_person_corrects_confirms_and_declines(client, tournament):
    link = link_of(send(client))
    seen = re.search(r'name="seen" value="([^"]+)"', client.get(link).content.decode())[1]
    typed = {"seen": seen, "name": "Aiko Brandt-Sato", "contact": "x"}
    assert client.post(link, typed).status_code == 302
    assert client.post(link, typed).status_code == 409
    assert client.post(link, {"seen": seen, "name": ""}).status_code == 422
    client.post(link, {"do": "confirm"})
    assert "you confirmed it" in text_of(client.get(link))
    client.post(link, {"do": "decline"})
    assert "You declined." in text_of(client.get(link))
    assert "declined" in text_of(client.post(link, {"do": "decline"}, follow=True))
    assert tournament.players.get().name == "Aiko Brandt-Sato"


def test_after_the_closing_time_the_own_data_are_read_only(client, tournament):
    link = link_of(send(client))
    choose(tournament, closes_at=timezone.now() - timedelta(minutes=1))
    page = client.get(link)
    assert "Registration closed on" in text_of(page) and "Aiko Brandt" in text_of(page)
    assert "Save" not in text_of(page)
    assert client.post(link, {"name": "Other", "seen": ""}).status_code == 409


def test_the_organiser_sees_who_came_online_and_possible_duplicates_and_revokes_a_link(client, tournament):
    add_player(tournament=tournament, act=ACT, name="Aiko Brand")
    link = link_of(send(client))
    client.force_login(make_staff(tournament, Role.ORGANISER))
    page = text_of(client.get(REGISTRATIONS))
    assert page.count("registered online") == 1
    assert "Possible duplicate: number 1" in page
    client.post(REGISTRATIONS, {"do": "revoke-2"})
    assert client.get(link).status_code == 404
    assert "Revoke link" not in text_of(client.get(REGISTRATIONS))


def new_link(client, number=1):
    """Press the button beside a person as the page has it."""
    address = f"/manage/spring/players/{number}/registration-link/"
    seen = re.search(rf'formaction="{address}" name="seen" value="(\w+)"', client.get(REGISTRATIONS).content.decode())
    return client.post(address, {"seen": seen[1]})


def test_the_organiser_makes_a_new_link_for_somebody_who_lost_theirs(client, tournament):
    old = link_of(send(client))
    client.force_login(make_staff(tournament, Role.ORGANISER))
    answer = new_link(client)
    assert answer.status_code == 200 and 'class="qr"' in answer.content.decode()
    assert "The link is shown only once." in text_of(answer) and "+31 6 1234567" in text_of(answer)
    new = re.search(r"/t/spring/register/\w+/", answer.context["address"])[0]
    assert f"this is your new personal link for Spring Open: {answer.context['address']}" in text_of(answer)
    assert client.get(old).status_code == 404 and "You have a place." in text_of(client.get(new))
    assert "made a new personal link" in text_of(client.get("/manage/spring/history/"))


def test_a_second_press_shows_the_same_link_and_a_button_out_of_date_none(client, tournament):
    send(client)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    page = client.get(REGISTRATIONS).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', page)[1]
    address = "/manage/spring/players/1/registration-link/"
    links = {client.post(address, {"seen": seen}).context["address"] for _press in range(2)}
    assert len(links) == 1
    client.post(REGISTRATIONS, {"do": "revoke-1"})
    assert "has changed meanwhile" in text_of(client.post(address, {"seen": seen}, follow=True))
    assert new_link(client).status_code == 200


def test_a_new_link_is_made_by_a_post_of_the_organiser_of_that_tournament(client, tournament):
    link = link_of(send(client))
    address = "/manage/spring/players/1/registration-link/"
    for role in (Role.DESK, Role.REFEREE):
        client.force_login(make_staff(tournament, role))
        assert client.post(address).status_code == 403
    other = make_tournament(name="Other", slug="other")
    client.force_login(make_staff(other, Role.ORGANISER))
    assert client.post(address).status_code == 403
    assert client.post("/manage/other/players/1/registration-link/").status_code == 404
    client.force_login(make_staff(tournament, Role.ORGANISER))
    assert client.get(address).status_code == 405
    assert client.get(link).status_code == 200


def test_the_organiser_chooses_the_fields(client, tournament):
    client.force_login(make_staff(tournament, Role.ORGANISER))
    client.post(CHOICES, {"is_open": "on", "closes_at": "2100-05-01T18:00", "asks": ["club"]})
    page = client.get(PUBLIC)
    assert [bound.name for bound in page.context["form"].asked] == ["name", "club"]
    assert "Registration closes on 1 May, 18:00." in text_of(page)
    assert client.post(CHOICES, {"asks": ["is_paid"]}).status_code == 422


def test_the_add_form_says_that_somebody_is_on_the_waiting_list(client, tournament):
    change_settings(tournament=tournament, act=ACT, capacity=1)
    add_player(tournament=tournament, act=ACT, name="Luc")
    client.force_login(make_staff(tournament, Role.ORGANISER))
    answer = client.post("/manage/spring/players/add/", {"name": "Ewa"}, follow=True)
    assert "All places are taken: Ewa is on the waiting list." in text_of(answer)


def test_no_public_page_has_the_contact(client, tournament):
    send(client)
    for path in ("", "players/", "register/"):
        assert "1234567" not in client.get(f"/t/spring/{path}").content.decode()
