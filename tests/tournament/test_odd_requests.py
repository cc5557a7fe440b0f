"""Nothing that anybody can send makes a page fail: odd numbers, odd letters, missing and unknown fields, every role."""

from html.parser import HTMLParser
from itertools import count

import pytest
from django.core.signals import got_request_exception
from django.db import transaction
from django.urls import resolve, reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.test_every_page import address_of, all_pages, small_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.core.requests import WholeNumber
from tournament.events.actions import set_public

SLOW = pytest.mark.slow("odd requests")
HUGE = "9" * 5000
ODD = (
    HUGE, "99999999999", "²", "٣", "-1", "1e9", "a\x00b", "\u202e<b>{0} %s %(x)s {name}</b>", "x" * 3000,
    "2026-02-30", b"\xed\xa0\x80", "",
)  # fmt: skip
ASKED = (
    "since", "page", "me", "q", "next", "by", "verb", "sort", "hanchan", "table", "player", "show", "open", "mark",
    "paper", "after", "saved", "same", "spares", "kind", "foul", "text", "status", "who", "from_hanchan", "leaving",
)  # fmt: skip


class Forms(HTMLParser):
    """The forms of a page: address, method, and each field with what it starts with."""

    def __init__(self, page):
        super().__init__()
        self.page, self.found, self.select, self.fields = page, [], "", {}

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        name, value = said.get("name"), said.get("value") or ""
        if tag == "form":
            self.fields = {}
            self.found.append((said.get("action") or self.page, said.get("method", "get"), self.fields))
        elif tag == "select":
            self.select = name or ""
        elif tag == "option" and self.select and ("selected" in said or not self.fields.get(self.select)):
            self.fields[self.select] = value
        elif tag in ("input", "button", "textarea") and name and name != "csrfmiddlewaretoken":
            self.fields.setdefault(name, value)

    def handle_endtag(self, tag):
        if tag == "select":
            self.select = ""


@pytest.fixture
@kept
def event(db):
    tournament = small_event()
    set_public(tournament=tournament, is_public=True, players_public=True, act=Act(by=None, at=MORNING))
    for role in Role.values:
        make_staff(tournament, role, username=role)
    return tournament


@pytest.fixture
def failures(client):
    """What failed in answering, by address; the client gets the page for errors as a browser would."""
    client.raise_request_exception = False
    seen = []

    def note(sender, request, **kwargs):
        seen.append(f"{request.method} {request.path}: {note.sent}")

    note.sent = ""
    got_request_exception.connect(note)
    yield seen, note
    got_request_exception.disconnect(note)


class Undo(Exception):
    """What was sent is rolled back, so that each request meets the same event."""


def send(client, method, address, data):
    try:
        with transaction.atomic():
            answer = getattr(client, method)(address, data)
            raise Undo
    except Undo:
        return answer


def forms_of(client, tournament):
    """Every form on every page, once."""
    found = {}
    for page in all_pages():
        address = address_of(page, tournament)
        answer = client.get(address)
        if answer.status_code == 200 and "html" in answer["Content-Type"]:
            parser = Forms(address)
            parser.feed(answer.content.decode())
            for action, method, fields in parser.found:
                if method != "dialog":  # which is sent nowhere
                    found[action.partition("?")[0], method, *fields] = fields
    return [(key[0], key[1], fields) for key, fields in found.items() if "/sign-out/" not in key[0]]


def variants(fields, turn):
    """All fields odd at once, each field alone, and some or all of them left out; of a form without fields only once
    each, as they are all the same."""
    for _ in range(2 if fields else 1):
        yield {**dict.fromkeys(fields, ODD[next(turn) % len(ODD)]), "junk": "1"}
    for name in fields:
        yield {**fields, name: ODD[next(turn) % len(ODD)]}
    yield {name: fields[name] for name in list(fields)[::2]}
    if fields:
        yield {name: fields[name] for name in list(fields)[1::2]}


@SLOW
def test_no_form_fails_whatever_stands_in_its_fields(client, event, failures):
    seen, note = failures
    client.force_login(event.memberships.get(role=Role.ORGANISER).user)
    forms = forms_of(client, event)
    assert len(forms) > 30
    turn = count()
    for address, method, fields in forms:
        for data in variants(fields, turn):
            note.sent = {name: value[:30] for name, value in data.items()}
            send(client, method, address, data)
    assert seen == []


@SLOW
@pytest.mark.parametrize("role", [None, *Role.values])
def test_no_page_fails_whatever_its_address_asks(client, event, failures, role):
    seen, note = failures
    if role:
        client.force_login(event.memberships.get(role=role).user)
    for number, page in enumerate(all_pages()):
        address = address_of(page, event)
        for odd in ODD[:4] if role == Role.ORGANISER else (ODD[number % len(ODD)],):
            note.sent = odd[:30]
            client.get(address, dict.fromkeys(ASKED, odd))
        client.post(address, {"junk": "1"})
        client.put(address)
    assert seen == []


@pytest.mark.slow("odd requests")
@pytest.mark.django_db
def test_a_number_in_an_address_that_no_database_keeps_is_not_found(client):
    """Every address with a number, in which each of its numbers is too large in turn."""
    tournament = small_event()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    marked, found = 987_654_321, []
    for page in all_pages():
        kwargs = resolve(address_of(page, tournament)).kwargs
        for name in [name for name, kind in page.pattern.converters.items() if isinstance(kind, WholeNumber)]:
            address = reverse(page.name, kwargs={**kwargs, name: marked}).replace(str(marked), "9" * 20)
            found.append((address, client.post(address).status_code))
    assert len(found) > 50 and [address for address, status in found if status != 404] == []
