"""Queries about a tournament: what of its results is public, and the tournament that a form has made."""

from uuid import uuid4

import pytest

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
