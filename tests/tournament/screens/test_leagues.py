"""A league on the screens of the hall: its table and its teams, who plays next, and nothing of hanchan."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_staff
from tests.tournament.leagues.games import make_league, play
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Role, Tournament
from tournament.leagues.evening_actions import come, put_up
from tournament.leagues.queries import league_of
from tournament.players.models import Player
from tournament.screens import actions
from tournament.screens.forms import ShowForm
from tournament.screens.models import Face, Screen
from tournament.screens.queries import shown_on
from tournament.screens.scoreboard import league_rows

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


def act():
    return Act(by=None, at=timezone.now())


@pytest.fixture
def league():
    """A public league of eight, placed from two games on: four have two, one evening apart, and four have one."""
    league, people = make_league(least=2)
    start = timezone.now() - 2 * WEEK
    for game, four in enumerate((people[:4], people[4:], list(reversed(people[:4])))):
        play(league, four, at=start + game * timedelta(hours=20))
    Tournament.objects.filter(pk=league.pk).update(is_public=True)
    return Tournament.objects.get(pk=league.pk), people


def shown(client, league, name="screen_standings", **asked):
    answer = client.get(reverse(name, args=[league.slug]), asked)
    return answer, " ".join(answer.content.decode().split())


def test_the_rows_are_those_of_the_table_with_a_line_above_who_lacks_games(league):
    league, _people = league
    rows = league_rows(league_of(league, public=True))
    assert [one.row.place is None for one in rows] == [False] * 4 + [True] * 4
    assert [one.is_first_below for one in rows].index(True) == 4
    assert {one.places for one in rows[4:]} == {0}
    nobody_placed = make_league(least=9)
    play(*[nobody_placed[0], nobody_placed[1][:4]])
    assert not any(one.is_first_below for one in league_rows(league_of(nobody_placed[0])))


def test_the_screen_of_standings_shows_the_table(client, league):
    league, people = league
    _answer, page = shown(client, league)
    assert "League table" in page and "3 games" in page and "is-below-line" in page
    assert page.count('class="place-block') == 12
    assert str(people[0]) in page
    assert "Next table" not in page and "in play" not in page


def test_who_plays_next_and_how_many_tables_play_are_below_it(client, league):
    league, people = league
    for player in people:
        come(player=player, act=act())
    put_up(tournament=league, players=people[:4], act=act())
    answer, page = shown(client, league)
    assert "Next table" in page and "1 table in play" in page
    assert {who.full for _wind, who in answer.context["coming"]} == {player.name for player in people[4:]}


def test_the_poll_hears_204_until_a_table_is_put_up(client, league):
    league, people = league
    mark = shown(client, league)[0].context["mark"]
    assert shown(client, league, since=mark)[0].status_code == 204
    put_up(tournament=league, players=people[:4], act=act())
    answer, page = shown(client, league, since=mark)
    assert answer.status_code == 200 and "<html" not in page and "1 table in play" in page


def test_before_the_first_game_it_says_when_the_first_evening_is(client):
    league, _people = make_league(first_day=timezone.now().date())
    Tournament.objects.filter(pk=league.pk).update(is_public=True)
    _answer, page = shown(client, league)
    assert "No game yet" in page and "First evening" in page


def test_more_players_cost_no_more_queries(client, league):
    league, _people = league
    counts = []
    for number in (0, 12):
        make_more = [Player(tournament=league, number=100 + n, name=f"More {n}") for n in range(number)]
        for player in Player.objects.bulk_create(make_more):
            come(player=player, act=act())
        shown(client, league)
        with CaptureQueriesContext(connection) as caught:
            shown(client, league)
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 8


def test_the_teams_are_those_of_the_league(client, league):
    league, people = league
    assert "No teams to show yet." in shown(client, league, "screen_teams")[1]
    for player in people:
        Player.objects.filter(pk=player.pk).update(team="Red" if player.number % 2 else "Blue")
    play(league, people[4:], at=timezone.now() - WEEK)
    league.refresh_from_db()
    _answer, page = shown(client, league, "screen_teams")
    assert "Red" in page and "Blue" in page and "after hanchan" not in page
    assert shown(client, league, "screen_teams", since=str(league.edition))[0].status_code == 204


def test_a_new_screen_shows_the_table_and_nothing_of_hanchan_is_offered(client, league):
    league, _people = league
    one = actions.add_screen(tournament=league, name="Bar", code="AAAAA", act=act())
    assert one.content == [{"face": "standings"}]
    offered = [value for value, _label in ShowForm(None, league, [], []).fields["face"].choices]
    assert offered == ["standings", "teams", "message", "image", "blank", "playlist"]
    with pytest.raises(Refused):
        actions.show(tournament=league, screens=[one], content=[{"face": "clock"}], act=act())
    client.force_login(make_staff(league, Role.ORGANISER))
    page = client.get(reverse("screens", args=[league.slug])).content.decode()
    assert "League table" in page and "Ceremony" not in page and "Clock" not in page


def test_a_screen_that_showed_a_clock_shows_the_table(league):
    league, _people = league
    old = Screen(tournament=league, name="Old", code="BBBBB", content=[{"face": Face.CLOCK.value}])
    assert [one.address for one in shown_on(old, ())] == [f"/t/{league.slug}/screen/standings/"]
