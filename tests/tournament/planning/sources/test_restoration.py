"""An earlier version of the seating again."""

import uuid

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_players, make_staff, make_tournament
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.persons.entries.actions import merge, stamp_of
from tournament.planning.actions import import_seating, swap
from tournament.seats.queries import arranged_of

pytestmark = pytest.mark.django_db


def act(name):
    return Act(by=None, at=MORNING, submission=name, reason="the same person")


def test_somebody_whose_other_entry_had_a_bye_keeps_the_seat_when_an_earlier_version_comes_back(client):
    tournament = make_tournament(hanchan_count=2)
    people = make_players(tournament, 9)
    one, *_others, ninth = ids = [player.pk for player in people]
    seats = {1: tuple(ids[:4]), 2: tuple(ids[4:8])}
    byes = {1: [ninth], 2: [ninth]}
    import_seating(tournament=tournament, draft={1: seats, 2: seats}, byes=byes, act=act("a1"))
    tournament.refresh_from_db()
    kept, merged = (tournament.players.get(pk=pk) for pk in (one, ninth))
    merge(kept=kept, merged=merged, chosen=[], seen=stamp_of(kept, merged), act=act("a2"))
    swap(tournament=tournament, hanchan=2, one=people[1], other=people[4], act=act("a3"))
    client.force_login(make_staff(tournament, Role.ORGANISER))
    tournament.refresh_from_db()
    address, asked = reverse("seating_change", args=[tournament.slug]), {"what": "back", "version": 1}
    assert client.get(address, asked).context["preview"]
    told = asked | {"base": tournament.seating.number, "submission": uuid.uuid4()}
    assert client.post(address, told).status_code == 302
    tournament.refresh_from_db()
    now = arranged_of(tournament.seating)
    assert (now.draft, dict(now.byes)) == ({1: seats, 2: seats}, {})


def test_going_back_leads_to_the_first_hanchan_that_it_changes(client):
    tournament = make_tournament(hanchan_count=3)
    people = make_players(tournament, 8)
    ids = [player.pk for player in people]
    seats = {1: tuple(ids[:4]), 2: tuple(ids[4:])}
    import_seating(tournament=tournament, draft={1: seats, 2: seats, 3: seats}, act=act("a1"))
    tournament.refresh_from_db()
    swap(tournament=tournament, hanchan=2, one=people[1], other=people[4], act=act("a2"))
    client.force_login(make_staff(tournament, Role.ORGANISER))
    asked = {"what": "back", "version": 1, "base": 2, "submission": uuid.uuid4()}
    done = client.post(reverse("seating_change", args=[tournament.slug]), asked)
    assert done.url == reverse("seating_hanchan", args=[tournament.slug, 2])
