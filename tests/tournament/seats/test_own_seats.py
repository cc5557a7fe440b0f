"""The next seats of who reads: what the card says when there are none."""

import pytest
from django.urls import reverse

from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.seats.own_seats import own_seats_of

pytestmark = pytest.mark.django_db


def test_without_a_seat_the_card_tells_one_to_come_from_the_end_of_the_event(client):
    tournament, _people = small_event(hanchan_count=2)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    client.cookies["me"] = "3"
    card = reverse("public_own_seats", args=[tournament.slug])
    waiting = own_seats_of(tournament, 3)
    assert "no seat is published for you yet." in client.get(card).content.decode()
    play(tournament, 2, {1: USUAL, 2: USUAL})
    tournament.refresh_from_db()
    over = own_seats_of(tournament, 3)
    assert not waiting.is_over and over.is_over and waiting.mark != over.mark
    assert "All hanchan have been played." in client.get(f"{card}?since={waiting.mark}").content.decode()
