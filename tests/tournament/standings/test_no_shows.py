"""Somebody who withdrew without a hanchan played did not come: in no result, still on the list of players."""

import pytest

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.standings.tables import USUAL, begin, finish, play, put_in, small_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.exports.book import table_of
from tournament.planning.actions import repair
from tournament.players.actions import add_player, edit_player, withdraw
from tournament.players.queries import players_of
from tournament.standings.queries import card_of, crosstable_of, inputs_of, kinds_of, standings_of, teams_of
from tournament.standings.ranking import place_changes
from tournament.standings.teams import Grouping

pytestmark = pytest.mark.django_db

ACT = Act(by=None, at=MORNING)
ABSENT = 4


@pytest.fixture
@kept
def event():
    """Number 4 is the only one from South Korea, never comes, and a substitute plays the seat in every hanchan."""
    tournament, people = small_event()
    set_public(tournament=tournament, is_public=True, players_public=True, act=ACT)
    edit_player(player=people[ABSENT - 1], act=ACT, country="KR", team="Seoul")
    for player in people[:2]:
        edit_player(player=player, act=ACT, team="Felt")
    add_player(tournament=tournament, act=ACT, name="Max Local", is_substitute=True)
    repair(tournament=tournament, first=1, key="substitutes", leaving=people[ABSENT - 1 : ABSENT], act=ACT)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize("public", [True, False])
def test_no_result_has_somebody_who_did_not_come(event, public):
    assert ABSENT not in standings_of(event, public=public).by_number
    assert ABSENT not in {row.row.player.number for row in crosstable_of(event, public=public).rows}
    assert card_of(event, ABSENT, public=public) is None
    countries = {row.standing.team for row in teams_of(event, Grouping.COUNTRIES, public=public).rows}
    assert countries == {"DE", "FR", "PL", "GB"}, "Great Britain has another player"
    assert inputs_of(event, public).no_shows == {event.players.get(number=ABSENT).pk}


def test_a_team_of_no_shows_is_no_second_team(event):
    assert kinds_of(event) == [Grouping.COUNTRIES]


@pytest.mark.parametrize("key", ["standings", "crosstable", "countries", "tables"])
def test_files_leave_them_out(event, key):
    name = event.players.get(number=ABSENT).name
    assert name not in str(list(table_of(event, key, at=MORNING).file_rows()))


def test_the_lists_of_players_keep_them_and_say_that_they_did_not_come(client, event):
    player = next(one for one in players_of(event) if one.number == ABSENT)
    assert (player.did_not_come, player.state, str(player.state_display)) == (True, "did-not-come", "did not come")
    assert "did not come" in str(list(table_of(event, "players", at=MORNING).file_rows()))
    assert "did not come" in client.get(f"/t/{event.slug}/players/").content.decode()
    client.force_login(make_staff(event, Role.ORGANISER))
    for page in ("players/", f"players/{ABSENT}/"):
        assert "did not come" in client.get(f"/manage/{event.slug}/{page}").content.decode()


def test_public_pages_of_results_do_not_name_them(client, event):
    name = event.players.get(number=ABSENT).name
    for page in ("", "after/1/", "crosstable/", "countries/", "screen/standings/"):
        assert name not in client.get(f"/t/{event.slug}/{page}").content.decode(), page


def test_who_leaves_after_a_hanchan_keeps_it_and_brings_a_country_nothing(event):
    edit_player(player=event.players.get(number=1), act=ACT, country="IS")
    withdraw(player=event.players.get(number=1), act=ACT)
    event.refresh_from_db()
    assert [row.player.number for row in standings_of(event).out] == [1]
    player = next(one for one in players_of(event) if one.number == 1)
    assert (player.did_not_come, player.state) == (False, "withdrawn")
    assert "IS" not in {row.standing.team for row in teams_of(event, Grouping.COUNTRIES).rows}


def test_who_played_the_first_hanchan_after_all_moves_no_place_of_before():
    """With the sheet of somebody who has withdrawn a row appears: it has no place before to compare with."""
    tournament, people = small_event(players=4)
    begin(tournament, 1)
    withdraw(player=people[0], act=ACT)
    tournament.refresh_from_db()
    before = standings_of(tournament, 1)
    put_in(tournament, 1, 1)
    finish(tournament, 1)
    tournament.refresh_from_db()
    after = standings_of(tournament, 1)
    assert 1 not in before.by_number and 1 in after.by_number
    assert 1 not in {move.after.player.number for move in place_changes(before, after)}
