"""What the next hanchan is paired from."""

import pytest

from tests.factories import make_players, make_tournament
from tournament.core.audit import Act
from tournament.planning.actions import repair
from tournament.planning.pairing.basis import pairing_basis
from tournament.seats.queries import byes_of

pytestmark = pytest.mark.django_db


def test_only_byes_before_the_hanchan_count_as_past(now):
    tournament = make_tournament(hanchan_count=4)
    make_players(tournament, 17)
    repair(tournament=tournament, first=1, key="byes-even", act=Act(by=None, at=now))
    out = byes_of(tournament.seating)
    assert len(frozenset().union(*out.values())) == 4
    assert set(pairing_basis(tournament, 3).byes) == out[1] | out[2]
