"""The frame of every write."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_tournament
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Refused
from tournament.core.models import Role, Tournament, Verb
from tournament.planning.actions import swap
from tournament.results.penalties.lateness import LateComer, late_players

pytestmark = pytest.mark.django_db


def test_a_refused_write_leaves_the_edition_as_it_is_also_in_memory():
    tournament = hall()
    before = tournament.edition
    with pytest.raises(Refused), audited_write(tournament, Act(by=None, at=MORNING), "tried"):
        raise Refused.of("no", "No.")
    assert tournament.edition == before == Tournament.objects.get(pk=tournament.pk).edition


def test_a_page_that_shows_a_refusal_hears_of_the_very_next_write(client):
    tournament = hall()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    address = reverse("hanchan", args=[tournament.slug, 1])
    refused = client.post(reverse("hanchan_close", args=[tournament.slug, 1]))
    assert refused.status_code == 409
    seen = refused.context["request"].tournament.edition
    assert client.get(address, {"since": seen}).status_code == 204
    entered(hanchan_of(tournament))
    assert client.get(address, {"since": seen}).status_code == 200


def test_several_of_whom_one_is_refused_leave_the_edition_as_it_is():
    tournament = hall()
    one, other = tournament.players.all()[:2]
    hanchan = hanchan_of(tournament)
    before = Tournament.objects.get(pk=tournament.pk).edition
    rows = [LateComer(one, timedelta(minutes=3)), LateComer(other, None)]
    with pytest.raises(Refused):
        late_players(hanchan=hanchan, rows=rows, referee="Mina", act=Act(by=None, at=MORNING, submission=uuid4()))
    assert hanchan.tournament.edition == before == Tournament.objects.get(pk=tournament.pk).edition


def test_a_line_of_history_about_two_long_names_fits_every_database():
    tournament = hall()
    one, other = tournament.players.all()[:2]
    type(one).objects.filter(pk__in=[one.pk, other.pk]).update(name="N" * 100)
    one.refresh_from_db()
    other.refresh_from_db()
    swap(tournament=tournament, hanchan=2, one=one, other=other, act=Act(by=None, at=MORNING))
    tournament.audit_entries.get(verb="swapped two seats").clean_fields(exclude=["by"])


def test_a_reason_is_kept_without_a_nul_and_refused_when_it_is_too_long():
    tournament = make_tournament()
    with audited_write(tournament, Act(by=None, at=MORNING, reason="a\0b"), Verb.PUBLISHED_SEATING) as entry:
        pass
    assert entry.reason == "ab"
    with (
        pytest.raises(Refused, match="longer than 500 characters") as refused,
        audited_write(tournament, Act(by=None, at=MORNING, reason="x" * 501), Verb.PUBLISHED_SEATING),
    ):
        pytest.fail("nothing is written")
    assert refused.value.field == "reason"
