"""The clock as a page shows it."""

from datetime import timedelta

import pytest

from scoring.rules import preset
from tournament.core.models import Hanchan, HanchanState
from tournament.hanchan.clock_display import clock_display


def hanchan(now, **fields):
    return Hanchan(**{"number": 1, "minutes": 90, "state": HanchanState.PLAYING, "started_at": now} | fields)


def minutes(number):
    return timedelta(minutes=number)


@pytest.mark.parametrize(
    ("gone", "state", "left", "text"),
    [
        (minutes(0), "running", 5400, "90:00"),
        (minutes(69) + timedelta(seconds=12), "running", 1248, "20:48"),
        (minutes(90) - timedelta(milliseconds=1), "running", 1, "0:01"),
        (minutes(90), "over", 0, "0:00"),
        (minutes(96), "over", -360, "+6:00"),
    ],
)
def test_a_running_clock_counts_down_to_nought_and_then_up(now, gone, state, left, text):
    clock = clock_display(hanchan(now), now + gone)
    assert (clock.state, clock.left, clock.text) == (state, left, text)
    assert clock.ends_at == now + minutes(90)


def test_a_paused_clock_stands_still_and_names_no_end(now):
    clock = clock_display(hanchan(now, paused_at=now + minutes(30)), now + minutes(50))
    assert (clock.state, clock.left, clock.ends_at) == ("paused", 3600, None)


def test_a_pause_moves_the_end(now):
    clock = clock_display(hanchan(now, paused_seconds=600), now + minutes(30))
    assert clock.ends_at == now + minutes(100)


def test_without_a_limit_there_is_nothing_to_count(now):
    clock = clock_display(hanchan(now, minutes=None), now + minutes(30))
    assert (clock.state, clock.left, clock.ends_at) == ("unlimited", None, None)


def test_before_the_start_and_after_the_close_no_time_is_left(now):
    assert clock_display(Hanchan(number=1, minutes=90), now).state == "planned"
    closed = hanchan(now, state=HanchanState.CLOSED, closed_at=now + minutes(80))
    assert (clock_display(closed, now + minutes(85)).state, clock_display(closed, now).left) == ("closed", None)


def gong(**time):
    """EMA 2016: a gong 15 minutes before the end, from which the last hands count."""
    return preset("ema-2016").replace(time=time).time


@pytest.mark.parametrize(("gone", "announced"), [(74, False), (75, True), (89, True), (90, False), (95, False)])
def test_the_end_is_announced_until_it_has_come(now, gone, announced):
    clock = clock_display(hanchan(now), now + minutes(gone), gong())
    assert (clock.is_announced, clock.announced_at, clock.warning_minutes) == (announced, now + minutes(75), 15)
    assert clock.from_warning


def test_a_clock_that_stands_still_announces_nothing(now):
    clock = clock_display(hanchan(now, paused_at=now + minutes(80)), now + minutes(85), gong())
    assert (clock.is_announced, clock.announced_at) == (False, None)


def test_rules_without_an_announcement_leave_the_clock_as_it_is(now):
    clock = clock_display(hanchan(now), now + minutes(80), gong(warning=0))
    assert (clock.is_announced, clock.announced_at, clock.from_warning) == (False, None, False)


def test_a_table_with_minutes_of_its_own_has_an_end_of_its_own(now):
    one = hanchan(now, table_minutes={"12": 4, "3": 10})
    clock = clock_display(one, now + minutes(95))
    assert [(table.table, table.extra, table.left, table.is_over) for table in clock.tables] == [
        (3, 10, 300, False),
        (12, 4, -60, True),
    ]
    assert (clock.state, clock.tables[0].ends_at) == ("over", now + minutes(100))
    assert clock_display(hanchan(now, minutes=None, table_minutes={"3": 10}), now).tables[0].left == 0
