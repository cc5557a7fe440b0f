"""The personal link: it opens one player's page, until it is renewed or revoked, and nothing of it is stored."""

import pytest
from django.db import connection
from django.test import RequestFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_tournament
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.phones.links import personal_address
from tournament.players.badges.actions import renew, renew_all, revoke
from tournament.players.badges.links import LENGTH, personal_token, player_of_token
from tournament.players.models import Player

ACT = Act(by=None, at=MORNING)


@pytest.fixture
@kept
def players(db):
    return make_players(make_tournament(), 4)


@given(*[st.integers(0, 2**32)] * 4)
def test_no_two_links_are_the_same_whatever_was_renewed(one, other, renewed, all_renewed):
    event = Tournament(pk=1, made_at=MORNING, link_number=all_renewed)
    tokens = {
        personal_token(Player(pk=pk, tournament=event, link_number=number)): (pk, number)
        for pk in (one, other)
        for number in (renewed, renewed + 1)
    }
    assert len(tokens) == 2 * len({one, other})
    assert all(len(token.partition(".")[2]) == LENGTH and LENGTH * 6 >= 128 for token in tokens)


def test_a_link_opens_the_page_of_its_player(players, django_assert_num_queries):
    for player in players:
        token = personal_token(player)
        with django_assert_num_queries(1):
            assert player_of_token(token) == player


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(text=st.one_of(st.text(), st.from_regex(r"\A[0-9a-f]{1,20}\.[A-Za-z0-9_-]{0,30}\Z")))
def test_any_other_text_opens_nothing(players, text):
    assert player_of_token(text) is None


def test_a_token_with_another_players_id_opens_nothing(players):
    _id, _dot, signature = personal_token(players[0]).partition(".")
    assert player_of_token(f"{players[1].pk:x}.{signature}") is None


def test_a_renewed_link_takes_the_place_of_the_one_before(players):
    before = personal_token(players[0])
    renew(player=players[0], act=ACT)
    assert player_of_token(before) is None
    assert player_of_token(personal_token(players[0])) == players[0]
    assert player_of_token(personal_token(players[1])) == players[1]
    assert players[0].tournament.audit_entries.first().verb == Verb.RENEWED_LINK


def test_a_revoked_link_opens_nothing_until_it_is_renewed(players):
    token = personal_token(players[0])
    revoke(player=players[0], act=ACT)
    assert player_of_token(token) is None
    assert personal_address(RequestFactory().get("/"), players[0]) == ""
    with pytest.raises(Refused):
        revoke(player=players[0], act=ACT)
    renew(player=players[0], act=ACT)
    assert player_of_token(token) is None
    assert player_of_token(personal_token(players[0])) == players[0]


def test_all_links_are_renewed_at_once_those_that_were_revoked_too(players):
    tournament = players[0].tournament
    revoke(player=players[1], act=ACT)
    before = [personal_token(player) for player in players]
    renew_all(tournament=tournament, act=ACT)
    assert [player_of_token(token) for token in before] == [None] * 4
    now = [personal_token(player) for player in tournament.players.all()]
    assert [player_of_token(token) for token in now] == players


def test_a_second_press_renews_nothing_more(players):
    tournament = players[0].tournament
    act = Act(by=None, at=MORNING, base=0)
    renew(player=players[0], act=act)
    renew_all(tournament=tournament, act=act)
    for again in (lambda: renew(player=players[0], act=act), lambda: renew_all(tournament=tournament, act=act)):
        with pytest.raises(Conflict):
            again()
    assert (players[0].link_number, tournament.link_number) == (1, 1)


def test_the_links_are_others_at_a_server_with_another_secret(players, settings):
    token = personal_token(players[0])
    settings.SECRET_KEY = "another"
    assert player_of_token(token) is None


def test_no_token_is_stored(players):
    renew(player=players[0], act=ACT)
    tokens = [personal_token(player).partition(".")[2] for player in players]
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            rows = str(cursor.fetchall())
            assert not any(token in rows for token in tokens), table


def test_the_address_on_the_badge_is_one_that_phones_reach(players, settings):
    settings.ALLOWED_HOSTS = ["192.0.2.7"]
    request = RequestFactory().get("/", headers={"host": "192.0.2.7:8000"})
    assert personal_address(request, players[0]) == f"http://192.0.2.7:8000/p/{personal_token(players[0])}/"
