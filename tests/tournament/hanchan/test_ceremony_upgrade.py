"""A ceremony that an earlier release started goes on where it was after the upgrade."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.tournament.hanchan.test_ceremony import press
from tests.tournament.hanchan.test_ceremony_corrections import running
from tests.tournament.standings.tables import vouch
from tournament.standings.prizes.ceremony_show import show_of
from tournament.standings.queries import reveal_of

pytestmark = pytest.mark.django_db
count_steps = import_module("tournament.migrations.0024_ceremony_steps").count_steps


@pytest.mark.parametrize("until", [9, 5, 2])
def test_the_steps_whose_places_are_revealed_are_shown(until):
    tournament = running(until)
    counted = tournament.ceremony_shown
    tournament.ceremony_shown = tournament.ceremony_step = 0
    tournament.save(update_fields=["ceremony_shown", "ceremony_step"])
    vouch(tournament)
    count_steps(apps, None)
    tournament.refresh_from_db()
    assert (tournament.ceremony_shown, tournament.ceremony_step) == (counted, counted)
    before = reveal_of(tournament).rows
    assert [row for step in reversed(show_of(tournament).steps) for row in step.rows] == list(before)
    press(tournament)
    assert len(reveal_of(tournament).rows) == len(before) + 1
