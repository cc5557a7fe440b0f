"""Long tables of the staff, a page after a row: no other row is read, and none comes twice or is left out."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import MORNING
from tests.tournament.api.events import read, token_for
from tests.tournament.api.test_openapi import faults
from tests.tournament.core.events import recorded_event
from tournament.api.resources import LONG
from tournament.core.audit import Act
from tournament.players.actions import edit_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return recorded_event()


@pytest.fixture
def token(event):
    return token_for(event)


def pages(event, key, token, size=2):
    """The page after no row, and each one that `next` names."""
    found = [read(event, key, f"?after=0&size={size}", **token).json()]
    while found[-1]["next"]:
        found.append(Client().get(found[-1]["next"], headers=token).json())
    return found


@pytest.mark.parametrize("key", LONG)
def test_page_after_page_is_the_whole_table(event, token, key):
    whole = read(event, key, **token).json()
    found = pages(event, key, token)
    assert [row for page in found for row in page["rows"]] == whole["rows"]
    assert len(found) == -(-whole["count"] // 2) > 1
    for page in found:
        assert faults(f"/api/v1/{{slug}}/{key}", page) == []
        assert (page["page"], page["count"], page["changed_outside"]) == (None, whole["count"], 0)
    assert len({page["edition"] for page in found}) == len(found)


@pytest.mark.parametrize("key", LONG)
def test_a_page_reads_its_own_rows_alone(event, token, key):
    read(event, key, "?after=0&size=2", **token)
    with CaptureQueriesContext(connection) as few:
        read(event, key, "?after=0&size=1", **token)
    with CaptureQueriesContext(connection) as more:
        read(event, key, "?after=0&size=9", **token)
    table = {"history": "auditentry", "sheets": "sheetversion"}[key]
    cut = [one["sql"] for one in few if f'FROM "tournament_{table}"' in one["sql"] and "LIMIT 2" in one["sql"]]
    assert len(cut) == 1 and len(few) == len(more)


def test_what_is_added_while_it_is_read_comes_at_the_end_and_nothing_twice(event, token):
    first = read(event, "history", "?after=0&size=5", **token).json()
    edit_player(player=event.players.get(number=1), act=Act(by=None, at=MORNING), name="Zoë")
    rest = Client().get(first["next"].replace("size=5", "size=1000"), headers=token).json()
    lines = [row["line"] for row in first["rows"] + rest["rows"]]
    assert lines == sorted(set(lines)) and len(lines) == event.audit_entries.count()
    assert rest["next"] is None


@pytest.mark.parametrize(
    ("after", "status", "code"), [("1", 404, "no-cursor"), ("x", 400, "no-number"), ("-1", 400, "no-number")]
)
def test_a_row_that_is_not_there_is_refused(event, token, after, status, code):
    answer = read(event, "history", f"?after={after}", **token)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_page_number_reads_the_table_as_before_and_short_tables_have_no_cursor(event, token):
    assert read(event, "history", "?page=2&size=2", **token).json()["page"] == 2
    assert read(event, "hand-ins", "?after=0", **token).status_code == 400
    assert read(event, "history", "?after=0").status_code == 401
