"""The teams of a league: their table, and who played for them on each evening."""

from datetime import timedelta
from fractions import Fraction
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING
from tests.tournament.leagues.games import make_league, play
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.events.actions import set_public
from tournament.events.planned_starts import zone_of
from tournament.leagues.queries import league_of, teams_of
from tournament.leagues.teams import team_season
from tournament.results.penalties.actions import give
from tournament.standings.queries import inputs_of

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)
BEST, SECOND, THIRD, LAST = 30_200, 6_100, -9_300, -27_000  # of POINTS


def team_league(**fields):
    """Eight people: the first two are Dragons, the next two Winds, then one Flower; three play for themselves."""
    league, people = make_league(**fields)
    for person, team in zip(people, ("Dragons", "Dragons", "Winds", "Winds", "Flowers"), strict=False):
        person.team = team
        person.save()
    return league, people


def season(league):
    league = Tournament.objects.get(pk=league.pk)
    return team_season(inputs_of(league), league_of(league), zone_of(league.time_zone))


def test_a_team_has_all_games_of_its_members_together():
    league, people = team_league(ranking="club-best-30")
    play(league, people[:4])
    play(league, people[4:], minutes=90)
    found = {one.name: (one.place, one.value, one.games, one.average_place) for one in season(league).teams}
    assert found == {
        "Dragons": (1, BEST + SECOND, 2, "1.50"),
        "Flowers": (2, BEST, 1, "1.00"),
        "Winds": (3, THIRD + LAST, 2, "3.50"),
    }


def test_under_a_mean_a_team_that_plays_more_has_no_more_of_it():
    league, people = team_league(ranking="average")
    play(league, people[:4])
    play(league, people[4:], minutes=90)
    found = season(league).teams
    assert [(one.name, one.value) for one in found] == [
        ("Flowers", BEST),
        ("Dragons", Fraction(BEST + SECOND, 2)),
        ("Winds", Fraction(THIRD + LAST, 2)),
    ]
    assert [one.total for one in found] == ["30.20", "18.15", "−18.15"]


def test_a_penalty_of_a_member_is_the_teams_and_equal_teams_share_their_place():
    league, people = team_league(ranking="club-best-30")
    play(league, people[:4])
    play(league, [people[2], people[3], people[0], people[1]], minutes=90)
    assert [(one.place, one.shared) for one in season(league).teams] == [(1, True), (1, True)]
    act = Act(by=None, at=MORNING, reason="Wrong sheet.")
    give(tournament=league, player=people[0], hanchan=None, kind="points", amount=5_000, referee="Ref", act=act)
    assert [(one.place, one.name) for one in season(league).teams] == [(1, "Winds"), (2, "Dragons")]


def test_an_evening_names_who_played_for_each_team_the_latest_evening_first():
    league, people = team_league()
    play(league, people[:4])
    play(league, people[:4], minutes=90)
    play(league, [people[4], people[5], people[6], people[1]], at=MORNING + WEEK)
    (late, teams), (early, others) = season(league).evenings
    assert late - early == WEEK
    told = [(one.team, one.score, [(at.player.id, at.games) for at in one.players]) for one in teams]
    assert told == [("Flowers", BEST, [(people[4].pk, 1)]), ("Dragons", LAST, [(people[1].pk, 1)])]
    assert [(at.player.id, at.games, at.score) for at in others[0].players] == [
        (people[0].pk, 2, 2 * BEST),
        (people[1].pk, 2, 2 * SECOND),
    ]


def test_every_score_of_a_member_is_on_one_evening_of_the_team():
    league, people = team_league(ranking="club-best-30")
    chance = Random(4)
    for number in range(9):
        play(league, chance.sample(people, 4), at=MORNING + WEEK * (number // 3), minutes=60 * (number % 3))
    found = season(league)
    for team in found.teams:
        evenings = [one for _day, teams in found.evenings for one in teams if one.team == team.name]
        assert sum(one.score for one in evenings) == team.value
        assert sum(at.games for one in evenings for at in one.players) == team.games


def test_the_page_of_the_teams_is_there_once_somebody_plays_for_one(client):
    league, people = make_league()
    set_public(tournament=league, is_public=True, act=Act(by=None, at=MORNING))
    address = reverse("public_league_teams", args=[league.slug])
    play(league, people[:4])
    assert client.get(address).status_code == 404
    assert address not in client.get(reverse("public_league", args=[league.slug])).text
    people[0].team = "Dragons"
    people[0].save()
    play(league, people[:4], minutes=90)
    assert address in client.get(reverse("public_league", args=[league.slug])).text
    shown = client.get(address).text
    assert "Dragons" in shown and people[0].name in shown


def test_the_teams_take_as_many_queries_for_many_games_as_for_one():
    league, people = team_league()
    counts = []
    for games in (1, 12):
        for number in range(games):
            play(league, people[:4], minutes=90 * number + 1_000 * games)
        league.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            teams_of(Tournament.objects.get(pk=league.pk), public=True)
        counts.append(len(queries))
    assert counts[0] == counts[1]
