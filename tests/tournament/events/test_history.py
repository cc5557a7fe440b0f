"""The history page: who was who then, the head, and what was changed in the database by hand."""

import json

import pytest
from django.urls import reverse
from django.utils.translation import override

from docs import verify_history
from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tournament.core.audit import Act
from tournament.core.audit_check import findings, last_value
from tournament.core.chain import head
from tournament.core.models import AuditEntry, Role
from tournament.events.history import words_of
from tournament.events.history_groups import grouped, seats_in
from tournament.hanchan.actions import add_minutes
from tournament.results.models import SheetLine
from tournament.staff.actions import change_name

pytestmark = pytest.mark.django_db
BOX = "Something was changed outside of Sekigime"


@pytest.fixture
@kept
def event():
    tournament = hall()
    for table in (1, 2, 3, 4):
        entered(hanchan_of(tournament), table)
    return tournament


@pytest.fixture
def organiser(client, event):
    user = make_staff(event, Role.ORGANISER, "aiko", "Aiko Brandt")
    client.force_login(user)
    return user


def text_of(client, name, event, *arguments) -> str:
    return client.get(reverse(name, args=[event.slug, *arguments])).content.decode()


def alter() -> None:
    SheetLine.objects.filter(pk=SheetLine.objects.first().pk).update(points=100)


def test_a_line_shows_the_name_of_then_with_the_sign_in_name(client, event, organiser):
    add_minutes(hanchan=hanchan_of(event), minutes=5, act=Act(by=organiser, at=MORNING))
    change_name(user=organiser, name="Ewa Nowak", act=Act(by=organiser, at=MORNING))
    page = text_of(client, "event_history", event)
    assert page.count("<bdi>Aiko Brandt</bdi>") == 2
    assert "aiko" in page and "Aiko Brandt → Ewa Nowak" in page
    assert "Aiko Brandt" in text_of(client, "event_overview", event)


def test_the_page_has_the_head_of_an_untouched_history(client, event, organiser):
    page = text_of(client, "event_history", event)
    assert head(last_value(event)) in page and "unchanged since entry" in page
    assert BOX not in page


def test_what_was_altered_is_named_at_once_on_what_next_the_standings_and_the_history(client, event, organiser):
    alter()
    for name in ("standings", "event_overview", "exports", "print_standings"):
        assert BOX in text_of(client, name, event), name
    assert "Verified: nobody is left out" not in text_of(client, "event_overview", event)
    page = text_of(client, "event_history", event)
    assert BOX in page and "but the database now says 100" in page and "no longer add up" in page
    assert "unchanged since entry" not in page


def test_of_many_findings_the_first_five_are_shown(client, event, organiser):
    SheetLine.objects.update(yakitori=True)
    page = text_of(client, "event_history", event)
    assert page.count("but the database now says true") == 5
    assert "16 findings in all" in page


def test_closing_a_hanchan_says_that_something_was_altered(client, event, organiser):
    alter()
    answer = client.post(reverse("hanchan_close", args=[event.slug, 1]), follow=True)
    assert "Hanchan 1 is closed" in answer.text or answer.status_code == 200
    assert BOX in answer.text
    assert BOX in text_of(client, "event_overview", event)


def test_closing_an_untouched_hanchan_says_nothing_of_it(client, event, organiser):
    answer = client.post(reverse("hanchan_close", args=[event.slug, 1]), follow=True)
    assert BOX not in answer.text
    event.refresh_from_db()
    assert findings(event) == []


def test_the_history_is_downloaded_for_proof_by_organisers(client, event, organiser):
    assert reverse("history_file", args=[event.slug]) in text_of(client, "event_history", event)
    answer = client.get(reverse("history_file", args=[event.slug]))
    assert f"{event.slug}-history.jsonl" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    wrong, values, _rows = verify_history.check(enumerate(map(json.loads, answer.text.splitlines()), start=1))
    assert wrong == [] and last_value(event) in values.values()
    client.force_login(make_staff(event, Role.REFEREE))
    assert reverse("history_file", args=[event.slug]) not in text_of(client, "event_history", event)


def test_pages_that_are_asked_for_often_do_not_check(client, event, organiser, monkeypatch):
    monkeypatch.setattr(AuditEntry, "content", None)
    for name in ("public_standings", "sheets_current"):
        client.get(reverse(name, args=[event.slug]))


def test_the_sheets_that_somebody_typed_one_after_the_other_are_one_line_that_opens(client, event, organiser):
    page = text_of(client, "event_history", event)
    assert page.count('class="history-group"') == 1
    assert "<strong>entered 4 report sheets</strong> · <bdi>hanchan 1</bdi>" in page
    for table in (1, 2, 3, 4):
        assert f"<bdi>table {table}</bdi>" in page
    assert page.count('class="row gap-1"') == 16 and "points: E" not in page


def test_two_are_not_folded_and_another_act_between_parts_them(event, organiser):
    entries = list(event.audit_entries.filter(verb="entered a sheet"))
    other = AuditEntry(verb="changed the settings", at=MORNING)
    assert [len(group.entries) for group in grouped(entries[:2])] == [1, 1]
    assert [len(group.entries) for group in grouped([*entries, other, *entries[:3]])] == [4, 1, 3]
    entries[1].reason = "typed again"
    assert [len(group.entries) for group in grouped(entries)] == [1, 1, 1, 1]


def test_points_are_written_as_on_the_sheet(event, organiser):
    detail = {"points": {"E": 41_200, "S": -300}, "players": {"E": 4}}
    assert seats_in(detail) == [("E", 41_200, 4), ("S", -300, None)]
    assert seats_in({"points": 30_000}) == seats_in({}) == ()


def test_winds_are_written_in_the_letters_of_the_reader():
    with override("fr"):
        assert words_of("points", {"E": 41_200, "W": -300})[1] == "E 41200 et O -300"
        assert words_of("busted_by", {"S": "W"})[1] == "S O"
        assert words_of("yakitori", ["W"])[1] == "O"
