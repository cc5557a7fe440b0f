"""The pages that remove the data of a person, and delete an event."""

import pytest
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.archive.removal.test_actions import closed
from tests.tournament.test_every_page import small_event
from tournament.core.models import Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return closed(small_event())


@pytest.fixture
def organiser(event, client):
    person = make_staff(event, Role.ORGANISER)
    person.set_password("riichi tsumo ippatsu")
    person.save()
    client.force_login(person)
    return person


def test_the_page_of_a_player_leads_to_the_removal_which_says_what_goes_and_what_stays(client, event, organiser):
    address = reverse("player_remove", args=[event.slug, 2])
    assert address in client.get(reverse("player_edit", args=[event.slug, 2])).content.decode()
    page = client.get(address).content.decode()
    for said in ("What is removed", "What stays", "What still has it afterwards", "photographs of report sheets"):
        assert said in page


def test_a_removal_needs_a_reason_and_the_password(client, event, organiser):
    address, name = reverse("player_remove", args=[event.slug, 2]), event.players.get(number=2).name
    for sent in ({"reason": "asked"}, {"password": "riichi tsumo ippatsu"}, {"reason": "asked", "password": "wrong"}):
        assert client.post(address, sent).status_code == 422
    assert event.players.get(number=2).name == name
    answer = client.post(address, {"reason": "asked", "password": "riichi tsumo ippatsu"}, follow=True)
    assert "The player is “Player 2” now." in answer.content.decode()
    assert name not in client.get(reverse("event_history", args=[event.slug])).content.decode()


def test_who_signs_in_by_links_sets_a_password_first(client, event, organiser):
    organiser.set_unusable_password()
    organiser.save()
    client.force_login(organiser)
    answer = client.post(reverse("player_remove", args=[event.slug, 2]), {"reason": "asked"})
    assert answer.status_code == 422
    assert "You have no password yet. Set one under My account" in answer.text


def test_an_event_is_deleted_with_its_name_and_the_password(client, event, organiser):
    address = reverse("event_delete", args=[event.slug])
    assert address in client.get(reverse("event_settings", args=[event.slug])).content.decode()
    assert "Download the event file" in client.get(address).content.decode()
    sent = {"name": "Small", "password": "riichi tsumo ippatsu"}
    assert client.post(address, sent).status_code == 422
    answer = client.post(address, sent | {"name": "Small Open"}, follow=True)
    assert "Small Open is deleted." in answer.content.decode()
    assert not Tournament.objects.filter(pk=event.pk).exists()
