"""A league is set up, and its games are entered, signed, corrected and taken back."""

from datetime import date, timedelta
from uuid import uuid4

import pytest

from scoring.rules import PRESETS, preset
from tests.factories import MORNING, make_players, make_tournament, make_user
from tests.tournament.leagues.games import make_league, play, sheet_of
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Refused
from tournament.core.models import HanchanState, Verb
from tournament.leagues.actions import LeagueSetup, create_league, play_game
from tournament.leagues.queries import latest_games, league_of, waiting_games
from tournament.planning.line_up.actions import correct_people
from tournament.players.actions import withdraw
from tournament.players.badges.links import personal_token
from tournament.results.sheets.actions import change
from tournament.results.sheets.agreement import sign, take_back, waive
from tournament.results.sheets.checks import TypedSheet
from tournament.seats.queries import lineup
from tournament.standings.league_table import rule_of
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db


def test_a_league_begins_without_a_game_and_ends_on_its_last_evening():
    league, _players = make_league(first_day=date(2026, 9, 3), evenings=16, least=20)
    assert league.is_league
    assert league.hanchan_count == 0
    assert not league.hanchan.exists()
    assert league.last_day == date(2026, 12, 17)
    assert rule_of(league).least == 20


@pytest.mark.parametrize(("field", "value", "code"), [("least", 0, "least-games"), ("evenings", 0, "evenings")])
def test_a_league_needs_games_and_evenings(field, value, code):
    setup = LeagueSetup(name="L", preset="wrc-2022", **{field: value})
    with pytest.raises(Refused) as refusal:
        create_league(setup=setup, act=Act(by=None, at=MORNING))
    assert refusal.value.codes == code


def test_the_desks_game_counts_at_once():
    league, people = make_league()
    game = play(league, people[:4])
    assert (game.number, game.state) == (1, HanchanState.CLOSED)
    assert game.started_at == game.closed_at == game.released_at == MORNING
    assert [place.player for place in lineup(league, 1)[1]] == people[:4]
    assert [row.total for row in league_of(league, public=True).rows] == ["30.20", "6.10", "−9.30", "−27.00"]
    entry = league.audit_entries.get(verb=Verb.PLAYED_GAME)
    assert entry.detail["game"] == 1
    assert standings_of(league, public=True).after == 1


def test_more_games_than_a_tournament_has_hanchan():
    league, people = make_league()
    for number in range(45):
        play(league, [people[(number + seat) % 8] for seat in range(4)], minutes=90 * number)
    assert league.hanchan_count == 45
    assert league_of(league).games == 45
    assert not list(findings(league))


def test_a_form_that_is_sent_twice_is_one_game():
    league, people = make_league()
    submission = uuid4()
    games = [play(league, people[:4], submission=submission) for _time in range(2)]
    assert games[0] == games[1]
    assert league.hanchan.count() == 1


def test_the_same_scores_within_an_hour_are_asked_for():
    league, people = make_league()
    play(league, people[:4])
    with pytest.raises(Refused) as refusal:
        play(league, people[:4], minutes=59)
    assert refusal.value.codes == "same-game"
    play(league, people[:4], (45_300, 31_000, 25_700, 18_000), minutes=59)
    play(league, people[:4], minutes=59, is_another=True)
    play(league, people[:4], minutes=120)
    assert league.hanchan.count() == 4


def test_an_unsigned_game_is_asked_for_too():
    league, people = make_league()
    play(league, people[:4], player=people[0])
    with pytest.raises(Refused) as refusal:
        play(league, people[:4], player=people[1], minutes=2)
    assert refusal.value.codes == "same-game"


def test_people_who_cannot_have_played_are_refused():
    league, people = make_league()
    stranger = make_players(make_tournament(), 1)[0]
    withdraw(player=people[7], act=Act(by=None, at=MORNING))
    cases = [
        (people[:3], None, "game-people"),
        ([*people[:3], people[0]], None, "game-people"),
        ([*people[:3], stranger], None, "game-stranger"),
        ([*people[:3], people[7]], None, "game-stranger"),
        (people[:4], people[5], "not-your-game"),
    ]
    for table, player, code in cases:
        with pytest.raises(Refused) as refusal:
            play(league, table, player=player)
        assert refusal.value.codes == code
    assert league.hanchan_count == 0


def test_each_player_has_another_wind_from_east_on():
    league, people = make_league()
    backwards = TypedSheet(tuple(reversed(sheet_of(people[:4]).lines)), 0)
    with pytest.raises(Refused) as refusal:
        play_game(tournament=league, typed=backwards, act=Act(by=None, at=MORNING))
    assert refusal.value.codes == "game-winds"


def test_a_league_that_is_full_says_so(monkeypatch):
    monkeypatch.setattr("tournament.leagues.actions.MOST_GAMES", 1)
    league, people = make_league()
    play(league, people[:4])
    with pytest.raises(Refused, match="at most 1 games"):
        play(league, people[4:])


def test_a_rule_set_whose_marks_the_form_lacks_is_refused():
    marked = next(key for key in PRESETS if preset(key).yakitori or preset(key).bust_prize)
    with pytest.raises(Refused, match="no marks for yakitori"):
        create_league(setup=LeagueSetup(name="L", preset=marked), act=Act(by=None, at=MORNING))


def test_a_game_that_waits_is_among_the_latest_and_does_not_count():
    league, people = make_league()
    play(league, people[:4])
    play(league, people[4:], player=people[4], minutes=5)
    assert [(game.number, game.counts) for game in latest_games(league, 5)] == [(2, False), (1, True)]


def test_a_tournament_has_no_games():
    tournament = make_tournament()
    with pytest.raises(Refused) as refusal:
        play(tournament, make_players(tournament, 4))
    assert refusal.value.codes == "no-league"


def test_scores_that_do_not_add_up_are_refused():
    league, people = make_league()
    with pytest.raises(Refused) as refusal:
        play(league, people[:4], (45_200, 31_100, 25_700, 17_000))
    assert refusal.value.codes == "deposits-missing"


def test_a_players_game_counts_when_another_one_signs():
    league, people = make_league()
    game = play(league, people[:4], player=people[0], phone="Firefox, Android, 3f9a")
    assert league_of(league).games == 0
    assert waiting_games(league, people[1]) == [game]
    assert waiting_games(league, people[5]) == []
    badge, later = personal_token(people[1]), MORNING + timedelta(minutes=1)
    act = Act(by=None, at=later, base=1, phone="Firefox, Android, 77b0")
    sign(hanchan=game, table=1, badge=badge, act=act)
    assert league_of(league).games == 1
    assert waiting_games(league) == []
    assert not list(findings(league))


def test_nobody_signs_for_two_on_one_phone():
    league, people = make_league()
    game = play(league, people[:4], player=people[0], phone="Firefox, Android, 3f9a")
    act = Act(by=None, at=MORNING, base=1, phone="Firefox, Android, 3f9a")
    with pytest.raises(Refused) as refusal:
        sign(hanchan=game, table=1, badge=personal_token(people[1]), act=act)
    assert refusal.value.codes == "typed-on-this-device"


def test_the_desk_lets_an_unsigned_game_count_with_a_reason():
    league, people = make_league()
    game = play(league, people[:4], player=people[0])
    waive(hanchan=game, table=1, act=Act(by=make_user(), at=MORNING, base=1, reason="They went home."))
    assert league_of(league).games == 1


def test_a_game_is_corrected_a_week_later():
    league, people = make_league()
    game = play(league, people[:4])
    play(league, people[4:])
    typed = sheet_of(people[:4], (45_200, 31_000, 25_800, 18_000))
    week = MORNING + timedelta(days=7)
    change(hanchan=game, table=1, typed=typed, act=Act(by=make_user(), at=week, base=1, reason="Misread."))
    assert league_of(league).rows[2].total == "6.10"
    assert league_of(league).placed[3].total == "6.00"


def test_a_game_is_taken_back():
    league, people = make_league()
    game = play(league, people[:4])
    play(league, people[4:])
    take_back(hanchan=game, table=1, act=Act(by=make_user(), at=MORNING, base=1, reason="Entered twice."))
    assert {row.player.id for row in league_of(league).rows} == {one.pk for one in people[4:]}
    assert standings_of(league, public=True).after == 2
    assert not list(findings(league))


def test_seats_that_were_altered_stop_the_next_game():
    league, people = make_league()
    play(league, people[:4])
    league.seating.seats.filter(player=people[0]).update(player=people[5])
    with pytest.raises(Refused) as refusal:
        play(league, people[4:], minutes=90)
    assert refusal.value.codes == "altered-seating"


def test_who_played_is_corrected_and_the_next_game_follows():
    league, people = make_league()
    game = play(league, people[:4])
    play(league, people[4:], minutes=90)
    act = Act(by=make_user(), at=MORNING + timedelta(days=7), reason="Another name.")
    correct_people(hanchan=game, who={people[0].pk: people[5].pk}, seen={1: 1}, act=act)
    assert [place.player for place in lineup(league, 1)[1]] == [people[5], *people[1:4]]
    play(league, people[:4], minutes=300)
    rows = {row.player.id: row for row in league_of(league).rows}
    assert (rows[people[5].pk].games, rows[people[0].pk].games) == (2, 1)
    assert league.seating.number == 2
    assert not list(findings(league))
