"""Queries about a tournament: what of its results is public, and the tournament that a form has made."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import MORNING, make_tournament
from tournament.core.audit import Act
from tournament.events.queries import names_of_hanchan, set_up_with
from tournament.players.actions import add_players

pytestmark = pytest.mark.django_db


def test_only_the_form_that_made_a_tournament_leads_to_it():
    setup, other = uuid4(), uuid4()
    tournament = make_tournament(submission=setup)
    add_players(tournament=tournament, rows=[{"name": "Aiko"}], act=Act(by=None, at=MORNING, submission=other))
    assert set_up_with(setup) == tournament
    assert set_up_with(other) is None
    assert set_up_with(None) is None


def test_only_hanchan_with_a_name_have_one():
    tournament = make_tournament(hanchan_count=3)
    tournament.hanchan.filter(number=3).update(name="Final")
    assert names_of_hanchan(tournament) == {3: "Final"}


def test_a_form_is_looked_up_in_an_index_of_its_own_and_not_in_the_whole_history():
    with CaptureQueriesContext(connection) as asked:
        assert set_up_with(uuid4()) is None
    explain = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")  # of a table without rows it would read them all
        cursor.execute(f"{explain} {asked[0]['sql']}")
        plan = str(cursor.fetchall())
    assert "set_up_by_submission" in plan
