"""Which seatings may be without a digest: those that the migration found so, unless a draw made them."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.factories import MORNING, make_tournament
from tournament.planning.models import Draw
from tournament.seats.models import Seating

migration = import_module("tournament.migrations.0007_fixed_wishes")


@pytest.mark.django_db
def test_only_versions_without_a_digest_and_without_a_draw_are_from_before():
    tournament = make_tournament()
    draw = Draw.objects.create(tournament=tournament, number=1, committed_at=MORNING)
    about = {"tournament": tournament, "source": "planned", "made_at": MORNING}
    Seating.objects.create(number=1, **about)
    Seating.objects.create(number=2, draw=draw, **about)
    Seating.objects.create(number=3, digest="d" * 64, verified_at=MORNING, **about)
    migration.mark(apps, None)
    assert list(Seating.objects.order_by("number").values_list("from_before", flat=True)) == [True, False, False]
