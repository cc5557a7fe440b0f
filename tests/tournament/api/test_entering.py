"""Report sheets that a program enters: by the desk's own action, once for each key, in the name of the token."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.api.events import SHEET, changed, read, send, sheet, shown_event, token_for
from tests.tournament.desk.halls import code_on
from tests.tournament.standings.tables import hanchan
from tournament.api.models import TokenScope
from tournament.core.models import EntryMode, HanchanState, Tournament, Verb
from tournament.results.models import SheetVersion
from tournament.results.sheets.queries import accepted_version

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return shown_event()


@pytest.fixture
def headers(event):
    return token_for(event, TokenScope.WRITE, name="Desk tablet")


def codes(answer):
    return [(error["code"], error["field"]) for error in answer.json()["errors"]]


def test_a_sheet_is_entered_in_the_name_of_the_token(event, headers):
    key = uuid4()
    answer = send(event, SHEET, headers, key)
    told = answer.json()
    assert answer.status_code == 200
    assert (told["hanchan"], told["table"], told["version"], told["state"], told["key"]) == (
        2, 1, 1, "accepted", str(key)
    )  # fmt: skip
    version = accepted_version(hanchan(event, 2), 1)
    assert [line.points for line in version.lines.order_by("points")] == [18_000, 25_700, 31_100, 45_200]
    entry = event.audit_entries.filter(verb=Verb.ENTERED_SHEET).latest("id")
    assert (entry.actor_name, entry.by, entry.submission) == ("API: Desk tablet", None, str(key))


def test_the_order_of_the_lines_does_not_matter(event, headers):
    assert send(event, sheet(lines=SHEET["lines"][::-1]), headers).status_code == 200
    east = accepted_version(hanchan(event, 2), 1).lines.earliest("pk")
    assert (east.wind, east.points) == ("E", 45_200)


def test_a_sheet_that_is_sent_again_is_answered_again_and_entered_once(event, headers):
    key = uuid4()
    first, again = (send(event, SHEET, headers, key) for _time in range(2))
    assert first.json() == again.json()
    assert SheetVersion.objects.filter(sheet__hanchan__number=2).count() == 1
    assert event.audit_entries.filter(submission=str(key)).count() == 1


def test_a_sheet_that_is_in_is_a_conflict(event, headers):
    send(event, SHEET, headers)
    other = send(event, changed(0, points=45_100) | {"deposits": 0}, headers)
    assert (other.status_code, other.json()["code"]) == (409, "sheet-already-in")


def test_a_wrong_sum_is_refused_with_the_words_of_the_desk(event, headers):
    answer = send(event, changed(0, points=45_100), headers)
    assert answer.status_code == 422
    assert answer.json()["code"] == "sum-too-low" and "100" in answer.json()["detail"]
    assert not SheetVersion.objects.filter(sheet__hanchan__number=2).exists()


def test_a_warning_is_confirmed_like_at_the_desk(event, headers):
    rare = sheet()
    for line, points in zip(rare["lines"], (130_000, 20_000, -10_000, -20_000), strict=True):
        line["points"] = points
    first = send(event, rare, headers)
    assert (first.status_code, first.json()["code"]) == (422, "warnings-unconfirmed")
    assert send(event, rare | {"confirmed": True}, headers).status_code == 200


def test_nobody_overrides_a_sum_through_the_api(event, headers):
    answer = send(event, changed(0, points=44_200) | {"override": True}, headers)
    assert (answer.status_code, codes(answer)) == (400, [("body-unknown", "override")])


def test_people_who_do_not_sit_there_are_refused(event, headers):
    assert codes(send(event, changed(1, number=99), headers)) == [("no-such-player", "lines/1/number")]
    assert send(event, changed(1, number=5), headers).json()["code"] == "seating-changed"
    assert send(event, sheet(table=77), headers).json()["code"] == "no-such-table"
    assert codes(send(event, sheet(hanchan=9), headers)) == [("no-hanchan", "hanchan")]


def test_a_hanchan_that_is_not_played_takes_no_sheet(event, headers):
    assert send(event, sheet(hanchan=3), headers).json()["code"] == "hanchan-not-started"
    event.hanchan.filter(number=2).update(state=HanchanState.CLOSED, closed_at="2026-05-16T12:00Z")
    assert send(event, sheet(), headers).json()["code"] == "hanchan-closed"


def test_where_two_people_read_a_sheet_the_program_is_one_of_them(event, headers):
    Tournament.objects.update(entry_mode=EntryMode.BLIND)
    assert send(event, SHEET, headers).json()["state"] == "once"
    again = send(event, SHEET, headers)
    assert again.status_code == 422, "another sending of the same program is no second person"
    assert accepted_version(hanchan(event, 2), 1) is None


def test_places_and_code_of_the_paper_are_compared_where_they_are_asked_for(event, headers):
    Tournament.objects.update(entry_mode=EntryMode.CHECKED)
    body = sheet(code=code_on(event, 2, 1))
    for line, place in zip(body["lines"], (1, 2, 3, 4), strict=True):
        line["place"] = place
    wrong = deepcopy(body)
    wrong["lines"][0]["place"], wrong["lines"][1]["place"] = 2, 1
    assert send(event, wrong, headers).status_code == 422
    assert send(event, body | {"code": code_on(event, 2, 2)}, headers).status_code == 422
    assert send(event, body, headers).status_code == 200


def test_a_body_that_is_too_large_is_refused(event, headers, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    assert send(event, SHEET, headers).json()["code"] == "no-json"


def test_a_form_is_no_json(event, headers):
    answer = send(event, SHEET, headers, content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, answer.json()["code"]) == (415, "no-json")


def test_a_sheet_needs_a_key(event, headers):
    for key in ("again", "x" * 36):
        answer = send(event, SHEET, headers, key)
        assert (answer.status_code, codes(answer)) == (400, [("no-key", "Idempotency-Key")])


def test_only_a_token_that_writes_enters_sheets(event, headers):
    nobody = send(event, SHEET, {})
    assert (nobody.status_code, nobody.json()["code"]) == (401, "token-missing")
    reader = send(event, SHEET, token_for(event))
    assert (reader.status_code, reader.json()["code"]) == (403, "token-scope")
    assert read(event, "sheets", **headers).status_code == 403
    assert read(event, "standings", **headers).status_code == 403


def test_a_form_of_another_page_cannot_write_with_the_cookie_of_its_reader(event):
    client = Client(enforce_csrf_checks=True)
    client.force_login(event.memberships.create(user=_organiser(), role="organiser").user)
    answer = client.post(reverse("api_sheets", args=[event.slug]), SHEET, content_type="application/json")
    assert answer.status_code == 401


def test_a_token_needs_no_form_token(event, headers):
    client = Client(enforce_csrf_checks=True)
    headers = {**headers, "Idempotency-Key": str(uuid4())}
    address = reverse("api_sheets", args=[event.slug])
    assert client.post(address, SHEET, content_type="application/json", headers=headers).status_code == 200


def _organiser():
    from tests.factories import make_user

    return make_user("olga")
