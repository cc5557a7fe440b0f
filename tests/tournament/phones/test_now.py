"""The page that the code on the wall opens: who are you, then only what matters now."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.factories import MORNING
from tests.tournament.leagues.games import make_league
from tests.tournament.standings.tables import USUAL, begin, finish, play, punish, put_in, small_event, vouch
from tests.tournament.standings.test_public_views import text_of
from tests.tournament.standings.test_visibility import event_with_one_released_hanchan
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.players.actions import withdraw
from tournament.results.models import PenaltyKind
from tournament.standings.actions import change_standing_rules
from tournament.standings.queries import forget, standings_of

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)
NOW = "/t/spring-open/now/"


@pytest.fixture
def event():
    return event_with_one_released_hanchan()


def before_the_last(**more):
    """Hanchan 1 of 2 is public: Aiko leads Luc, at whose table she sits, by 27.0."""
    tournament, people = small_event(hanchan_count=2)
    tournament.hanchan.update(seating_published_at=MORNING)
    play(tournament, 1, {1: (61_000, 44_000, 10_000, 5_000), 2: (31_000, 30_500, 29_500, 29_000)})
    set_public(tournament=tournament, act=ACT, **more)
    return tournament, people


def read(client, number, address=NOW):
    client.cookies["me"] = str(number)
    forget()
    return text_of(client.get(address))


# --- who reads ---


def test_a_phone_is_asked_once_who_reads(client, event):
    _tournament, people = event
    assert "Who are you?" in text_of(client.get(NOW)) and 'aria-current="page">Now' in client.get(NOW).text
    answer = client.get(NOW, {"q": "Moreau"}, follow=True)
    assert (client.cookies["me"].value, client.cookies["me"]["path"]) == ("2", "/t/spring-open/")
    assert "You are Luc Moreau" in text_of(answer)
    rules = client.get("/t/spring-open/rules/").text
    assert 'href="/t/spring-open/now/">Now' in rules
    assert "Who are you?" in text_of(client.get(NOW, {"me": ""}, follow=True))
    assert people[1].label == "Luc Moreau" and ">Now<" not in client.get("/t/spring-open/rules/").text


def test_several_of_a_name_and_nobody(client, event):
    assert "No player matches this." in text_of(client.get(NOW, {"q": "Xyzzy"}))
    assert "Which one are you?" in text_of(client.get(NOW, {"q": "n"}))
    assert "You are Aiko Brandt" in text_of(client.get(NOW, {"me": "1"}, follow=True))
    assert "Who are you?" in text_of(client.get(NOW, {"me": "999"}, follow=True))


def test_nobody_is_found_before_names_are_public(client):
    tournament, _people = small_event()
    tournament.hanchan.update(seating_published_at=None)
    type(tournament).objects.update(players_public=False)
    assert "No names are public yet" in text_of(client.get(NOW)) and "Aiko" not in text_of(client.get(NOW + "?q=Aiko"))
    assert "No names are public yet" in read(client, 1)


def test_in_a_league_the_code_opens_its_table(client):
    league, _people = make_league()
    set_public(tournament=league, is_public=True, act=ACT)
    assert client.get(f"/t/{league.slug}/now/").url == f"/t/{league.slug}/league/"


# --- what it shows ---


@time_machine.travel(MORNING, tick=False)
def test_before_the_start_the_seat_and_the_minutes(client):
    tournament, people = small_event()
    tournament.hanchan.update(seating_published_at=MORNING)
    tournament.hanchan.filter(number=1).update(planned_at=MORNING + timedelta(minutes=12))
    vouch(tournament)
    text = read(client, 1)
    assert "Next: hanchan 1" in text and "Table 1" in text and "East" in text and "starts in 12 minutes" in text
    assert people[3].label in text and "after hanchan" not in text and "What you need" not in text


@time_machine.travel(MORNING + timedelta(minutes=30), tick=False)
def test_during_the_hanchan_table_time_and_place(client, event):
    answer = read(client, 1)
    for part in ("Now: hanchan 2", "Table 1", "East", "1 of 8", "+30.2 after hanchan 1", "Behind you"):
        assert part in answer, part
    assert "What you need" not in answer  # it is not the last one


@time_machine.travel(MORNING + timedelta(minutes=100), tick=False)
def test_when_the_time_is_up_the_rule(client, event):
    client.cookies["me"] = "1"
    answer = client.get(NOW)
    assert "is-over" in answer.text and "finished and no new hand is started" in text_of(answer)


@time_machine.travel(MORNING + timedelta(minutes=100), tick=False)
def test_a_table_with_minutes_of_its_own_has_its_own_time(client, event):
    tournament, _people = event
    tournament.hanchan.filter(number=2).update(table_minutes={"1": 15})
    vouch(tournament)
    client.cookies["me"] = "1"
    assert 'data-clock="running"' in client.get(NOW).text
    client.cookies["me"] = "5"
    assert 'data-clock="over"' in client.get(NOW).text


def test_the_sheet_that_is_in_where_it_may_be_seen(client, event):
    tournament, _people = event
    put_in(tournament, 2, 1, USUAL)
    assert "sheet in" not in read(client, 1)
    set_public(tournament=tournament, live_public=True, act=ACT)
    answer = read(client, 1)
    assert "sheet in: place 1" in answer and "+30.2" in answer
    assert "sheet in" not in read(client, 5)


def test_the_leader_hears_with_what_the_closest_rival_passes(client):
    tournament, _people = before_the_last()
    begin(tournament, 2)
    answer = read(client, 1)
    assert "You win unless somebody passes you. Luc Moreau, 27.0 behind, does it as 1st with:" in answer
    assert "17,100 points more" in answer and "7,100 points more" in answer and "any lead" in answer


def test_who_is_behind_hears_whom_to_pass(client):
    begin(before_the_last()[0], 2)
    assert "You pass Aiko Brandt, 27.0 ahead, as 1st with:" in read(client, 2)
    assert "You pass Luc Moreau with a hanchan score more than 3.0 above theirs." in read(client, 5)


def test_at_a_cut(client, event):
    tournament, _people = event
    by = StandingRules(cuts=(Cut(after=2, sizes=(3,)),))
    change_standing_rules(tournament=tournament, rules=by, act=ACT)
    assert "You go on unless somebody passes you." in read(client, 1)
    assert "You go on if you reach a place above the cut." in read(client, 4)


def test_before_a_later_cut_only_the_distance(client):
    tournament, _people = small_event(hanchan_count=4)
    play(tournament, 1, {1: USUAL, 2: (40_000, 36_000, 22_000, 22_000)})
    change_standing_rules(tournament=tournament, rules=StandingRules(cuts=(Cut(after=3, sizes=(3,)),)), act=ACT)
    assert "above the cut" in read(client, 1) and "below the cut" in read(client, 4)


def test_who_shares_the_total_at_the_cut_is_level_with_it(client):
    tournament, _people = small_event(hanchan_count=4)
    play(tournament, 1, {1: (40_000, 36_000, 22_000, 22_000), 2: USUAL})
    rows = standings_of(tournament).ranked
    size = next(at for at, row in enumerate(rows) if at and row.standing.total == rows[at - 1].standing.total)
    change_standing_rules(tournament=tournament, rules=StandingRules(cuts=(Cut(after=3, sizes=(size,)),)), act=ACT)
    for row in rows[size - 1 : size + 1]:
        assert "level with the cut" in read(client, row.player.number)


def test_what_is_kept_for_the_ceremony_is_not_there(client):
    tournament, _people = before_the_last(hidden_from=2)
    begin(tournament, 2)
    assert "What you need" in read(client, 1)  # all that leads to it is public
    put_in(tournament, 2, 1, USUAL)
    put_in(tournament, 2, 2, USUAL)
    finish(tournament, 2)
    set_public(tournament=tournament, act=ACT)
    answer = read(client, 1)
    assert "hidden until the ceremony" in answer and "All hanchan have been played." in answer
    assert "of 8" not in answer and "What you need" not in answer and "Behind you" not in answer


def test_where_only_the_first_places_are_public_nobody_has_one(client):
    before_the_last(shown_places=3)
    assert "hidden until the ceremony" in read(client, 1) and "of 8" not in read(client, 8)


def test_who_has_withdrawn_or_is_disqualified_in_hidden_results(client, event):
    _tournament, people = event
    punish(people[4], 0, number=2, kind=PenaltyKind.DISQUALIFICATION)
    assert "disqualified" not in read(client, 5).lower()
    withdraw(player=people[7], act=ACT)
    assert "withdrawn" in read(client, 8).lower()


# --- what it costs ---


def test_who_watches_hears_nothing_until_something_moved(client, event):
    tournament, _people = event
    client.cookies["me"] = "1"
    since = client.get(NOW).text.partition('hx-get="?since=')[2].partition('"')[0]
    assert client.get(NOW, {"since": since}).status_code == 204
    tournament.hanchan.filter(number=2).update(minutes=95)
    vouch(tournament)
    part = client.get(NOW, {"since": since})
    assert part.status_code == 200 and "<html" not in part.text


def test_the_number_of_queries_does_not_depend_on_the_size_of_the_event(client):
    counts = []
    for name, players in (("Small", 8), ("Large", 64)):
        tournament, _people = small_event(hanchan_count=2, players=players, name=name)
        tournament.hanchan.update(seating_published_at=MORNING)
        play(tournament, 1, dict.fromkeys(range(1, players // 4 + 1), USUAL))
        begin(tournament, 2)
        client.cookies["me"] = "2"
        client.get(f"/t/{tournament.slug}/now/")
        with CaptureQueriesContext(connection) as made:
            assert "What you need" in client.get(f"/t/{tournament.slug}/now/").text
        counts.append(len(made))
    assert counts[0] == counts[1]
