"""The plan of a room: what the last row reads, how long names are waited for, and what would help."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.hall_distance import HallDistance
from tournament.screens.models import Face
from tournament.screens.name_board import LARGE, LARGE_PAGES, USUAL
from tournament.screens.room_picture import FLOOR, LEFT, MIDDLE, RIGHT, SPREAD, room_picture
from tournament.screens.room_plan import WIDTHS, Room, names_a_page, room_plan, score_pages, seating

rooms = st.builds(
    Room,
    width=st.sampled_from(WIDTHS),
    metres=st.integers(1, 100),
    players=st.integers(1, 1000),
    projectors=st.integers(1, 2),
    teams=st.integers(0, 60),
)
BIG = Room(250, 20, 200)


def test_two_hundred_players_twenty_metres_away_take_six_pages_and_a_minute():
    plan = room_plan(BIG)
    assert (plan.names.pages, plan.names.seconds, plan.names.a_page) == (6, 60, 34)
    assert names_a_page(BIG.distance, USUAL) == 36
    assert not plan.is_good and not plan.is_paper
    assert 7 < plan.names.minutes < 10 and 15 < plan.reach < 16


def test_what_helps_says_what_it_brings():
    plan = room_plan(BIG)
    assert plan.second.seconds == 30
    assert plan.wider.pages == 3 and plan.wider.room.width == 350
    assert seating(replace(BIG, width=330)).pages > 3, "the smallest picture of these"
    assert plan.larger.room.metres > 20 and plan.larger.seconds > 60
    assert BIG.minutes(plan.larger.size) >= 10 > BIG.minutes(seating(replace(BIG, metres=22)).size)


def test_what_does_not_help_is_not_said():
    two = room_plan(replace(BIG, projectors=2))
    assert two.second is None and two.names.seconds == 30
    near = room_plan(Room(360, 10, 36))
    assert near.is_good and (near.larger, near.second, near.wider) == (None, None, None)
    assert near.names.seconds == 0, "one page stays"
    crowded = room_plan(Room(600, 10, 10, teams=80))
    assert crowded.is_good and (crowded.second, crowded.wider) == (None, None)


def test_letters_that_grow_with_few_names_fill_the_page():
    assert seating(Room(249, 8, 36)).pixels == 43 and seating(Room(249, 20, 36)).pixels == 65
    assert seating(Room(249, 20, 36)).pages == 2


def test_of_long_standings_the_first_pages_are_shown():
    assert [score_pages(HallDistance(140, 20), players) for players in (1, 9, 10, 200)] == [1, 1, 2, 5]


@given(rooms, st.sampled_from(WIDTHS), st.integers(1, 100), st.sampled_from([LARGE, USUAL]))
def test_a_wider_picture_and_a_nearer_row_have_room_for_more_names(room, width, metres, each):
    better = replace(room, width=max(width, room.width), metres=min(metres, room.metres))
    assert names_a_page(better.distance, each) >= names_a_page(room.distance, each)


@given(rooms, st.sampled_from(WIDTHS), st.integers(1, 100))
def test_a_wider_picture_and_a_nearer_row_make_no_round_longer_but_for_a_few_pages_of_larger_letters(
    room, width, metres
):
    now = seating(room)
    better = seating(replace(room, width=max(width, room.width), metres=min(metres, room.metres)))
    assert better.pages <= now.pages or (better.is_large and not now.is_large and better.pages <= LARGE_PAGES)


@given(rooms)
def test_two_projectors_are_never_slower_but_for_a_few_pages_of_larger_letters(room):
    one, two = seating(replace(room, projectors=1)), seating(replace(room, projectors=2))
    assert two.pages <= one.pages or (two.is_large and not one.is_large and two.pages <= LARGE_PAGES)
    second = room_plan(replace(room, projectors=1)).second
    assert second is None or second.seconds < one.seconds


@given(rooms)
def test_names_are_never_under_seven_minutes_and_good_ones_reach_the_last_row(room):
    plan = room_plan(room)
    assert all(board.minutes >= 7 for board in plan.boards)
    assert [board.face for board in plan.boards].count(Face.TEAMS) == (room.teams > 1)
    assert plan.names.is_good == (plan.reach >= room.metres)
    for board in (plan.larger, plan.second, plan.wider):
        assert board is None or not plan.is_good


@given(rooms)
def test_everything_of_the_plan_is_drawn_inside_of_it(room):
    tables = -(-room.players // 4)
    drawn = room_picture(room_plan(room), tables)
    assert len(drawn.tables) == tables and drawn.side >= 0
    assert LEFT <= drawn.last <= RIGHT and drawn.tall <= 2 * SPREAD
    assert all(box.x >= LEFT - 1 and box.x + drawn.side <= drawn.last for box in drawn.tables)
    assert all(abs(box.y + drawn.side / 2 - MIDDLE) <= SPREAD for box in drawn.tables)
    assert [tick.x for tick in drawn.ticks] == sorted({tick.x for tick in drawn.ticks})
    assert drawn.ticks[-1].metres == room.metres and drawn.top + drawn.tall < FLOOR
    assert (drawn.reach is None) == (not drawn.far)
    if drawn.reach is not None:
        assert LEFT <= drawn.reach <= drawn.last


@pytest.mark.parametrize("width", [WIDTHS[0], WIDTHS[-1]])
def test_the_smallest_and_the_largest_picture_are_pictures_of_a_screen(width):
    assert 20 <= Room(width, 1, 1).distance.height <= 1000
