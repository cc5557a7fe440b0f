"""The event file on the pages: who may have it, and loading one."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import make_staff, make_tournament
from tests.tournament.archive.event_file.events import altered, everything
from tournament.archive import forms
from tournament.archive.event_file.export import event_file
from tournament.core.models import Role, Tournament

pytestmark = pytest.mark.django_db
PAGE = "/manage/new/file/"


@pytest.fixture
def event():
    return everything()


@pytest.fixture
def organiser(client):
    user = make_staff(make_tournament("Other"), Role.ORGANISER, name="Olga Organ")
    client.force_login(user)
    return user


def sent(client, text, **fields):
    return client.post(PAGE, {"file": SimpleUploadedFile("spring.json", text.encode()), **fields})


def test_the_organiser_downloads_the_file_and_the_anonymised_one(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    whole = client.get(reverse("event_export", args=[event.slug]))
    assert whole.getvalue().decode() == event_file(event)
    assert whole["Content-Disposition"] == f'attachment; filename="{event.slug}.json"'
    nobody = client.get(reverse("event_export_anonymised", args=[event.slug]))
    shared, own = (json.loads(text) for text in (nobody.getvalue(), event_file(event, anonymised=True)))
    assert {name: len(part) for name, part in shared.items() if isinstance(part, list)} == {
        name: len(part) for name, part in own.items() if isinstance(part, list)
    }
    assert nobody["Content-Disposition"] == 'attachment; filename="anonymous-event.json"'


def test_an_organiser_loads_it_and_organises_the_copy(client, event, organiser):
    answer = sent(client, event_file(event), slug="copy")
    assert answer["Location"] == reverse("event_overview", args=["copy"])
    assert client.get(answer["Location"]).status_code == 200
    assert Tournament.objects.get(slug="copy").memberships.get().user == organiser


def test_an_address_that_is_taken_is_said_beside_the_address(client, event, organiser):
    for slug, words in (("other", "Another tournament has the address"), ("", "somebody else organises it")):
        answer = sent(client, event_file(event), slug=slug)
        assert answer.status_code == 422
        assert words in str(answer.context["form"].errors["slug"])


def test_no_file_a_large_one_and_one_that_is_none_are_said_beside_the_file(client, organiser, monkeypatch):
    assert "Choose the event file." in client.post(PAGE, {}).content.decode()
    assert "is not JSON" in sent(client, "").content.decode()
    assert "is not JSON" in sent(client, "<html>").content.decode()
    monkeypatch.setattr(forms, "MOST_EVENT_FILE", 10)
    assert "The command import_event takes larger ones." in sent(client, "x" * 11).content.decode()


def test_an_altered_file_lists_what_was_altered_and_can_be_accepted(client, event, organiser):
    text = altered(event_file(event))
    answer = sent(client, text, slug="copy")
    page = answer.content.decode()
    assert answer.status_code == 422 and "This was changed outside of Sekigime:" in page
    assert "Load it although it was altered" in page and "says 45200, but the database now says 46200" in page
    assert not Tournament.objects.filter(slug="copy").exists()
    assert sent(client, text, slug="copy", accept_altered="on").status_code == 302


def test_who_may_not_set_up_a_tournament_loads_none(client, event):
    client.force_login(make_staff(event, Role.REFEREE))
    assert client.get(PAGE).status_code == 403 == sent(client, event_file(event), slug="copy").status_code
