"""The page of the table on the stream: its points, in any hand."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.hanchan.last_hand.finals import ACT, enter, finals
from tests.tournament.standings.tables import begin, small_event, vouch
from tournament.core.models import LastHandAudience, Role
from tournament.events.actions import change_settings, set_public
from tournament.phones.links import card_token
from tournament.results.all_last.models import AllLastSheet

pytestmark = pytest.mark.django_db
TYPED = {"hand": "E1", "written": "points", "E": "250", "S": "300", "W": "350", "N": "290", "deposits": "1"}


@pytest.fixture
def event():
    cache.clear()
    tournament, _people = small_event()
    begin(tournament, 1)
    tournament.hanchan.update(seating_published_at=MORNING)
    vouch(tournament)
    set_public(tournament=tournament, last_hand_shown=LastHandAudience.PUBLIC, act=ACT)
    change_settings(tournament=tournament, act=ACT, stream_table=1)
    return tournament


def card(event, table=1, name="table_card_last_hand"):
    return reverse(name, args=[event.slug, table, card_token(event, table)])


def text(answer):
    return " ".join(answer.content.decode().split())


def test_the_table_writes_points_hand_by_hand(client, event):
    page = text(client.get(card(event)))
    assert "Table 1 on the stream" in page and "Points by current wind" in page and "waiting for the points" in page
    assert client.post(card(event), TYPED | {"do": "save", "seen": "0"}).status_code == 302
    sheet = AllLastSheet.objects.get()
    assert (sheet.round, sheet.hand, sheet.is_last, sheet.points[0]) == ("E", 1, False, 25_000)
    page = text(client.get(card(event)))
    assert 'value="250"' in page and "Next hand" in page and "off <bdi>" not in page
    client.post(card(event), {"do": "next", "seen": "1"})
    page = text(client.get(card(event)))
    assert "East 2 is being played: enter the points from before it" in page and 'value="250"' not in page
    assert "Next hand" not in page, "the points of this one come first"


def test_the_last_hand_shows_the_needs_on_the_stream_as_elsewhere(client, event):
    client.post(card(event), TYPED | {"hand": "4", "do": "save", "seen": "0"})
    assert AllLastSheet.objects.get().is_last
    page = text(client.get(card(event)))
    assert "<strong>any win</strong>" in page and "Next hand" not in page and "Deltas by current wind" in page
    client.post(card(event), TYPED | {"hand": "E3", "last": "on", "do": "save", "seen": "1"})
    assert (AllLastSheet.objects.get().round, AllLastSheet.objects.get().is_last) == ("E", True), "the time is up"


def test_the_names_follow_the_chosen_hand(client, event):
    rows = client.get(card(event) + "?hand=E2").context["rows"]
    assert [row.seat.number for row in rows] == [2, 3, 4, 1]


def test_another_table_has_no_such_page(client, event):
    assert client.get(card(event, 2)).status_code == 302
    assert "Points for the stream" in text(client.get(card(event, name="table_card")))
    assert card(event, 2) not in text(client.get(card(event, 2, name="table_card")))


def test_a_referee_writes_them_too(client, event):
    client.force_login(make_staff(event, Role.REFEREE))
    address = reverse("last_hand_live", args=[event.slug, 1, 1])
    client.post(address, TYPED | {"do": "save", "seen": "0"})
    assert AllLastSheet.objects.get().entered_by is not None


def test_who_corrects_a_wrong_sum_still_hears_that_another_phone_was_faster(client, event):
    client.post(card(event), TYPED | {"do": "save", "seen": "0"})
    wrong = client.post(card(event), TYPED | {"E": "260", "do": "save", "seen": "0"})
    assert wrong.status_code == 422 and 'name="seen" value="0"' in text(wrong)
    late = client.post(card(event), TYPED | {"E": "240", "S": "310", "do": "save", "seen": "0"})
    assert late.status_code == 409 and AllLastSheet.objects.get().points[0] == 25_000
    assert 'name="seen" value="1"' in text(late), "what is there now was shown"


def test_the_next_hand_does_not_drop_what_is_typed_and_not_saved(client, event):
    client.post(card(event), TYPED | {"do": "save", "seen": "0"})
    answer = client.post(card(event), TYPED | {"E": "240", "S": "310", "do": "next", "seen": "1"})
    assert answer.status_code == 422 and "What you typed is not saved yet." in text(answer)
    assert AllLastSheet.objects.get().hand == 1
    assert client.post(card(event), TYPED | {"do": "next", "seen": "1"}).status_code == 302
    assert AllLastSheet.objects.get().hand == 2


def test_values_of_a_hand_that_cannot_be_chosen_any_more_stand_beside_nobody(client):
    cache.clear()
    final = finals(shown=LastHandAudience.PUBLIC)
    change_settings(tournament=final, act=ACT, stream_table=1)
    enter(final, hand=1, points=(40_000, 30_000, 20_000, 30_000), honba=0, is_last=False, round_wind="E")
    change_settings(tournament=final, act=ACT, stream_table=2)
    assert [row.value.value() for row in client.get(card(final)).context["rows"]] == [None] * 4
