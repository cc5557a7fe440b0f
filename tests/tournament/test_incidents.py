"""Incidents of real events that no other test plays: docs/incidents.md names these tests."""

import pytest

from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, play, punish, small_event
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.players.actions import edit_player
from tournament.results.penalties.actions import cancel
from tournament.standings.actions import decide_tie
from tournament.standings.queries import standings_of, teams_of
from tournament.standings.tables import StandingsTable
from tournament.standings.teams import Grouping

pytestmark = pytest.mark.django_db
EVEN = (30_000, 30_000, 30_000, 30_000)


def act(reason: str = "") -> Act:
    return Act(by=None, at=MORNING, reason=reason)


def totals(tournament) -> dict[int, int]:
    ranking = standings_of(Tournament.objects.get(pk=tournament.pk))
    return {row.player.number: row.standing.total for row in ranking.rows}


def test_a_penalty_against_the_wrong_person_is_cancelled_and_given_again():
    tournament, people = small_event(hanchan_count=1)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    before = totals(tournament)
    wrong = punish(people[0])
    assert totals(tournament) == before | {1: before[1] - 30_000}
    cancel(penalty=wrong, act=act("It was player 2."))
    punish(people[1])
    assert totals(tournament) == before | {2: before[2] - 30_000}
    assert tournament.penalties.count() == 2


def test_a_tie_among_four_is_ordered_in_one_decision():
    tournament, people = small_event(hanchan_count=1)
    play(tournament, 1, {1: EVEN, 2: USUAL})
    tournament.refresh_from_db()
    four = people[:4]
    assert [row.standing.place for row in standings_of(tournament).rows if row.player.number <= 4] == [3] * 4
    order = [four[2], four[0], four[3], four[1]]
    decide_tie(tournament=tournament, after=1, order=order, referee="Mina", act=act("Dice, before all of them."))
    rows = standings_of(Tournament.objects.get(pk=tournament.pk)).rows
    found = {row.player.number: row.standing.place for row in rows if row.player.number <= 4}
    assert found == {3: 3, 1: 4, 4: 5, 2: 6}


def test_a_name_and_a_country_are_corrected_after_the_last_hanchan_and_no_result_changes():
    tournament, people = small_event(hanchan_count=1)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    before = totals(tournament)
    edit_player(player=people[0], act=act(), name="Aiko Brand", country="JP")
    assert totals(tournament) == before
    now = Tournament.objects.get(pk=tournament.pk)
    names = {row.player.number: row.player.name for row in StandingsTable(standings_of(now)).records}
    assert names[1] == "Aiko Brand"
    assert "Japan" in {row.name for row in teams_of(now, Grouping.COUNTRIES).rows}
