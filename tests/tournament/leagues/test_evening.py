"""An evening of a league: who is here, which tables play, who plays next, and the evenings before."""

from collections import Counter
from datetime import timedelta
from itertools import combinations
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring.winds import WINDS
from tests.factories import MORNING, make_staff, make_tournament
from tests.tournament.leagues.games import POINTS, make_league, play
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Role, Tournament
from tournament.leagues.evening import MOST_COMPARED, meetings_in, next_table
from tournament.leagues.evening_actions import come, go, put_up, take_down
from tournament.leagues.models import TableInPlay
from tournament.leagues.queries import evenings, tonight_of
from tournament.players.actions import withdraw

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)
NOW = MORNING + timedelta(hours=10)


def act(minutes=0):
    return Act(by=None, at=NOW + timedelta(minutes=minutes))


def arrive(people):
    for minutes, player in enumerate(people):
        come(player=player, act=act(minutes))


# --- who plays next ---------------------------------------------------------------------------------------------------


@given(st.lists(st.permutations(range(1, 8)), max_size=8), st.integers(4, 7))
def test_no_other_table_of_those_who_wait_has_met_less(games, waiting):
    met = meetings_in(game[:4] for game in games)
    people = tuple(range(1, waiting + 1))
    found = next_table(people, met, {}, 4)

    def price(table):
        counts = [met[frozenset(pair)] for pair in combinations(table, 2)]
        return max(counts), sum(count * count for count in counts)

    assert price(found.players) == min(price(table) for table in combinations(people, 4))
    assert found.meetings == price(found.players)[0]


@given(st.dictionaries(st.tuples(st.integers(1, 4), st.sampled_from(WINDS)), st.integers(0, 3)))
def test_nobody_can_exchange_winds_to_make_them_more_even(winds):
    found = next_table((1, 2, 3, 4), {}, winds, 4)

    def had(players):
        return sum(winds.get((player, wind), 0) for wind, player in zip(WINDS, players, strict=True))

    for one, other in combinations(range(4), 2):
        exchanged = list(found.players)
        exchanged[one], exchanged[other] = exchanged[other], exchanged[one]
        assert had(found.players) <= had(exchanged)


def test_of_many_who_wait_those_who_came_first_are_compared():
    met = meetings_in([tuple(range(1, 5)), tuple(range(5, 9))])
    found = next_table(tuple(range(1, 41)), met, {}, 4)
    assert max(found.players) <= MOST_COMPARED
    assert found.meetings == 0


# --- the evening ------------------------------------------------------------------------------------------------------


def test_who_came_is_here_until_the_evening_ends_and_the_first_time_counts():
    league, people = make_league()
    arrive(people[:2])
    come(player=people[0], act=act(90))
    assert [one.pk for one in tonight_of(league, NOW).here] == [people[0].pk, people[1].pk]
    assert tonight_of(league, NOW + WEEK).here == ()
    come(player=people[1], act=Act(by=None, at=NOW + WEEK))
    assert [one.pk for one in tonight_of(league, NOW + WEEK).here] == [people[1].pk]
    go(player=people[1], act=Act(by=None, at=NOW + WEEK))
    lines = AuditEntry.objects.count()
    go(player=people[1], act=Act(by=None, at=NOW + WEEK))
    assert (tonight_of(league, NOW + WEEK).here, AuditEntry.objects.count()) == ((), lines)


def test_who_does_not_play_in_the_league_is_not_here():
    league, people = make_league()
    withdraw(player=people[0], act=act())
    with pytest.raises(Refused, match="Reinstate the player first"):
        come(player=league.players.get(pk=people[0].pk), act=act())


def test_a_table_that_was_put_up_plays_until_its_game_is_entered():
    league, people = make_league()
    arrive(people)
    put_up(tournament=league, players=people[:4], act=act())
    with pytest.raises(Refused, match=f"Already at a table: {people[0].name}"):
        put_up(tournament=league, players=[people[0], *people[5:8]], act=act())
    with pytest.raises(Refused, match="Choose 4 different players"):
        put_up(tournament=league, players=people[4:7], act=act())
    tonight = tonight_of(league, NOW)
    assert [[one.pk for one in table.people] for table in tonight.tables] == [[one.pk for one in people[:4]]]
    assert [one.pk for one in tonight.waiting] == [one.pk for one in people[4:]]
    put_up(tournament=league, players=people[4:], act=act())
    play(league, people[3::-1], at=NOW)
    assert [[one.pk for one in table.people] for table in tonight_of(league, NOW).tables] == [
        [one.pk for one in people[4:]]
    ]
    take_down(tournament=league, people=[people[5].pk])
    assert not TableInPlay.objects.exists()


def test_a_table_that_was_forgotten_keeps_nobody_from_the_next_evening():
    league, people = make_league()
    put_up(tournament=league, players=people[:4], act=act())
    later = Act(by=None, at=NOW + WEEK)
    put_up(tournament=league, players=[people[0], *people[5:8]], act=later)
    (table,) = tonight_of(league, NOW + WEEK).tables
    assert table.people[0].pk == people[0].pk
    assert TableInPlay.objects.count() == 1


def test_tonight_names_its_games_and_the_next_table_by_what_was_played():
    league, people = make_league()
    play(league, people[:4], at=NOW - WEEK)
    play(league, [people[0], people[1], people[4], people[5]], at=NOW, minutes=5)
    arrive(people[:6])
    tonight = tonight_of(league, NOW)
    assert [game.number for game in tonight.games] == [2]
    seated = [player.pk for _wind, player in tonight.coming]
    assert not {people[0].pk, people[1].pk} <= set(seated)
    assert (tonight.meetings, len(seated)) == (1, 4)


def test_an_evening_says_how_much_was_played_and_the_best_game_where_it_is_one():
    league, people = make_league()
    play(league, people[:4], at=NOW)
    play(league, people[4:], at=NOW, minutes=30)
    play(league, people[:4], (60_000, 30_000, 20_000, 10_000), at=NOW + WEEK)
    late, early = evenings(Tournament.objects.get(pk=league.pk))
    assert (early.games, early.players, early.best) == (2, 8, None)
    assert (late.games, late.players, late.best[0].id, late.best[1]) == (1, 4, people[0].pk, 45_000)


def test_an_evening_takes_as_many_queries_for_many_games_as_for_one():
    league, people = make_league()
    arrive(people)
    counts, chance = [], Random(2)
    for games in (1, 10):
        for number in range(games):
            play(league, chance.sample(people, 4), at=NOW, minutes=100 * games + number, is_another=True)
        with CaptureQueriesContext(connection) as queries:
            tonight_of(league, NOW)
        counts.append(len(queries))
    assert counts == [5, 5]


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(client):
    league, people = make_league()
    client.force_login(make_staff(league, Role.DESK))
    return client, reverse("league_evening", args=[league.slug]), league, people


def test_the_desk_notes_who_came_starts_the_next_table_and_enters_its_game(desk):
    client, address, league, people = desk
    assert "4 more players needed for a table." in client.get(address).text
    for player in people[:4]:
        assert client.post(address, {"who": player.number}).status_code == 302
    page = client.get(address)
    assert "No two of them have met." in page.text
    seated = [player.pk for _wind, player in page.context["tonight"].coming]
    client.post(address, {"start": "1", "player": seated})
    page = client.get(address)
    (table,) = page.context["tonight"].tables
    numbers = "&amp;".join(f"player={one.number}" for one in table.people)
    assert f"{reverse('league_games', args=[league.slug])}?{numbers}" in page.text
    form = client.get(reverse("league_games", args=[league.slug]), {"player": [one.number for one in table.people]})
    assert Counter(form.context["form"].initial.values())[f"{table.people[0].number} {table.people[0].label}"] == 1
    client.post(address, {"down": seated[0]})
    assert not TableInPlay.objects.exists()
    client.post(address, {"gone": people[0].pk})
    assert len(client.get(address).context["tonight"].here) == 3


def test_what_cannot_be_stands_on_the_page(desk):
    client, address, league, people = desk
    unknown = client.post(address, {"who": "Nobody At All"})
    assert (unknown.status_code, "No player matches" in unknown.text) == (422, True)
    put_up(tournament=league, players=people[:4], act=Act(by=None, at=timezone.now()))
    again = client.post(address, {"start": "1", "player": [one.pk for one in people[:4]]})
    assert (again.status_code, "Already at a table" in again.text) == (422, True)
    assert client.post(address, {}).status_code == 302


def test_only_a_league_has_evenings(client):
    event = make_tournament("Open")
    client.force_login(make_staff(event, Role.ORGANISER))
    assert client.get(reverse("league_evening", args=[event.slug])).status_code == 404


def test_the_public_table_lists_the_evenings(client):
    league, people = make_league()
    play(league, people[:4], POINTS)
    Tournament.objects.filter(pk=league.pk).update(is_public=True)
    assert "best game" in client.get(reverse("public_league", args=[league.slug])).text
