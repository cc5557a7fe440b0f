"""Tokens: shown once, kept as a hash, for one tournament and one thing, revoked at once, wrong ones limited."""

from datetime import timedelta
from hashlib import sha256

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.api.events import read, shown_event, staff_addresses, token_for
from tests.tournament.standings.tables import USUAL, put_in, small_event
from tournament.api.actions import make_token, note_use, revoke_token
from tournament.api.models import ApiToken, TokenScope
from tournament.api.queries import tokens_of
from tournament.api.tokens import MOST_WRONG
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Role, Tournament, Verb
from tournament.events.history import details

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
def event():
    return shown_event()


@pytest.fixture
def page(client, event):
    client.force_login(make_staff(event, Role.ORGANISER, username="olga", name="Olga Ek"))
    return client


def address(event):
    return reverse("event_api", args=[event.slug])


def test_a_token_reads_what_is_hidden(event):
    put_in(event, 2, 1, USUAL)
    headers = token_for(event)
    assert {row["hanchan"] for row in read(event, "tables").json()["rows"]} == {1}
    assert {row["hanchan"] for row in read(event, "tables", **headers).json()["rows"]} == {1, 2}
    assert read(event, "standings", **headers).json()["after"] == 2
    assert read(event, "standings", "?after=2", **headers).status_code == 200
    row = read(event, "players", **headers).json()["rows"][0]
    assert {"reading", "checked_in_at"} <= row.keys() and not {"legal_name", "note"} & row.keys()
    Tournament.objects.update(is_public=False, players_public=False)
    assert read(event, "players", **headers).status_code == 200
    assert "penalties" in read(event, **headers).json()["tables"]


def test_every_table_of_the_workbook_is_read_with_a_token_and_not_without(event):
    headers = token_for(event)
    for where in staff_addresses(event):
        answer = Client().get(where, headers=headers)
        assert answer.status_code == 200, where
        assert answer["Cache-Control"] == "no-store"
    event.prizes.all().delete()
    assert read(event, "prizes", **headers).json()["code"] == "no-table"
    assert read(event, "penalties").status_code == 401
    assert read(event, "penalties")["WWW-Authenticate"] == 'Bearer realm="api"'


def test_only_the_hash_is_kept(event):
    token, text = make_token(tournament=event, name="Overlay", scope=TokenScope.READ, act=ACT)
    assert token.digest == sha256(text.encode()).hexdigest()
    assert text.startswith("sekigime_") and len(text) > 50
    assert text not in str(list(ApiToken.objects.values())) + str(list(event.audit_entries.values()))


@pytest.mark.parametrize(
    "header", ["Bearer ", "Bearer sekigime_x", "Basic b2xnYTp4", "sekigime", "Bearer " + "x" * 9999]
)
def test_a_wrong_token_opens_nothing_not_even_what_is_public(event, header):
    answer = read(event, "standings", Authorization=header)
    assert (answer.status_code, answer.json()["code"]) == (401, "token-wrong")


def test_a_token_is_for_one_tournament_and_tells_nothing_of_others(event):
    other, _people = small_event(name="Autumn Open")
    headers = token_for(event)
    Tournament.objects.filter(pk=other.pk).update(is_public=False)
    there = read(other, "standings", **headers)
    nowhere = Client().get("/api/v1/nowhere/standings", headers=headers)
    assert (there.status_code, there.json()["code"]) == (403, "token-elsewhere")
    assert there.content == nowhere.content


def test_a_token_that_is_revoked_opens_nothing_at_once(event):
    headers = token_for(event)
    assert read(event, "penalties", **headers).status_code == 200
    token = ApiToken.objects.get()
    revoke_token(token=token, act=ACT)
    assert read(event, "penalties", **headers).json()["code"] == "token-wrong"
    with pytest.raises(Refused, match="revoked already"):
        revoke_token(token=token, act=ACT)


def test_the_day_of_the_last_use_is_kept_with_one_write_a_day(event, django_assert_num_queries):
    headers = token_for(event)
    edition = Tournament.objects.get().edition
    with time_machine.travel(MORNING, tick=False):
        read(event, "clock", **headers)
    token = ApiToken.objects.get()
    assert token.last_used_on == MORNING.date()
    with django_assert_num_queries(0):
        note_use(token=token, day=MORNING.date())
    note_use(token=token, day=MORNING.date() + timedelta(days=1))
    assert ApiToken.objects.get().last_used_on == MORNING.date() + timedelta(days=1)
    assert Tournament.objects.get().edition == edition


def test_after_many_wrong_tokens_the_next_wrong_one_from_there_waits_and_a_right_one_works(event):
    headers = token_for(event)
    for _time in range(MOST_WRONG):
        assert read(event, "clock", Authorization="Bearer wrong").status_code == 401
    locked = read(event, "clock", Authorization="Bearer wrong")
    assert (locked.status_code, locked.json()["code"], locked["Retry-After"]) == (429, "address-locked", "300")
    assert read(event, "clock").status_code == 200, "what is public needs no token"
    assert read(event, "clock", **headers).status_code == 200
    elsewhere = Client(REMOTE_ADDR="10.0.0.9")
    wrong = {"Authorization": "Bearer wrong"}
    assert elsewhere.get(reverse("api_clock", args=[event.slug]), headers=wrong).status_code == 401
    cache.clear()
    assert read(event, "clock", Authorization="Bearer wrong").status_code == 401


# --- the page --------------------------------------------------------------------------------------------------------


def test_a_new_token_is_shown_once_and_works(page, event):
    assert "No tokens yet" in page.get(address(event)).content.decode()
    made = page.post(address(event), {"name": " Stream  overlay ", "scope": "read"})
    text = made.context["text"]
    assert text in made.content.decode() and made["Cache-Control"].startswith("max-age=0")
    assert read(event, "penalties", Authorization=f"Bearer {text}").status_code == 200
    again = page.get(address(event)).content.decode()
    assert "Stream overlay" in again and "read staff data" in again and text not in again
    entry = event.audit_entries.latest("id")
    assert (entry.verb, entry.subject, entry.detail, entry.actor_name) == (
        Verb.MADE_TOKEN, "Stream overlay", {"scope": "read"}, "Olga Ek"
    )  # fmt: skip
    assert details(entry) == ["may: read staff data, hidden results included"]


def test_a_token_is_revoked_on_the_page(page, event):
    page.post(address(event), {"name": "Overlay", "scope": "write"})
    token = ApiToken.objects.get()
    answer = page.post(reverse("token_revoke", args=[event.slug, token.pk]), follow=True)
    assert "The token “Overlay” opens nothing any more." in answer.content.decode()
    assert event.audit_entries.latest("id").verb == Verb.REVOKED_TOKEN
    again = page.post(reverse("token_revoke", args=[event.slug, token.pk]), follow=True)
    assert "revoked already" in again.content.decode()


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"name": "", "scope": "read"}, "Enter a name"),
        ({"name": "Overlay", "scope": "all"}, "Select a valid choice"),
        ({"name": "Overlay"}, "Choose what the token may do."),
        ({"name": "overlay", "scope": "read"}, "or was one"),
    ],
)
def test_a_form_that_is_not_right_makes_no_token(page, event, form, message):
    token, _text = make_token(tournament=event, name="OVERLAY", scope=TokenScope.READ, act=ACT)
    revoke_token(token=token, act=ACT)
    answer = page.post(address(event), form)
    assert (answer.status_code, ApiToken.objects.count()) == (422, 1)
    assert message in answer.content.decode()


@pytest.mark.parametrize(("name", "scope"), [(" ", "read"), ("Overlay", "all")])
def test_the_action_refuses_what_the_form_would(event, name, scope):
    with pytest.raises(Refused):
        make_token(tournament=event, name=name, scope=scope, act=ACT)


def test_tokens_that_work_come_first(event):
    tokens = [make_token(tournament=event, name=name, scope=TokenScope.READ, act=ACT)[0] for name in "abc"]
    revoke_token(token=tokens[2], act=ACT)
    assert [token.name for token in tokens_of(event)] == ["b", "a", "c"]
    assert str(tokens[0]) == "API: a"


def test_a_token_of_another_tournament_is_not_revoked_from_here(page, event):
    other, _people = small_event(name="Autumn Open")
    token, _text = make_token(tournament=other, name="Overlay", scope=TokenScope.READ, act=ACT)
    assert page.post(reverse("token_revoke", args=[event.slug, token.pk])).status_code == 404
