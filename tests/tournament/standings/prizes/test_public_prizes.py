"""The public page of the prizes: shown when the organiser says so, winners only when the public standings are final."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.standings.prizes.test_prizes import give, level, ranked
from tests.tournament.standings.tables import USUAL, begin, finish, play, punish, put_in, small_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.events.models import PrizeKind
from tournament.hanchan.actions import make_official
from tournament.standings.prizes.actions import set_newcomers
from tournament.standings.prizes.queries import awards_of
from tournament.standings.queries import forget

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
WAIT = "The winners are shown here when the results of the last hanchan are official."


@pytest.fixture
@kept
def event():
    """Two hanchan, the first one played and released; prizes for places, new players and the biggest hanchan, shown."""
    tournament, people = small_event(hanchan_count=2)
    for number, person in enumerate(people, start=1):
        punish(person, 1_000 * number)
    play(tournament, 1, {1: USUAL, 2: (40_000, 36_000, 22_000, 22_000)})
    give(tournament, "Cup")
    give(tournament, "Book", PrizeKind.NEWCOMER)
    give(tournament, "Tiles", PrizeKind.HANCHAN)
    set_newcomers(tournament=tournament, numbers=[4, 5], act=ACT)
    set_public(tournament=tournament, prizes_public=True, act=ACT)
    tournament.refresh_from_db()
    return tournament


def page(client, tournament, status=200):
    answer = client.get(f"/t/{tournament.slug}/prizes/")
    assert answer.status_code == status
    return answer.content.decode()


def play_the_last(tournament, *, released=True):
    play(tournament, 2, {1: USUAL, 2: USUAL}, released=released)
    forget()
    tournament.refresh_from_db()


def names_in(html, tournament):
    return {player.name for player in tournament.players.all() if player.name in html}


def test_the_page_is_there_only_while_the_organiser_shows_prizes_that_there_are(client, event):
    set_public(tournament=event, prizes_public=False, act=ACT)
    page(client, event, 404)
    set_public(tournament=event, prizes_public=True, act=ACT)
    assert "Cup" in page(client, event)
    event.prizes.all().delete()
    page(client, event, 404)


def test_prizes_are_not_public_until_somebody_says_so():
    tournament, _people = small_event()
    assert not tournament.prizes_public


def test_a_closed_public_page_has_no_prizes_either(client, event):
    set_public(tournament=event, is_public=False, act=ACT)
    page(client, event, 404)


@pytest.mark.parametrize(
    ("shown", "prizes", "linked"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_the_navigation_leads_there_if_there_is_something_to_see(client, event, shown, prizes, linked):
    set_public(tournament=event, prizes_public=shown, act=ACT)
    if not prizes:
        event.prizes.all().delete()
    html = client.get(f"/t/{event.slug}/rules/").content.decode()
    assert (f"/t/{event.slug}/prizes/" in html) == linked


def test_before_the_end_the_page_has_the_prizes_and_nobody_who_leads(client, event):
    html = page(client, event)
    assert WAIT in html and "Cup" in html and "Tiles" in html
    assert names_in(html, event) == set()


def test_after_the_last_hanchan_the_page_has_the_winners(client, event):
    play_the_last(event)
    html = page(client, event)
    assert WAIT not in html and "official" in html
    best = next(row.player.label for row in ranked(event) if row.player.number in (4, 5))
    assert {ranked(event)[0].player.label, best} <= names_in(html, event)
    assert " in hanchan " in html


def test_nobody_reads_the_winners_of_places_that_are_not_shown(client, event):
    play_the_last(event)
    type(event).objects.filter(pk=event.pk).update(shown_places=2)
    forget()
    event.refresh_from_db()
    assert all(award.winners for award in awards_of(event))
    assert [award.winners for award in awards_of(event, public=True)] == [(), (), ()]
    assert WAIT in page(client, event)


def test_a_tie_at_a_prize_is_named_for_everybody(client, event):
    play_the_last(event)
    level(event, 1, 2)
    html = page(client, event)
    assert {row.player.label for row in ranked(event)[:2]} <= names_in(html, event)
    assert "Tie: 2 share the places 1 to 2." in html


def test_results_that_are_not_released_have_no_winners(client, event):
    before = page(client, event)
    play_the_last(event, released=False)
    assert page(client, event) == before
    finish(event, 2)
    set_public(tournament=event, standings_public=False, act=ACT)
    assert names_in(page(client, event), event) == set()
    set_public(tournament=event, standings_public=True, act=ACT)
    assert names_in(page(client, event), event)


def test_the_last_hanchan_while_it_is_played_has_no_winners(client, event):
    before = page(client, event)
    begin(event, 2)
    put_in(event, 2, 1, USUAL)
    put_in(event, 2, 2, USUAL)
    forget()
    assert page(client, event) == before


def test_with_a_protest_window_the_winners_wait_for_official_results(client, event):
    type(event).objects.filter(pk=event.pk).update(protest_minutes=15)
    play_the_last(event)
    assert WAIT in page(client, event)
    for number in (1, 2):
        last = event.hanchan.get(number=number)
        make_official(hanchan=last, act=ACT)
    assert WAIT not in page(client, event) and names_in(page(client, event), event)


def test_the_page_costs_the_same_for_any_number_of_prizes(client, event):
    def queries():
        page(client, event)
        with CaptureQueriesContext(connection) as asked:
            page(client, event)
        return len(asked)

    few = queries()
    for place in range(2, 12):
        give(event, f"Medal {place}", place=place)
    assert queries() == few


def test_the_staff_read_what_the_public_sees_and_the_organiser_is_led_to_the_setting(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    address = f"/manage/{event.slug}/prizes/"
    assert f"/t/{event.slug}/prizes/" in client.get(address).content.decode()
    typed = {"is_public": "on", "standings_public": "on"}
    client.post(f"/manage/{event.slug}/public/", typed)
    html = client.get(address).content.decode()
    assert "Only the staff see the prizes." in html and f"/manage/{event.slug}/public/" in html
    client.post(f"/manage/{event.slug}/public/", typed | {"prizes_public": "on"})
    event.refresh_from_db()
    assert event.prizes_public
