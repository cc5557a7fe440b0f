"""The table of a league: places, form, gaps, and who lacks games."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from random import Random

import pytest

from tests.factories import MORNING
from tests.tournament.leagues.games import POINTS, make_league, play
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.events.actions import set_public
from tournament.events.planned_starts import zone_of
from tournament.leagues.queries import evenings, last_table, latest_games, league_of, people_to_play, way_of
from tournament.players.models import Player, PlayerStatus
from tournament.rankings.event_results import league_games
from tournament.results.penalties.actions import give
from tournament.standings.league_table import evening_of, league_in, league_shifts
from tournament.standings.queries import inputs_of

pytestmark = pytest.mark.django_db
EVENING = timedelta(days=7)


def test_nobody_stands_in_the_table_before_the_first_game():
    league, people = make_league()
    table = league_of(league)
    assert (table.rows, table.games, table.evening) == ((), 0, None)
    assert way_of(people[0]) == {"row": None, "games": []}


def test_form_stands_in_the_order_of_the_games_and_tells_the_last_evening():
    league, people = make_league()
    play(league, people[:4])
    play(league, people[3::-1], minutes=60)
    play(league, people[3::-1], at=MORNING + EVENING)
    form = {row.player.id: row.form for row in league_of(league).rows}
    own = form[people[0].pk]
    assert [(one.place, one.game, one.is_latest) for one in own] == [(1, 1, False), (4, 2, False), (4, 3, True)]
    assert [one.average_place for one in league_of(league).rows if one.player.id == people[1].pk] == ["2.67"]


def test_who_shares_a_place_has_the_mean_of_the_places_that_are_shared():
    league, people = make_league()
    play(league, people[:4], (30_000, 40_000, 25_000, 25_000))
    averages = {row.player.id: row.average_place for row in league_of(league).rows}
    assert [averages[one.pk] for one in people[:4]] == ["2.00", "1.00", "3.50", "3.50"]


def test_a_row_shows_ten_games_and_counts_all():
    league, people = make_league()
    for number in range(12):
        play(league, people[:4], minutes=90 * number)
    (row, *_others) = league_of(league).rows
    assert (row.games, len(row.form), row.form[0].game) == (12, 10, 3)


def test_places_are_compared_with_those_at_the_end_of_the_evening_before():
    league, people = make_league()
    play(league, people[:4])
    play(league, people[3::-1], (60_000, 30_000, 20_000, 10_000), at=MORNING + EVENING)
    play(league, people[4:], at=MORNING + EVENING)
    rows = {row.player.id: row for row in league_of(league).rows}
    assert (rows[people[3].pk].place, rows[people[3].pk].moved) == (2, 2)
    assert (rows[people[0].pk].place, rows[people[0].pk].moved) == (5, -4)
    assert rows[people[4].pk].is_new
    assert rows[people[4].pk].moved is None


def test_who_lacks_games_stands_below_with_the_games_to_go():
    league, people = make_league(least=2)
    play(league, people[:4])
    play(league, people[:3] + people[4:5], minutes=90)
    table = league_of(league)
    assert [row.player.id for row in table.placed] == [one.pk for one in people[:3]]
    assert [row.lacks for row in table.below] == [1, 1]
    assert [row.gap for row in table.rows] == ["", "24.10", "15.40", "", ""]


def test_a_penalty_is_subtracted_and_never_dropped():
    league, people = make_league(ranking="club-best-30")
    play(league, people[:4])
    act = Act(by=None, at=MORNING, reason="Late.")
    give(tournament=league, player=people[0], hanchan=None, kind="points", amount=20_000, referee="Ref", act=act)
    (row,) = (one for one in league_of(league).rows if one.player.id == people[0].pk)
    assert row.total == "10.20"


def test_a_penalty_of_an_earlier_evening_moves_nobody_on_the_last_one():
    league, people = make_league(ranking="club-best-30")
    game = play(league, people[:4])
    play(league, people[:4], at=MORNING + EVENING)
    act = Act(by=None, at=MORNING, reason="Late.")
    for hanchan in (game, None):
        fine = {"kind": "points", "amount": 90_000, "referee": "Ref", "act": act}
        give(tournament=league, player=people[0], hanchan=hanchan, **fine)
    league.refresh_from_db()
    rows = {row.player.id: row for row in league_of(league).rows}
    assert [(rows[one.pk].place, rows[one.pk].moved) for one in people[:4]] == [(4, 0), (1, 0), (2, 0), (3, 0)]


def test_a_game_after_midnight_belongs_to_the_evening_before():
    late = datetime(2026, 9, 4, 0, 30, tzinfo=UTC)
    assert evening_of(late, zone_of("Europe/Paris")).isoformat() == "2026-09-03"
    assert evening_of(late + timedelta(hours=3), zone_of("Europe/Paris")).isoformat() == "2026-09-04"


@pytest.mark.parametrize("ranking", ["average", "club-best-30"])
def test_a_season_of_sixty_people_agrees_with_an_independent_sum(ranking, django_assert_num_queries):
    league, people = make_league(60, ranking=ranking, least=8)
    chance, scores = Random(60), {one.pk: [] for one in people}
    for number in range(60):
        four, points = chance.sample(people, 4), list(POINTS)
        chance.shuffle(points)
        play(league, four, tuple(points), minutes=120 * number)
        for one, own in zip(four, points, strict=True):
            scores[one.pk].append(own - 30_000 + {45_200: 15_000, 31_100: 5_000, 25_700: -5_000, 18_000: -15_000}[own])
    table = league_of(league)
    assert table.games == 60
    for row in table.rows:
        best = sorted(scores[row.player.id], reverse=True)[:30]
        expected = Fraction(sum(best), len(best) if ranking == "average" else 1)
        assert row.row.calculation.value == expected
        assert (row.place is None) == (len(best) < 8)
    totals = [row.row.calculation.value for row in table.placed]
    assert totals == sorted(totals, reverse=True)
    with django_assert_num_queries(0):
        league_of(league)


def test_the_lists_ask_the_same_however_many_games(django_assert_num_queries):
    league, people = make_league()
    for number in range(6):
        play(league, people[:4], minutes=90 * number)
    with django_assert_num_queries(2):
        games = latest_games(league, 5)
    assert [game.number for game in games] == [6, 5, 4, 3, 2]
    assert [line.points for line in games[0].lines] == list(POINTS)
    with django_assert_num_queries(1):
        listed = people_to_play(league)
    assert {one.pk for one in listed[:4]} == {one.pk for one in people[:4]}
    assert last_table(league, people[2]) == people[:4]
    assert last_table(league, people[6]) == [people[6]]


def test_games_that_are_loaded_later_stand_on_their_own_evening():
    league, people = make_league()
    play(league, people[:4], at=MORNING + EVENING)
    play(league, people[3::-1])
    play(league, people[4:], at=MORNING + EVENING)
    league.refresh_from_db()
    last = (MORNING + EVENING).date()
    assert [(one.day, one.games) for one in evenings(league)] == [(last, 2), (MORNING.date(), 1)]
    form = {row.player.id: row.form for row in league_of(league).rows}[people[0].pk]
    assert [(one.game, one.is_latest) for one in form] == [(2, False), (1, True)]
    assert [one.number for one in way_of(people[0], public=False)["games"]] == [1, 2]


def test_who_is_disqualified_or_a_substitute_stands_last_without_a_place():
    league, people = make_league(5, least=2)
    play(league, people[:4])
    play(league, people[:4], at=MORNING + EVENING)
    play(league, people[1:], at=MORNING + EVENING)
    Player.objects.filter(pk=people[0].pk).update(status=PlayerStatus.DISQUALIFIED)
    Player.objects.filter(pk=people[2].pk).update(is_substitute=True)
    league.refresh_from_db()
    Tournament.objects.filter(pk=league.pk).update(edition=league.edition + 1, is_public=True)
    league.refresh_from_db()
    table = league_of(league)
    expected = [(people[1], 1, 0), (people[3], 2, 0), (people[4], None, 1), (people[0], None, 0), (people[2], None, 0)]
    assert [(one.player.id, one.place, one.lacks) for one in table.rows] == [
        (player.pk, place, lacks) for player, place, lacks in expected
    ]
    assert [one.player.id for one in table.below] == [people[4].pk]
    games = league_games(league)
    assert {at.person for one in games.games for at in one.results} == {str(people[n].pk) for n in (1, 3, 4)}


def test_a_league_shows_its_whole_table():
    league, _people = make_league()
    with pytest.raises(Refused, match="shown whole"):
        set_public(tournament=league, act=Act(by=None, at=MORNING), shown_places=3)


def test_a_change_of_one_game_moves_totals_and_places():
    tournament, people = make_league()
    play(tournament, people[:4])
    inputs = inputs_of(tournament)
    old = inputs.tables[0]
    lines = [replace(line, points=points) for line, points in zip(old.lines, reversed(POINTS), strict=True)]
    changed = inputs.with_changes(tables=(replace(old, lines=tuple(lines)),))
    before, after = league_in(tournament, inputs), league_in(tournament, changed)
    moved = league_shifts(before, after)
    assert [(one.player.id, one.before.place, one.after.place) for one in moved] == [
        (people[3].pk, 4, 1),
        (people[2].pk, 3, 2),
        (people[1].pk, 2, 3),
        (people[0].pk, 1, 4),
    ]
    assert league_shifts(before, before) == ()
    nobody = league_in(tournament, inputs.with_changes(tables=()))
    assert {(one.before, one.player.id) for one in league_shifts(nobody, before)} == {
        (None, one.pk) for one in people[:4]
    }
    assert {one.after for one in league_shifts(before, nobody)} == {None}


def test_who_has_no_place_at_the_event_is_not_in_the_table():
    league, people = make_league(4)
    play(league, people)
    Player.objects.filter(pk=people[0].pk).update(status=PlayerStatus.DECLINED)
    Tournament.objects.filter(pk=league.pk).update(edition=league.edition + 1)
    league.refresh_from_db()
    assert [(one.player.id, one.place) for one in league_of(league).rows] == [
        (one.pk, place) for place, one in enumerate(people[1:], 1)
    ]
