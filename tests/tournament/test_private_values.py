"""Private values are for the organiser: nobody else reads one on any page, in any file or in any answer."""

from io import BytesIO
from zipfile import ZipFile, is_zipfile

import pytest
from django.urls import reverse

from tests.factories import MORNING
from tests.tournament.api.events import token_for
from tests.tournament.players.importing.lists import apply, grid
from tests.tournament.standings.tables import vouch
from tests.tournament.test_every_page import FOR_TOKENS, address_of, all_pages, event  # noqa: F401  # a fixture
from tournament.core.audit import Act
from tournament.core.audit_check import last_value
from tournament.core.models import AuditEntry, Role, Verb
from tournament.core.records import columns_of, private_names, without_private
from tournament.events.history import details
from tournament.exports.book import FOR_ORGANISERS, SHEETS, table_of, tables_of
from tournament.players.actions import add_player, delete_player, edit_player
from tournament.players.models import Player

BY_HAND = Act(by=None, at=MORNING)
MARK = "Zyxw"
SLOW = pytest.mark.slow("every page")


def marks(what):
    return {name: f"{MARK}-{what}-{name}"[:28] for name in Player.private}


@pytest.fixture
def marked(event):  # noqa: F811
    """Private values that came in on every way, changed and deleted, and lines of history as they were before."""
    first = event.players.get(number=1)
    edit_player(player=first, act=BY_HAND, **marks("first"))
    edit_player(player=first, act=BY_HAND, **marks("edit"))
    delete_player(player=add_player(tournament=event, act=BY_HAND, name="Gone", **marks("gone")), act=BY_HAND)
    second = event.players.get(number=2).name
    apply(event, grid("number;name;pronouns;note", f"2;{second};{MARK}-in;{MARK}-in"))
    edition = event.edition
    old = marks("old")
    for detail in (
        {**old, "name": "Old"},
        {name: [value, f"{value}2"] for name, value in old.items()},
        {"changed": {"1 Old": {name: ["", value] for name, value in old.items()}}, "added": []},
    ):
        edition += 1
        entry = AuditEntry(tournament=event, edition=edition, at=MORNING, verb=Verb.CHANGED_PLAYER, detail=detail)
        entry.subject, entry.previous = "1 Old", last_value(event)
        entry.chain = entry.value()
        entry.save()
    type(event).objects.filter(pk=event.pk).update(edition=edition)
    event.refresh_from_db()
    vouch(event)
    return event


def text_of(answer):
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if is_zipfile(BytesIO(content)):
        with ZipFile(BytesIO(content)) as parts:
            return "".join(parts.read(name).decode("utf-8", "replace") for name in parts.namelist())
    return content.decode("utf-8", "replace")


def addresses(event):  # noqa: F811
    """Every page and every list."""
    yield from ((page.name, address_of(page, event)) for page in all_pages())
    for key in SHEETS:
        yield f"export_csv {key}", reverse("export_csv", args=[event.slug, key])
    for key in ("history", *FOR_ORGANISERS):
        yield f"export_xlsx {key}", reverse("export_xlsx", args=[event.slug, key])
    yield "event_history?q=", reverse("event_history", args=[event.slug]) + f"?q={MARK}"


def leaks(client, event):  # noqa: F811
    return [name for name, address in addresses(event) if MARK in text_of(client.get(address)).replace(
        f"q={MARK}", "").replace(f'value="{MARK}"', "")]  # fmt: skip


@pytest.mark.long("every page and every file")
@pytest.mark.parametrize("role", [None, *(pytest.param(role, marks=SLOW) for role in (Role.DESK, Role.REFEREE))])
def test_nobody_without_the_right_to_run_the_event_reads_a_private_value(client, marked, role):
    if role:
        client.force_login(marked.memberships.get(role=role).user)
    assert leaks(client, marked) == []


def test_no_program_reads_a_private_value(client, marked):
    token = token_for(marked)
    tables = [page for page in all_pages() if page.name in FOR_TOKENS or str(page.pattern).startswith("api/")]
    answers = {page.name: client.get(address_of(page, marked), headers=token) for page in tables}
    assert answers["api_history"].status_code == 200
    assert [name for name, answer in answers.items() if MARK in text_of(answer)] == []


@SLOW
def test_an_organiser_reads_them_where_they_are_needed_and_nowhere_else(client, marked):
    client.force_login(marked.memberships.get(role=Role.ORGANISER).user)
    assert set(leaks(client, marked)) == {
        "check_in", "event_export", "history_file", "player_edit", "print_badges", "registrations",
        "export_csv", "export_xlsx", "export_csv players", "export_xlsx players", "export_csv ara", "export_xlsx ara",
    }  # fmt: skip


def test_the_history_says_that_a_private_value_was_added_changed_or_removed(event):  # noqa: F811
    player = event.players.get(number=1)
    said = []
    for contact in ("a@x.org", "b@x.org", ""):
        player = edit_player(player=player, act=BY_HAND, contact=contact)
        said += details(event.audit_entries.first())
    assert said == ["contact: added", "contact: changed", "contact: removed"]


def test_what_has_no_private_value_any_more_stays_as_it_is():
    once = without_private({"added": [{"note": "x", "legal_name": ""}], "contact": ["a", ""], "name": ["A", "B"]})
    assert once == {"added": [{"note": True, "legal_name": False}], "contact": [True, False], "name": ["A", "B"]}
    assert without_private(once) == once


def test_no_private_field_is_vouched_for_by_the_history():
    assert private_names() == Player.private
    assert not Player.private & set(columns_of(Player))


def test_the_workbook_has_no_private_column_for_anybody(event):  # noqa: F811
    columns = {column.key for table in tables_of(event, at=MORNING) for column in table.file_columns}
    assert not columns & private_names()
    own = table_of(event, "ara", at=MORNING, private=True)
    assert "legal_name" in {column.key for column in own.file_columns}
