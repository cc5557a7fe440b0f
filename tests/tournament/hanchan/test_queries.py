"""The state of an event, as What next reads it."""

import pytest

from tests.factories import MORNING
from tests.tournament.planning.halls import seated_hall
from tournament.hanchan.queries import event_state

pytestmark = pytest.mark.django_db


def test_each_hanchan_tells_whether_its_seating_and_its_results_are_public():
    tournament = seated_hall(8, 2)
    tournament.hanchan.filter(number=1).update(seating_published_at=MORNING, released_at=MORNING)
    first, second = event_state(tournament).hanchan
    assert (first.seating_published_at, first.released_at) == (MORNING, MORNING)
    assert (second.seating_published_at, second.released_at) == (None, None)
