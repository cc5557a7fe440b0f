"""Photographs go to a store and back, each compared; what is deleted goes from there, and nothing else does."""

import re
from datetime import timedelta
from io import BytesIO

import pytest
from django.urls import reverse

from tests.acts import with_act
from tests.factories import MORNING, make_staff, make_user
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.results.paper.pictures import phone_picture, picture, upload
from tests.tournament.results.paper.stores import closed_store, memory_store, use_store
from tournament.archive.event_file.actions import import_event
from tournament.archive.event_file.export import event_file, write_event_file
from tournament.archive.event_file.reader import read_event_file
from tournament.archive.removal.actions import delete_event
from tournament.core.audit_check import findings
from tournament.core.models import HanchanState, Role
from tournament.core.object_store import StoreAway
from tournament.results.paper.actions import attach_photograph, delete_photograph
from tournament.results.paper.photograph_store import (
    ON_THE_WAY,
    PhotographGone,
    content_of,
    faults_in_store,
    move_to_database,
    move_to_store,
    remove_left,
    unknown_objects,
)
from tournament.results.paper_models import PhotographData, SheetPhotograph, StoredObject

pytestmark = pytest.mark.django_db
LATER = MORNING + ON_THE_WAY + timedelta(seconds=1)


@pytest.fixture
def event():
    return hall()


@pytest.fixture
def store(settings, monkeypatch):
    return use_store(memory_store(), settings, monkeypatch)


@pytest.fixture
def photographs(event):
    """Two photographs, of two tables."""
    pictures = (phone_picture(), upload(picture(colour=(0, 90, 0))))
    return [
        attach_photograph(hanchan=hanchan_of(event), table=n, upload=one, **with_act(by=None, at=MORNING))
        for n, one in enumerate(pictures, 1)
    ]


@pytest.fixture
def contents(photographs):
    return [bytes(one.data.content) for one in photographs]


@pytest.fixture
def away(settings, monkeypatch):
    """Let the store not answer any more."""
    return lambda: use_store(closed_store(), settings, monkeypatch)


def test_photographs_are_moved_to_the_store_and_back_and_stay_what_they_were(event, photographs, contents, store):
    assert move_to_store(MORNING) == {"moved": 2}
    names = [one.stored.name for one in SheetPhotograph.objects.all()]
    assert sorted(store.names()) == sorted(names) and {len(name) for name in names} == {32}
    assert not PhotographData.objects.exists()
    assert [content_of(one) for one in photographs] == contents
    assert findings(event) == [] == list(faults_in_store(event))
    assert move_to_store(MORNING) == {}
    assert move_to_database(MORNING) == {"moved": 2}
    assert [bytes(one.content) for one in PhotographData.objects.order_by("pk")] == contents
    assert remove_left(MORNING) == 2 and [*store.names()] == []
    assert not StoredObject.objects.exists()


def test_a_name_says_nothing_of_the_picture(photographs, contents, store):
    move_to_store(MORNING)
    assert not {one.digest[:32] for one in photographs} & {*store.names()}
    assert str(StoredObject.objects.first()) == StoredObject.objects.first().name


def test_a_store_that_does_not_answer_keeps_everything_in_the_database(event, photographs, contents, away):
    away()
    with pytest.raises(StoreAway):
        move_to_store(MORNING)
    assert [content_of(one) for one in photographs] == contents
    another = attach_photograph(
        hanchan=hanchan_of(event), table=3, upload=phone_picture(), **with_act(by=None, at=MORNING)
    )
    assert content_of(another)
    assert entered(hanchan_of(event)), "the sheet is saved all the same"


def test_an_object_whose_move_did_not_come_about_is_removed_an_hour_later_and_no_earlier(photographs, store):
    StoredObject.objects.create(name="of a process that died", noted_at=MORNING)
    store.put("of a process that died", b"...")
    assert remove_left(MORNING + ON_THE_WAY) == 0
    assert remove_left(LATER) == 1 and [*store.names()] == []
    assert remove_left(LATER) == 0


def test_of_two_processes_that_move_one_photograph_one_does_and_the_other_one_gives_up(photographs, store, monkeypatch):
    put = store.put

    def overtaken(name, content):
        put(name, content)
        monkeypatch.setattr(store, "put", put)
        move_to_store(MORNING)

    monkeypatch.setattr(store, "put", overtaken)
    assert move_to_store(MORNING) == {"differ": 1}
    assert StoredObject.objects.exclude(photograph=None).count() == 2
    assert remove_left(LATER) == 1
    assert sorted(store.names()) == sorted(StoredObject.objects.values_list("name", flat=True))


def test_an_object_that_is_to_be_removed_is_no_photographs_any_more(photographs, contents, store, monkeypatch):
    """The move was so slow that the object was given up meanwhile."""
    put = store.put

    def slow(name, content):
        put(name, content)
        remove_left(LATER)
        put(name, content)

    monkeypatch.setattr(store, "put", slow)
    assert move_to_store(MORNING) == {"differ": 2}
    assert [content_of(one) for one in photographs] == contents


def test_one_that_is_deleted_while_the_others_are_moved_is_passed_over(photographs, store, monkeypatch):
    put = store.put

    def deleting(name, content):
        put(name, content)
        delete_photograph(photograph=photographs[1], **with_act(by=None, at=MORNING, reason="blurred"))

    monkeypatch.setattr(store, "put", deleting)
    assert move_to_store(MORNING) == {"moved": 1}


def test_one_that_is_deleted_while_it_is_moved_is_in_no_place(photographs, store, monkeypatch):
    put = store.put

    def deleting(name, content):
        put(name, content)
        delete_photograph(photograph=photographs[0], **with_act(by=None, at=MORNING, reason="blurred"))
        monkeypatch.setattr(store, "put", put)

    monkeypatch.setattr(store, "put", deleting)
    assert move_to_store(MORNING) == {"differ": 1, "moved": 1}
    remove_left(LATER)
    assert len([*store.names()]) == 1


def test_what_is_not_what_was_attached_is_not_moved(event, photographs, contents, store):
    PhotographData.objects.filter(photograph=photographs[0]).update(content=b"another")
    assert move_to_store(MORNING) == {"differ": 1, "moved": 1}
    store.put(photographs[1].stored.name, b"another")
    assert move_to_database(MORNING) == {"differ": 1}
    assert PhotographData.objects.count() == 1
    assert [(one.code, one.params["table"]) for one in faults_in_store(event)] == [("photograph-altered", 2)]
    with pytest.raises(PhotographGone, match="gone, or it was changed"):
        content_of(photographs[1])


def test_a_store_that_gives_back_something_else_gets_no_photograph(photographs, contents, store, monkeypatch):
    monkeypatch.setattr(store, "get", lambda name: b"another")
    assert move_to_store(MORNING) == {"differ": 2}
    assert [content_of(one) for one in photographs] == contents


def test_what_was_moved_back_by_another_process_is_there_once(photographs, store, monkeypatch):
    move_to_store(MORNING)
    get = store.get

    def overtaken(name):
        monkeypatch.setattr(store, "get", get)
        move_to_database(MORNING)
        return get(name)

    monkeypatch.setattr(store, "get", overtaken)
    assert move_to_database(MORNING) == {}
    assert PhotographData.objects.count() == 2


def test_without_the_setting_what_is_in_the_store_is_asked_of_nobody(photographs, store, settings):
    move_to_store(MORNING)
    settings.PHOTOGRAPHS = ""
    with pytest.raises(PhotographGone, match="the setting PHOTOGRAPHS names none"):
        content_of(photographs[0])


def test_a_deleted_photograph_goes_from_the_store_and_as_often_as_it_takes(photographs, store, settings, monkeypatch):
    move_to_store(MORNING)
    delete_photograph(photograph=photographs[0], **with_act(by=None, at=MORNING, reason="a bystander's face"))
    with pytest.raises(PhotographGone):
        content_of(photographs[0])
    use_store(closed_store(), settings, monkeypatch)
    with pytest.raises(StoreAway):
        remove_left(MORNING)
    use_store(store, settings, monkeypatch)
    assert remove_left(MORNING) == 1
    assert [*store.names()] == [SheetPhotograph.objects.get(pk=photographs[1].pk).stored.name]


def test_with_an_event_its_photographs_go_from_the_store(event, photographs, store):
    move_to_store(MORNING)
    event.hanchan.filter(state=HanchanState.PLAYING).update(state=HanchanState.CLOSED, closed_at=MORNING)
    delete_event(tournament=event, typed=event.name, **with_act(by=make_user("owner", superuser=True), at=MORNING))
    assert not SheetPhotograph.objects.exists()
    assert remove_left(MORNING) == 2 and [*store.names()] == []


def test_an_event_file_has_its_photographs_wherever_they_are(event, photographs, contents, store, away):
    before = event_file(event)
    move_to_store(MORNING)
    assert event_file(event) == before
    again = import_event(file=read_event_file(before.encode()), slug="again", **with_act(by=None, at=MORNING))
    assert findings(again.tournament) == []
    assert PhotographData.objects.count() == 2
    assert move_to_store(MORNING) == {"moved": 2} and len([*store.names()]) == 4
    store.remove([photographs[0].stored.name])
    assert len(read_event_file(event_file(event).encode()).rows["photograph_data"]) == 1
    away()
    with pytest.raises(StoreAway):
        write_event_file(event, BytesIO())


def test_what_the_database_does_not_know_is_named_and_left_alone(photographs, store):
    move_to_store(MORNING)
    store.put("of another database", b"...")
    assert unknown_objects() == ["of another database"]
    remove_left(LATER)
    assert store.get("of another database")


def test_the_staff_see_it_from_the_store_and_a_sentence_where_it_does_not_answer(
    event, photographs, contents, store, away, client
):
    move_to_store(MORNING)
    client.force_login(make_staff(event, Role.DESK))
    address = reverse("sheet_photograph", args=[event.slug, 1, 1, 1])
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"], answer.content) == (200, "image/jpeg", contents[0])
    away()
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (503, "image/svg+xml")
    said = " ".join(re.sub(r"<[^>]*>", " ", answer.text).split())
    assert said == "The store of photographs does not answer. No photograph is lost. Try again in a minute."
    assert "no-store" in answer["Cache-Control"]
    japanese = client.get(address, headers={"Accept-Language": "ja"}).text
    assert max(map(len, re.findall(r"<tspan[^>]*>([^<]*)", japanese))) <= 17


def test_an_organiser_is_told_why_there_is_no_event_file(event, photographs, store, away, client):
    move_to_store(MORNING)
    away()
    client.force_login(make_staff(event, Role.ORGANISER))
    page = client.get(reverse("event_export", args=[event.slug]), follow=True)
    assert page.redirect_chain == [(reverse("exports", args=[event.slug]), 302)]
    assert "The store of photographs does not answer." in page.text
