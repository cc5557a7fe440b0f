"""A kept sheet as the server hears it: under its owner's name alone, once, and answered in sentences."""

import pytest
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of, typed
from tournament.core.models import EntryMode, Role
from tournament.results.models import SheetVersion
from tournament.results.sheets.queries import accepted_version

pytestmark = pytest.mark.django_db
OTHERS = (33_100, 41_200, 25_700, 20_000)


@pytest.fixture
def desk():
    return hall()


@pytest.fixture
def mina(desk, client):
    person = make_staff(desk, Role.REFEREE, name="Mina Vogel")
    client.force_login(person)
    return person


@pytest.fixture
def mara(desk):
    return make_staff(desk, Role.DESK, name="Mara Lind")


def url(tournament, name="sheet_kept"):
    return reverse(name, args=[tournament.slug, 1, 1])


def kept(tournament, person, **fields):
    return {**typed(hanchan_of(tournament)), "account": str(person.pk), **fields}


def test_a_browser_asks_who_is_signed_in_and_gets_a_token_for_that_person(client, desk, mina):
    answer = client.get(reverse("outbox", args=[desk.slug])).json()
    assert answer["account"] == str(mina.pk)
    assert len(answer["token"]) == 64


def test_a_kept_sheet_is_entered_once_however_often_it_is_sent(client, desk, mina):
    data = kept(desk, mina)
    for _turn in range(2):
        answer = client.post(url(desk), data)
        assert answer.json() == {"outcome": "saved", "next": f"{reverse('sheet', args=[desk.slug, 1, 2])}?saved=1"}
    assert SheetVersion.objects.get().entered_by == mina


def test_nobody_sends_a_sheet_that_somebody_else_typed(client, desk, mina, mara):
    answer = client.post(url(desk), kept(desk, mara))
    assert (answer.status_code, answer.json()) == (403, {"account": str(mina.pk)})
    assert not SheetVersion.objects.exists()


def test_who_is_not_signed_in_sends_nothing(client, desk, mara):
    assert client.post(url(desk), kept(desk, mara)).status_code in (302, 401)
    assert not SheetVersion.objects.exists()


def test_what_does_not_add_up_is_answered_with_its_sentences(client, desk, mina):
    answer = client.post(url(desk), kept(desk, mina, points_3="191"))
    assert answer.status_code == 422
    assert answer.json()["sentences"][0].startswith("900 missing.")
    unread = client.post(url(desk), kept(desk, mina, points_3="2.5.1"))
    assert "is not a number of points" in unread.json()["sentences"][0]
    deposits = client.post(url(desk), kept(desk, mina, deposits="many"))
    assert deposits.json()["sentences"]


def test_what_was_never_looked_at_is_not_ticked_by_the_way(client, desk, mina):
    thirty = {f"points_{row}": "300" for row in range(4)}
    answer = client.post(url(desk), kept(desk, mina, **thirty))
    assert answer.status_code == 422
    assert "Was this hanchan played?" in answer.json()["sentences"][0]


def test_figures_that_somebody_else_entered_meanwhile_are_not_in_the_answer(client, desk, mina, mara):
    entered(hanchan_of(desk), by=mara, points=OTHERS)
    answer = client.post(url(desk), kept(desk, mina))
    assert answer.status_code == 409
    assert answer.json() == {"sentences": ["Mara Lind entered the sheet of table 1 in the meantime."]}
    assert accepted_version(hanchan_of(desk), 1).entered_by == mara


def test_the_same_figures_entered_meanwhile_leave_nothing_to_send(client, desk, mina, mara):
    entered(hanchan_of(desk), by=mina)
    assert client.post(url(desk), kept(desk, mina)).json()["outcome"] == "same"


def test_an_own_reading_typed_at_another_desk_meanwhile_leaves_nothing_to_send(client, desk, mina):
    desk.entry_mode = EntryMode.BLIND
    desk.save(update_fields=["entry_mode"])
    entered(hanchan_of(desk), by=mina)
    assert client.post(url(desk), kept(desk, mina)).json()["outcome"] == "same"
    assert SheetVersion.objects.count() == 1


def test_in_blind_entry_the_answer_says_that_readings_differ_and_no_figure(client, desk, mina, mara):
    desk.entry_mode = EntryMode.BLIND
    desk.save(update_fields=["entry_mode"])
    entered(hanchan_of(desk), by=mara, points=OTHERS)
    answer = client.post(url(desk), kept(desk, mina))
    assert answer.json()["outcome"] == "differs"
    again = client.post(url(desk), kept(desk, mina, points_0="422", points_1="321"))
    assert again.status_code == 422
    assert not any(figure in answer.text + again.text for figure in ("331", "412", "257"))


def test_a_change_that_was_kept_is_made_on_the_version_it_was_typed_for(client, desk, mina):
    entered(hanchan_of(desk), by=mina)
    data = kept(desk, mina, points_0="422", points_1="321", base_version="1", reason="Misread")
    answer = client.post(url(desk, "sheet_change_kept"), data)
    assert answer.json()["next"] == reverse("sheet", args=[desk.slug, 1, 1]) + "?saved=1"
    assert accepted_version(hanchan_of(desk), 1).number == 2
    later = {**data, "submission": typed(hanchan_of(desk))["submission"], "points_0": "432", "points_1": "311"}
    assert client.post(url(desk, "sheet_change_kept"), later).status_code == 409


def test_a_closed_hanchan_is_told(client, desk, mina):
    hanchan = hanchan_of(desk)
    hanchan.state = "planned"
    hanchan.started_at = None
    hanchan.save()
    answer = client.post(url(desk), kept(desk, mina))
    assert answer.status_code == 422
    assert answer.json()["sentences"]
