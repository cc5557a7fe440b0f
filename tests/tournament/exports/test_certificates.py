"""The data of certificates."""

import pytest

from tests.factories import MORNING
from tests.tournament.exports.events import rows_of, tables
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.core.audit import Act
from tournament.players.actions import edit_player
from tournament.standings.prizes.actions import set_newcomers, set_prize

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


def test_prizes_stand_beside_their_winners_and_a_tie_says_so():
    tournament, people = small_event(hanchan_count=1)
    play(tournament, 1, {1: USUAL, 2: (40_000, 35_000, 25_000, 20_000)})
    set_newcomers(tournament=tournament, numbers=[people[0].number], act=ACT)
    for kind, place, what in (
        ("place", 1, "Cup"),
        ("newcomer", 1, "Book"),
        ("country", 1, "Flag"),
        ("place", 7, "Medal"),
    ):
        set_prize(tournament=tournament, kind=kind, place=place, what=what, act=ACT)
    rows = rows_of(tables(tournament)["certificates"])[::-1]  # the last place is announced first
    assert (rows[0]["name"], rows[0]["prize"], rows[0]["country"]) == ("Aiko Brandt", "Cup, Book", "Germany")
    assert [row["prize"] for row in rows[1:]] == ["", "", "", "", "", "Medal", ""]


def test_equals_share_a_prize():
    tournament, _people = small_event(hanchan_count=1)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    set_prize(tournament=tournament, kind="place", place=1, what="Cup", act=ACT)
    rows = rows_of(tables(tournament)["certificates"])[::-1]  # the last place is announced first
    assert [(row["place"], row["prize"]) for row in rows[:3]] == [(1, "Cup (tie)"), (1, "Cup (tie)"), (3, "")]


def test_namesakes_are_printed_without_what_tells_them_apart_and_keep_their_prizes():
    tournament, people = small_event(hanchan_count=1)
    for player, club in ((people[0], "Felt"), (people[1], "Oak")):
        edit_player(player=player, act=ACT, name="Ann Lee", club=club, namesake=True)
    play(tournament, 1, {1: USUAL, 2: (30_000,) * 4})
    set_prize(tournament=tournament, kind="place", place=1, what="Cup", act=ACT)
    rows = rows_of(tables(tournament)["certificates"])[::-1]  # the last place is announced first
    assert [(row["name"], row["prize"]) for row in rows[:2]] == [("Ann Lee", "Cup"), ("Ann Lee", "")]
