"""A seating by the standings of hidden results is not published unawares."""

import pytest
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.planning.pairing.events import played_event
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.events.actions import set_public
from tournament.planning.actions import publish, seat_by_standings
from tournament.planning.pairing.disclosure import hidden_before, paired_hanchan
from tournament.planning.pairing.methods import PairingChoice
from tournament.seats.queries import published_hanchan
from tournament.standings.inputs import read_inputs

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@kept
def paired_event(*, hidden):
    event = played_event()
    event.hanchan.filter(number__in=hidden).update(released_at=None)
    seat_by_standings(tournament=event, number=3, choice=PairingChoice(), act=ACT)
    return event


def test_seats_made_from_hidden_results_are_published_only_all_the_same():
    event = paired_event(hidden=[2])
    assert (paired_hanchan(event), hidden_before(read_inputs(event), 3)) == ({3}, [2])
    for asked in (3, None):
        with pytest.raises(Refused, match="results of hanchan 2 are not public"):
            publish(tournament=event, hanchan=asked, act=ACT)
    publish(tournament=event, hanchan=4, act=ACT)
    publish(tournament=event, hanchan=3, act=ACT, telling=True)
    assert published_hanchan(event) == [3, 4]
    publish(tournament=event, hanchan=None, act=ACT)
    assert published_hanchan(event) == [1, 2, 3, 4]


def test_results_that_are_hidden_altogether_are_hidden_from_the_first_hanchan_on():
    event = paired_event(hidden=[])
    set_public(tournament=event, standings_public=False, act=ACT)
    with pytest.raises(Refused, match="hanchan 1–2 are not public"):
        publish(tournament=event, hanchan=3, act=ACT)


def test_released_results_tell_nothing():
    event = paired_event(hidden=[])
    publish(tournament=event, hanchan=3, act=ACT)
    assert published_hanchan(event) == [3]


def test_a_hanchan_that_was_planned_again_tells_nothing():
    event = paired_event(hidden=[1, 2])
    event.seatings.filter(pk=event.seating_id).update(source="planned")
    publish(tournament=event, hanchan=3, act=ACT)
    assert published_hanchan(event) == [3]


def test_the_preview_warns_and_publishing_asks_for_a_tick(client):
    event = paired_event(hidden=[2])
    client.force_login(event.memberships.get().user)
    page = reverse("seating_change", args=[event.slug])
    asked = {"what": "standings", "hanchan": "3", "way": "pots", "seed": "7"}
    preview = client.get(page, asked).content.decode()
    assert "The results of hanchan 2 are not public." in preview
    address = reverse("seating_publish", args=[event.slug])
    refused = client.post(address, {"hanchan": "3", "public": "1"})
    assert refused.status_code == 422 and "Publish all the same" in refused.content.decode()
    assert published_hanchan(event) == []
    client.post(address, {"hanchan": "3", "public": "1", "telling": "on"})
    assert published_hanchan(event) == [3]
    event.hanchan.update(released_at=MORNING)
    event.edition += 1
    event.save()
    shown = client.get(page, asked)
    assert shown.context["made"] and "are not public" not in shown.content.decode()
