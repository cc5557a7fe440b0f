"""What a browser keeps of a blind sheet: only the server opens it, for the account that typed it."""

from base64 import b64decode, b64encode
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.desk.halls import CLEAN, hall, hanchan_of, typed
from tournament.core.models import EntryMode, Role
from tournament.desk.pads import LENGTH, new_pad
from tournament.results.models import SheetVersion

pytestmark = pytest.mark.django_db


@pytest.fixture
def blind():
    return hall(entry_mode=EntryMode.BLIND)


@pytest.fixture
def mina(blind, client):
    person = make_staff(blind, Role.REFEREE, name="Mina Vogel")
    client.force_login(person)
    return person


def sealed(pad, fields):
    """What outbox.js makes of the fields."""
    number, key = pad.split(":")
    pairs = zip(urlencode(fields).encode(), b64decode(key), strict=False)
    return {"pad": number, "sealed": b64encode(bytes(one ^ other for one, other in pairs)).decode()}


def address(tournament, name="sheet_kept"):
    return reverse(name, args=[tournament.slug, 1, 1])


def test_each_blind_page_has_a_pad_of_its_own_and_no_other_page_has_one(client, blind, mina):
    one, other = (client.get(address(blind, "sheet")).context["pad"] for _ in "ab")
    assert one != other and len(b64decode(one.partition(":")[2])) == LENGTH
    single = hall(name="Single Open")
    client.force_login(make_staff(single))
    assert "data-pad" not in client.get(address(single, "sheet")).content.decode()


def test_a_sealed_sheet_counts_for_its_account_by_the_outbox_and_by_its_form(client, blind, mina):
    pad = client.get(address(blind, "sheet")).context["pad"]
    fields = typed(hanchan_of(blind))
    kept = client.post(address(blind), {**sealed(pad, fields), "account": mina.pk})
    assert kept.json()["outcome"] == "once"
    assert client.post(address(blind, "sheet"), sealed(pad, fields)).status_code == 302
    assert tuple(SheetVersion.objects.get().lines.order_by("pk").values_list("points", flat=True)) == CLEAN


@pytest.mark.parametrize("wrong", [{"pad": "x"}, {"pad": ""}, {"sealed": "no base64"}, {"sealed": ""}])
def test_what_nobody_sealed_is_refused(client, blind, mina, wrong):
    pad = client.get(address(blind, "sheet")).context["pad"]
    sent = {**sealed(pad, typed(hanchan_of(blind))), "account": mina.pk, **wrong}
    assert client.post(address(blind), sent).status_code == 422
    assert not SheetVersion.objects.exists()


def test_the_pad_of_one_account_opens_nothing_for_another(client, blind, mina):
    fields = sealed(new_pad(mina), typed(hanchan_of(blind)))
    mara = make_staff(blind, Role.DESK, name="Mara Lind")
    client.force_login(mara)
    answer = client.post(address(blind), {**fields, "account": mara.pk})
    assert answer.status_code == 422 and "412" not in answer.content.decode()
    assert not SheetVersion.objects.exists()
