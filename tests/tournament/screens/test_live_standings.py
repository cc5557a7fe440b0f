"""The standings of the hall while sheets come in: which rows and squares change, and what a freeze leaves of them."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.screens.halls import ACT
from tests.tournament.standings.tables import USUAL, correct, finish, put_in
from tests.tournament.standings.test_visibility import event_with_one_released_hanchan
from tournament.events.actions import set_public
from tournament.results.sheets.not_played import record_not_played
from tournament.screens.scoreboard import ONE_LINE, scoreboard, squares
from tournament.standings.projection import Projection
from tournament.standings.queries import projection_of, standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament, _people = event_with_one_released_hanchan()
    set_public(tournament=tournament, live_public=True, act=ACT)
    tournament.refresh_from_db()
    return tournament


def board_of(event):
    event.refresh_from_db()
    live = projection_of(event)
    assert live
    official, hanchan = standings_of(event, public=True), list(event.hanchan.order_by("number"))
    return live, scoreboard(live.ranking, official, hanchan, live)


def screen_of(event, **asked) -> str:
    answer = Client().get(reverse("screen_standings", args=[event.slug]), asked)
    return " ".join(answer.content.decode().split())


def test_each_table_has_a_square_and_each_player_at_a_table_that_is_in_its_mark(event):
    put_in(event, 2, 2, USUAL)
    live, board = board_of(event)
    assert [(one.table, one.sheet) for one in board.squares] == [(1, ""), (2, live.sheet_marks[2])]
    rows = {one.row.player.number: one for one in board.rows}
    assert {n: one.sheet for n, one in rows.items()} == {n: "" if n <= 4 else live.sheet_marks[2] for n in range(1, 9)}
    assert [n for n, one in sorted(rows.items()) if one.is_playing] == [1, 2, 3, 4]
    assert {one.last for one in board.rows if one.is_playing} == {None}
    assert len([one for one in board.rows if one.announced]) == 1


def test_a_table_that_was_not_played_has_no_square_and_nobody_plays_there(event):
    put_in(event, 2, 2, USUAL)
    record_not_played(hanchan=event.hanchan.get(number=2), seen={1: 0}, act=replace(ACT, reason="Nobody came."))
    _live, board = board_of(event)
    assert [one.table for one in board.squares] == [2]
    assert not any(one.is_playing for one in board.rows)


def test_places_are_those_with_the_sheets_and_moved_compares_with_the_released_standings(event):
    put_in(event, 2, 1, USUAL[::-1])
    live, board = board_of(event)
    official = standings_of(event, public=True)
    for one in board.rows:
        before = official.by_number[one.row.player.number].standing.place
        assert one.moved == before - one.row.standing.place
    assert any(one.moved for one in board.rows)
    assert live.ranking.after == official.after + 1 == 2
    assert board.uncounted == ()


def test_a_correction_changes_the_mark_of_one_square(event):
    put_in(event, 2, 1, USUAL)
    put_in(event, 2, 2, USUAL)
    before = board_of(event)[1].squares
    correct(event, 2, 1, USUAL[::-1])
    after = board_of(event)[1].squares
    assert [one.sheet == other.sheet for one, other in zip(before, after, strict=True)] == [False, True]


@pytest.mark.parametrize(("tables", "lines"), [(ONE_LINE, 1), (ONE_LINE + 1, 2), (50, 2)])
def test_the_squares_of_a_large_hall_stand_on_two_lines(event, tables, lines):
    live = Projection(2, 1, tables, None, {n: n for n in range(1, tables + 1)}, {3: "3-a"}, standings_of(event))
    found = squares(live)
    assert [one.table for one in found] == list(range(1, tables + 1))
    assert [one.table for one in found if one.sheet] == [3]
    assert len({one.is_second for one in found}) == lines
    assert sum(one.is_second for one in found) == (tables // 2 if lines == 2 else 0)


def test_the_screen_has_the_score_and_a_square_and_hears_204_until_the_next_sheet(event):
    assert "score-square" not in screen_of(event)
    put_in(event, 2, 1, USUAL)
    page = screen_of(event)
    assert "hanchan 2 of 3" in page and "1 of 2 tables" in page and "provisional" not in page
    assert page.count("is-playing") == 4 and page.count('class="score-square is-in"') == 1
    mark = re.search(r'data-mark="(\w+)"', page)[1]
    address = reverse("screen_standings", args=[event.slug])
    assert Client().get(address, {"since": mark}).status_code == 204
    put_in(event, 2, 2, USUAL)
    assert "2 of 2 tables" in screen_of(event, since=mark)


def test_once_all_are_in_the_foot_is_the_usual_one_with_the_squares_for_the_last_change(event):
    for table in (1, 2):
        put_in(event, 2, table, USUAL)
    page = screen_of(event)
    assert "is-live is-complete" in page and "is-playing" not in page
    finish(event, 2)
    type(event).objects.filter(pk=event.pk).update(edition=event.edition + 9)
    page = screen_of(event)
    assert "after hanchan 2 of 3" in page and "score-square" not in page


@pytest.mark.parametrize("change", [{"hidden_from": 2}, {"shown_places": 3}, {"live_public": False}])
def test_a_freeze_leaves_the_frozen_standings_without_squares(event, change):
    put_in(event, 2, 1, USUAL)
    assert "score-square" in screen_of(event)
    set_public(tournament=event, act=ACT, **change)
    page = screen_of(event)
    assert "after hanchan 1 of 3" in page
    assert "score-square" not in page and "is-live" not in page and "playing" not in page
