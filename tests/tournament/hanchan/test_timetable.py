"""Planned starts, real ones, and what a delay means for the rest of the day."""

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import MORNING
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.hanchan.timetable import day_plan, late_start, next_start


def after(minutes):
    return MORNING + timedelta(minutes=minutes)


def planned(number, minutes, **fields):
    at = None if minutes is None else after(minutes)
    return Hanchan(tournament=Tournament(), number=number, minutes=90, planned_at=at, **fields)


def playing(number, minutes, started, **fields):
    return planned(number, minutes, state=HanchanState.PLAYING, started_at=after(started), **fields)


DAY = [playing(1, 0, 12), planned(2, 120), planned(3, 240)]


def test_a_late_start_moves_the_next_one():
    found = next_start(DAY, after(30))
    assert (found.hanchan.number, found.late, found.expected_at) == (2, 12, after(132))
    assert found.sentence == "12 minutes late: Hanchan 2 at about 11:42."
    assert (found.left, found.counts_to) == (102 * 60, after(132))


def test_a_start_of_tomorrow_is_told_by_its_day_and_not_counted_down():
    assert not next_start([planned(1, 120)], after(0)).is_far
    assert next_start([planned(1, 24 * 60)], after(0)).is_far


def test_an_early_start_moves_nothing():
    found = next_start([playing(1, 0, -5), planned(2, 120, name="Final")], after(30))
    assert found.sentence == "On time: Hanchan 2 · Final at 11:30."


@pytest.mark.parametrize(
    ("fields", "late"),
    [
        ({"paused_seconds": 300}, 17),
        ({"paused_at": after(20)}, 22),
        ({"added_minutes": 5}, 17),
        ({"table_minutes": {"3": 4, "7": 9}}, 21),
        ({"added_minutes": -12}, 0),
    ],
)
def test_pauses_and_added_minutes_count_as_a_delay_and_one_table_holds_up_all(fields, late):
    assert next_start([playing(1, 0, 12, **fields), planned(2, 120)], after(30)).late == late


def test_a_start_that_is_overdue_is_late_by_the_time_that_passed():
    waiting = [planned(2, 120)]
    assert next_start(waiting, after(120)).late == 0
    found = next_start(waiting, after(123) + timedelta(seconds=30))
    assert (found.late, found.expected_at, found.left) == (3, after(123), -210)
    assert found.counts_to == after(120)
    assert found.sentence == "3 minutes late: Hanchan 2 at about 11:33."
    assert next_start(waiting, after(121)).sentence.startswith("1 minute late")


def test_an_event_is_late_by_hours_at_most_and_then_it_is_over():
    assert next_start(DAY[1:], after(120 + 526)).sentence == "8 h 46 min late: Hanchan 2 at about 20:16."
    assert next_start(DAY[1:], after(120 + 12 * 60)).late == 12 * 60
    assert next_start(DAY[1:], after(121 + 12 * 60)) is None
    last_month = day_plan(DAY[1:], after(48167))
    assert [start.late for start in last_month.starts] == [0, 0]


def test_the_next_day_begins_as_planned():
    assert next_start([playing(4, 0, 50), planned(5, 24 * 60)], after(60)).late == 0


def test_the_day_is_that_of_the_hall():
    evening = [playing(4, 0, 50), planned(5, 15 * 60)]
    assert next_start(evening, after(60)).late == 0, "half past midnight in UTC"
    with timezone.override("America/New_York"):
        assert next_start(evening, after(60)).late == 50


def test_without_planned_times_nothing_is_said():
    assert next_start([playing(1, None, 12), planned(2, None)], after(30)) is None
    assert next_start([playing(1, None, 12), planned(2, 120)], after(30)).late == 0
    assert next_start([], after(30)) is None


def test_how_late_a_hanchan_started_is_known_where_both_times_are():
    assert late_start(DAY[0]) == 12
    assert late_start(DAY[1]) is late_start(playing(1, None, 5)) is None


@given(st.integers(-60, 120), st.integers(0, 300), st.integers(0, 120))
def test_no_start_is_expected_before_it_is_planned_nor_in_the_past(started, at, added):
    found = next_start([playing(1, 0, started, added_minutes=added), planned(2, 120)], after(at))
    assert found.expected_at >= found.planned_at
    assert found.expected_at > after(at) - timedelta(minutes=1)


def test_a_delay_means_later_starts_and_a_later_end_of_the_day_and_nothing_for_tomorrow():
    found = day_plan([*DAY, planned(4, 24 * 60)], after(30))
    assert [(one.hanchan.number, one.late, one.is_expected) for one in found.starts] == [
        (1, 12, False),
        (2, 12, True),
        (3, 12, True),
    ]
    assert (found.planned_end, found.ends_at) == (after(330), after(342))


def test_after_the_last_start_the_day_shows_what_was():
    played = planned(1, 0, state=HanchanState.CLOSED, started_at=after(3), closed_at=after(90))
    assert [(one.late, one.starts_at) for one in day_plan([played], after(600)).starts] == [(3, after(3))]
    assert day_plan([planned(1, None)], after(0)) is None
    assert day_plan([planned(1, 0, state=HanchanState.CLOSED)], after(0)) is None
    assert day_plan([], after(0)) is None
