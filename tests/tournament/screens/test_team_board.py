"""Teams and countries on the wall: a total beside the addends, who moved, and what has no room."""

import pytest
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.screens.halls import screen_event
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.players.actions import edit_player
from tournament.screens.team_board import MOST_CELLS, team_board
from tournament.standings.queries import teams_of
from tournament.standings.teams import Grouping

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
@kept
def hall():
    tournament = screen_event(16, 3, closed=2)
    for player in tournament.players.all():
        edit_player(player=player, team=f"Team {player.number % 4}", act=ACT)
    tournament.refresh_from_db()
    return tournament


def board(tournament, kind=Grouping.TEAMS, after=None):
    return team_board(teams_of(tournament, kind, after), teams_of(tournament, kind, 1))


def test_the_members_stand_beside_the_total_that_they_make_the_best_first(hall):
    found = board(hall)
    assert found.cells == 4 and len(found.rows) == 4
    for row, team in zip(found.rows, teams_of(hall, Grouping.TEAMS).rows, strict=True):
        scores = [cell.score for cell in row.cells]
        assert scores == sorted(scores, reverse=True)
        assert sum(scores) == team.standing.total
        assert row.is_negative == (team.standing.total < 0)


def test_moved_is_by_how_many_places_since_the_hanchan_before(hall):
    old = {row.name: row.standing.place for row in teams_of(hall, Grouping.TEAMS, 1).rows}
    for row in board(hall).rows:
        assert row.moved == old[row.name.full] - row.place and row.places == abs(row.moved)
    assert {row.moved for row in team_board(teams_of(hall, Grouping.TEAMS), None).rows} == {None}


def test_of_large_countries_the_number_of_players_is_said(hall, client):
    found = board(hall, Grouping.COUNTRIES)
    assert found.cells == 0 and not any(row.cells for row in found.rows)
    assert max(row.size for row in found.rows) > MOST_CELLS
    hall.players.update(team="")
    type(hall).objects.filter(pk=hall.pk).update(edition=hall.edition + 1)
    page = client.get(reverse("screen_teams", args=[hall.slug])).content.decode()
    assert f"{max(row.size for row in found.rows)} players" in page


def test_the_wall_has_the_teams_and_a_freeze_keeps_what_is_hidden(hall, client):
    address = reverse("screen_teams", args=[hall.slug])
    page = client.get(address)
    text = page.content.decode()
    assert "after hanchan 2 of 3" in text and "provisional" in text and text.count('class="team-cell"') == 16
    mark = page.context["mark"]
    assert client.get(address, {"since": mark}).status_code == 204
    hall.hanchan.filter(number=2).update(released_at=None)
    set_public(tournament=hall, hidden_from=2, act=ACT)
    page = client.get(address, {"since": mark})
    assert "after hanchan 1 of 3" in page.content.decode()
    seen = {row.name.full: [cell.score for cell in row.cells] for row in page.context["board"].rows}
    known = teams_of(hall, Grouping.TEAMS, 1).rows
    assert seen == {row.name: [member.total for member in row.members] for row in known}
    assert {row.moved for row in page.context["board"].rows} == {None}
