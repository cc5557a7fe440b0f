"""What is asked about sheets, and in how many queries."""

from datetime import timedelta

import pytest

from scoring.game import ScoreLine, Table
from scoring.winds import Wind
from tests.factories import MORNING, make_user
from tests.tournament.desk.halls import CLEAN, entered, hall, hanchan_of, lines
from tournament.core.audit import Act
from tournament.hanchan.actions import start
from tournament.results.sheets.queries import (
    board,
    missing_tables,
    next_missing,
    overridden_tables,
    sheet_is_in,
    tables_of,
    versions_of,
    waiting_sheet,
)

pytestmark = pytest.mark.django_db


def test_tables_are_scoring_values_in_the_order_of_the_seats_in_one_query(django_assert_num_queries):
    tournament = hall()
    hanchan = hanchan_of(tournament)
    entered(hanchan, table=2)
    entered(hanchan, points=(41_000, 33_000, 26_000, 18_000), deposits=2)
    with django_assert_num_queries(1):
        found = tables_of(tournament)
    seats = [ScoreLine(Wind(wind), player, points) for wind, player, points in lines(hanchan, 2)]
    assert [(table.hanchan, table.table, table.deposits) for table in found] == [(1, 1, 2), (1, 2, 0)]
    assert found[1] == Table(1, 2, tuple(seats))


def test_tables_after_a_hanchan_leave_out_the_later_ones():
    tournament = hall(hanchan=2)
    entered(hanchan_of(tournament))
    start(hanchan=hanchan_of(tournament, 2), act=Act(by=None, at=MORNING, reason="both at once"))
    entered(hanchan_of(tournament, 2))
    assert [table.hanchan for table in tables_of(tournament)] == [1, 2]
    assert [table.hanchan for table in tables_of(tournament, after=1)] == [1]


def test_missing_tables_are_those_seated_without_a_sheet():
    hanchan = hanchan_of(hall())
    entered(hanchan, table=2)
    assert missing_tables(hanchan) == [1, 3, 4]
    assert sheet_is_in(hanchan, 2)
    assert not sheet_is_in(hanchan, 3)


@pytest.mark.parametrize(
    ("missing", "table", "after"), [([2, 6, 8], 6, 8), ([2, 6], 6, 2), ([2, 6], 9, 2), ([6], 6, None), ([], 6, None)]
)
def test_after_a_table_comes_the_next_missing_one_above_then_the_lowest(missing, table, after):
    assert next_missing(missing, table) == after


@pytest.mark.parametrize(
    ("minutes", "said"), [(0, ("playing", 90)), (85, ("playing", 5)), (90, ("not-back", 0)), (96, ("not-back", 6))]
)
def test_the_board_says_who_is_not_back_and_for_how_long(minutes, said):
    hanchan = hanchan_of(hall())
    card = board(hanchan, MORNING + timedelta(minutes=minutes, seconds=30 if minutes >= 90 else 0))[0]
    assert (card.state, card.minutes) == said


@pytest.mark.parametrize(
    ("seconds", "left"), [(0, 90), (1, 90), (59, 90), (60, 89), (89 * 60 + 1, 1), (90 * 60 - 1, 1)]
)
def test_a_minute_that_has_begun_is_still_left(seconds, left):
    hanchan = hanchan_of(hall())
    card = board(hanchan, MORNING + timedelta(seconds=seconds))[0]
    assert (card.state, card.minutes) == ("playing", left)


@pytest.mark.parametrize(("seconds", "minutes"), [(0, 0), (59, 0), (60, 1), (600, 10)])
def test_after_the_last_minute_a_sheet_is_not_back_and_its_minutes_are_counted(seconds, minutes):
    card = board(hanchan_of(hall()), MORNING + timedelta(minutes=90, seconds=seconds))[0]
    assert (card.state, card.minutes) == ("not-back", minutes)


def test_the_board_of_a_planned_hanchan_waits():
    assert {card.state for card in board(hanchan_of(hall(playing=0)), MORNING)} == {"planned"}


def test_a_board_of_fifty_tables_asks_as_little_as_one_of_two(django_assert_max_num_queries):
    for players in (8, 200):
        tournament = hall(players=players, hanchan=1)
        hanchan = hanchan_of(tournament)
        entered(hanchan)
        with django_assert_max_num_queries(4):
            cards = board(hanchan, MORNING)
        assert len(cards) == players // 4


def test_overridden_sums_are_those_of_this_tournament():
    other = hanchan_of(hall(name="Another event"))
    entered(other, points=(41_200, 33_100, 25_700, 19_100), override=True, reason="A stick of 900 was lost.")
    assert overridden_tables(other.tournament) == {(1, 1): "A stick of 900 was lost."}
    assert overridden_tables(hall()) == {}


def test_a_sum_that_fits_is_not_among_those_that_a_referee_let_pass():
    tournament = hall()
    entered(hanchan_of(tournament), 1)
    entered(hanchan_of(tournament), 2, points=(41_200, 33_100, 25_700, 19_100), override=True, reason="A stick lost.")
    assert overridden_tables(tournament) == {(1, 2): "A stick lost."}


def test_what_waits_at_one_table_of_one_hanchan_is_not_what_waits_elsewhere():
    tournament = hall(entry_mode="blind")
    entered(hanchan_of(tournament), 3, by=make_user("mina"))
    assert waiting_sheet(hanchan_of(tournament), 3).table == 3
    assert waiting_sheet(hanchan_of(tournament), 1) is None
    assert waiting_sheet(hanchan_of(tournament, 2), 3) is None


def test_all_versions_come_with_their_lines_in_few_queries(django_assert_num_queries):
    hanchan = hanchan_of(hall())
    entered(hanchan)
    with django_assert_num_queries(3):
        versions = versions_of(hanchan, 1)
        assert [sum(line.points for line in version.lines.all()) for version in versions] == [sum(CLEAN)]
