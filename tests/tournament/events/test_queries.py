"""Queries about a tournament: what of its results is public, and the tournament that a form has made."""

from uuid import uuid4

import pytest

from tests.factories import MORNING, make_tournament
from tournament.core.audit import Act
from tournament.events.queries import public_hanchan, set_up_with
from tournament.players.actions import add_players

pytestmark = pytest.mark.django_db


def test_results_are_public_up_to_the_first_hanchan_that_is_hidden():
    tournament = make_tournament(hanchan_count=4)
    assert public_hanchan(tournament) == 0
    tournament.hanchan.filter(number__in=(1, 2, 4)).update(released_at=MORNING)
    assert public_hanchan(tournament) == 2


def test_only_the_form_that_made_a_tournament_leads_to_it():
    setup, other = uuid4(), uuid4()
    tournament = make_tournament(submission=setup)
    add_players(tournament=tournament, rows=[{"name": "Aiko"}], act=Act(by=None, at=MORNING, submission=other))
    assert set_up_with(setup) == tournament
    assert set_up_with(other) is None
    assert set_up_with(None) is None
