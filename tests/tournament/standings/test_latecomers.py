"""Somebody who is added once results are out counts from the next hanchan on: nobody moves in those that are out."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.players.importing.lists import apply, grid
from tests.tournament.standings.tables import USUAL, begin, come_late, hanchan, play, put_in, small_event, vouch
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.core.official_results import first_open, first_unreleased
from tournament.hanchan.actions import withhold
from tournament.planning.actions import publish, replace_player
from tournament.players.actions import add_player, add_players, give_place, queue, reinstate, withdraw
from tournament.standings.queries import standings_of, teams_of
from tournament.standings.recount import recount
from tournament.standings.teams import Grouping

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING + timedelta(hours=1))
NEW = "Max Local"


@pytest.fixture
def event():
    """Hanchan 1 and 2 of four are out; hanchan 3 is played."""
    tournament, people = small_event(hanchan_count=4)
    for number in (1, 2):
        play(tournament, number, {1: USUAL, 2: USUAL[::-1]})
    begin(tournament, 3)
    tournament.refresh_from_db()
    return tournament, people


def by_hand(tournament, _people):
    add_player(tournament=tournament, name=NEW, carried=90_000, country="FR", act=ACT)


def many(tournament, _people):
    add_players(tournament=tournament, rows=[{"name": NEW}, {"name": "Ida Berg"}], act=ACT)


def from_a_list(tournament, _people):
    apply(tournament, grid("name,country", f"{NEW},FR"))


def as_a_substitute(tournament, people):
    come_late(people[0], None, number=3, substitute=NEW)


def from_the_waiting_list(tournament, _people):
    waiting = queue(player=add_player(tournament=tournament, name=NEW, act=ACT), act=ACT)
    give_place(player=waiting, act=ACT)


def back_after_not_coming(tournament, _people):
    absent = withdraw(player=add_player(tournament=tournament, name=NEW, act=ACT), act=ACT)
    absent.counts_from = 1
    absent.save()
    vouch(tournament)
    reinstate(player=absent, act=ACT)


WAYS = [by_hand, many, from_a_list, as_a_substitute, from_the_waiting_list, back_after_not_coming]


def listed(tournament, after):
    tournament.refresh_from_db()
    return [(row.player.name, row.standing) for row in standings_of(tournament, after).rows]


@pytest.mark.parametrize("way", WAYS)
def test_nobody_moves_in_standings_that_are_out_and_the_new_one_is_not_in_them(event, way):
    tournament, people = event
    before = {after: listed(tournament, after) for after in (1, 2)}
    way(tournament, people)
    assert {after: listed(tournament, after) for after in (1, 2)} == before
    assert tournament.players.get(name=NEW).counts_from == 3
    assert recount(tournament) == []


def test_from_the_next_hanchan_on_the_new_one_is_ranked(event):
    tournament, _people = event
    put_in(tournament, 3, 1)
    countries = teams_of(tournament, Grouping.COUNTRIES).rows
    by_hand(*event)
    assert teams_of(tournament, Grouping.COUNTRIES).rows == countries
    rows = dict(listed(tournament, 3))
    assert (rows[NEW].ranked, rows[NEW].total) == (True, 90_000)
    assert recount(tournament) == []


def test_the_new_one_has_a_page_with_the_seats_to_come_and_is_not_in_the_public_standings(client, event):
    tournament, people = event
    by_hand(*event)
    new = tournament.players.get(name=NEW)
    page = reverse("public_player", args=[tournament.slug, new.number])
    assert NEW not in client.get(reverse("public_standings", args=[tournament.slug])).text
    left = Act(by=None, at=MORNING, reason="Left.")
    replace_player(tournament=tournament, leaving=people[0], coming=new, from_hanchan=4, act=left)
    publish(tournament=tournament, hanchan=None, act=ACT)
    assert "Hanchan 4" in client.get(page).text
    client.force_login(make_staff(tournament, Role.ORGANISER))
    assert client.get(reverse("standings_player", args=[tournament.slug, new.number])).status_code == 200


def test_before_any_results_are_out_everybody_counts_from_the_start(event):
    tournament, _people = event
    for number in (2, 1):
        withhold(hanchan=hanchan(tournament, number), act=ACT)
    assert first_unreleased(tournament) == 1
    assert add_player(tournament=tournament, name=NEW, act=ACT).counts_from == 1


def test_official_results_are_not_the_last_ones_that_are_out(event):
    tournament, _people = event
    tournament.hanchan.filter(number=1).update(official_at=MORNING)
    assert (first_open(tournament), first_unreleased(tournament)) == (2, 3)
