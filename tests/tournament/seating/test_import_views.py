"""Importing a seating through the pages."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.seating.halls import seated_hall
from tournament.seating.importing import as_text
from tournament.seating.models import Seating
from tournament.seating.queries import draft_of
from tournament.staff.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    tournament = make_tournament(hanchan_count=4)
    make_players(tournament, 16)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    return tournament


@pytest.fixture
def rows():
    """A seating of sixteen players by start number."""
    other = seated_hall(seed=99)
    return as_text(draft_of(other.seating), list(other.players.all()))


def look_at(client, tournament, **typed):
    return client.post(reverse("seating_import", args=[tournament.slug]), typed)


def test_pasted_rows_are_shown_with_their_quality_and_then_taken_over_whole(client, hall, rows):
    preview = look_at(client, hall, pasted=rows)
    html = preview.content.decode()
    assert "Hanchan 1–4, 4 tables each" in html and "Nobody meets anybody twice." in html
    assert not Seating.objects.filter(tournament=hall).exists()
    typed = preview.context["form"].initial
    for _time in range(2):
        answer = client.post(reverse("seating_take_over", args=[hall.slug]), typed)
        assert answer.status_code == 302
    seating = Seating.objects.get(tournament=hall)
    assert as_text(draft_of(seating), list(hall.players.all())) == rows


def test_a_file_is_read_like_pasted_rows(client, hall, rows):
    file = SimpleUploadedFile("plan.csv", rows.replace("\t", ";").encode("utf-8-sig"))
    assert "Import this seating?" in look_at(client, hall, file=file).content.decode()


def test_problems_are_listed_and_nothing_is_saved(client, hall, rows):
    lines = rows.splitlines()
    broken = "\n".join([lines[0], lines[2].replace("\t", "\tNobody", 2), *lines[2:]])
    answer = look_at(client, hall, pasted=broken)
    assert answer.status_code == 422
    assert "nothing was imported" in answer.content.decode()
    assert not Seating.objects.filter(tournament=hall).exists()


@pytest.mark.parametrize(
    ("typed", "words"),
    [({}, "Choose a file, or paste rows"), ({"pasted": "a,b\n1,2"}, "There is no column of hanchan")],
)
def test_what_cannot_be_read_is_said_beside_the_field(client, hall, typed, words):
    answer = look_at(client, hall, **typed)
    assert answer.status_code == 422 and words in answer.content.decode()


def test_a_file_that_is_no_list_is_said_beside_the_field(client, hall):
    answer = look_at(client, hall, file=SimpleUploadedFile("plan.xlsx", b"PK\x03\x04 not a workbook"))
    assert answer.status_code == 422 and "file" in answer.context["form"].errors


def test_who_withdrew_between_the_preview_and_the_import_stops_it(client, hall, rows):
    typed = look_at(client, hall, pasted=rows).context["form"].initial
    hall.players.filter(number=1).update(status="withdrawn")
    answer = client.post(reverse("seating_take_over", args=[hall.slug]), typed)
    assert answer.status_code == 422
    assert "Aiko Brandt (1) is withdrawn" in answer.content.decode()


def test_taking_over_nothing_goes_back_to_the_start(client, hall):
    answer = client.post(reverse("seating_take_over", args=[hall.slug]), {"rows": ""})
    assert answer["Location"] == reverse("seating_import", args=[hall.slug])
