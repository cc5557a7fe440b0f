"""Photographs on the page of a hand-in: attached from a phone, shown to the staff alone, deleted by a referee."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.acts import with_act
from tests.factories import MORNING, make_staff, make_user
from tests.tournament.desk.halls import hall, hanchan_of
from tests.tournament.exports.events import rows_of
from tests.tournament.results.paper.pictures import phone_picture, upload
from tournament.core.models import Role
from tournament.core.turns import Turns
from tournament.desk.tables import HandInTable
from tournament.events.actions import set_public
from tournament.results.paper import images
from tournament.results.paper.actions import HandInNote, attach_photograph, delete_photograph, note_hand_in
from tournament.results.paper_models import SheetPhotograph

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return hall()


@pytest.fixture
def mina(event, client):
    person = make_staff(event, Role.DESK, name="Mina Vogel")
    client.force_login(person)
    return person


@pytest.fixture
def keiko(event):
    return make_staff(event, Role.REFEREE, name="Keiko Mori")


def url(event, name="sheet_hand_in", *more):
    return reverse(name, args=[event.slug, 1, 1, *more])


def attached(event):
    return attach_photograph(
        hanchan=hanchan_of(event), table=1, upload=phone_picture(), **with_act(by=None, at=MORNING)
    )


def send(client, event, content=None, name="IMG_0001.JPG", kind="image/jpeg"):
    file = SimpleUploadedFile(name, phone_picture().getvalue() if content is None else content, content_type=kind)
    return client.post(url(event, "sheet_photograph_attach"), {"image": file}, follow=True)


def test_the_desk_attaches_a_photograph_and_sees_it(client, event, mina):
    page = send(client, event)
    assert page.status_code == 200 and "The photograph is attached." in page.text
    assert url(event, "sheet_photograph", 1) in page.text and "Mina Vogel" in page.text
    assert "Delete photograph" not in page.text
    assert "1 photograph of the paper" in client.get(url(event, "sheet_history")).text


def test_the_page_asks_the_phone_for_its_camera(client, event, mina):
    page = client.get(url(event)).text
    field = page[page.index('type="file"') - 40 :][:200]
    assert 'accept="image/*"' in field and 'capture="environment"' in field


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"%PDF-1.7 a scan", "no photograph that can be read"),
        (b"\0\0\0\x18ftypheic" + bytes(100), "HEIC"),
        (bytes(12 * 1024 * 1024 + 1), "larger than 12 MB"),
        (b"", "empty"),
    ],
)
def test_what_is_no_photograph_is_refused_beside_its_field(client, event, mina, content, sentence):
    page = send(client, event, content)
    assert page.status_code == 422 and sentence in page.text and 'aria-invalid="true"' in page.text
    assert not SheetPhotograph.objects.exists()


def test_a_form_without_a_file_asks_for_one(client, event, mina):
    page = client.post(url(event, "sheet_photograph_attach"))
    assert page.status_code == 422 and "Choose a photograph." in page.text


def test_before_a_hanchan_has_started_the_page_says_why_nothing_is_attached(client, event, mina):
    address = reverse("sheet_photograph_attach", args=[event.slug, 2, 1])
    page = client.post(address, {"image": SimpleUploadedFile("a.jpg", phone_picture().getvalue())})
    assert page.status_code == 422 and "Hanchan 2 has not started" in page.text


def test_when_too_many_are_decoded_at_once_the_next_is_told_to_come_back(client, event, mina, monkeypatch):
    full = Turns(at_once=1, waiting=0)
    monkeypatch.setattr(images, "ONE_AT_A_TIME", full)
    with full.turn():
        page = send(client, event)
    assert page.status_code == 503 and "The server is busy." in page.text


def test_a_photograph_is_shown_here_and_kept_nowhere(client, event, mina):
    attached(event)
    answer = client.get(url(event, "sheet_photograph", 1))
    assert answer.status_code == 200 and answer.content[:3] == b"\xff\xd8\xff"
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]
    assert answer["Content-Disposition"] == 'inline; filename="spring-open-hanchan-1-table-1-1.jpg"'


def test_nobody_else_gets_a_photograph(client, event):
    attached(event)
    set_public(tournament=event, is_public=True, **with_act(by=None, at=MORNING))
    address = url(event, "sheet_photograph", 1)
    assert client.get(address)["Location"].startswith("/sign-in/")
    client.force_login(make_user("stranger"))
    assert client.get(address).status_code == 403
    other = hall(name="Other Open")
    client.force_login(make_staff(other, Role.ORGANISER))
    assert client.get(address).status_code == 403
    assert client.get(url(other, "sheet_photograph", 1)).status_code == 404


def test_a_referee_deletes_one_with_a_reason_and_it_is_gone(client, event, keiko):
    attached(event)
    client.force_login(keiko)
    assert "Delete photograph 1" in client.get(url(event)).text
    address = url(event, "sheet_photograph_delete", 1)
    page = client.post(address)
    assert page.status_code == 422 and "Enter a reason for deleting the photograph." in page.text
    page = client.post(address, {"reason": "a bystander"}, follow=True)
    assert "deleted by Keiko Mori" in page.text and "a bystander" in page.text
    assert client.get(url(event, "sheet_photograph", 1)).status_code == 404
    assert "photograph of the paper" not in client.get(url(event, "sheet_history")).text


def test_the_desk_deletes_nothing(client, event, mina):
    attached(event)
    assert client.post(url(event, "sheet_photograph_delete", 1), {"reason": "x"}).status_code == 403
    assert SheetPhotograph.objects.get().deleted_at is None


def test_the_list_of_hand_ins_counts_photographs(client, event, keiko):
    note = HandInNote(checked_by="Keiko")
    note_hand_in(hanchan=hanchan_of(event), table=1, note=note, **with_act(by=None, at=MORNING))
    attached(event)
    other = attach_photograph(hanchan=hanchan_of(event), table=1, upload=upload(), **with_act(by=None, at=MORNING))
    delete_photograph(photograph=other, **with_act(by=None, at=MORNING, reason="blurred"))
    assert [row["photographs"] for row in rows_of(HandInTable(event))] == [1]
