"""The clock of a hanchan."""

from datetime import UTC, datetime, timedelta

from scoring.clock import Clock

START = datetime(2026, 5, 16, 9, 30, tzinfo=UTC)
CLOCK = Clock(START, timedelta(minutes=90))


def minutes(count: int) -> timedelta:
    return timedelta(minutes=count)


def test_a_running_clock_counts_down_and_past_the_end() -> None:
    assert CLOCK.left(START) == minutes(90)
    assert CLOCK.left(START + minutes(80)) == minutes(10)
    assert CLOCK.left(START + minutes(92)) == minutes(-2)
    assert CLOCK.ends_at() == START + minutes(90)


def test_the_time_is_over_at_the_very_end() -> None:
    assert not CLOCK.is_over(START + minutes(90) - timedelta(microseconds=1))
    assert CLOCK.is_over(START + minutes(90))


def test_before_the_start_nothing_has_elapsed() -> None:
    assert CLOCK.elapsed(START - minutes(5)) == minutes(0)
    assert CLOCK.left(START - minutes(5)) == minutes(90)


def test_a_paused_clock_stands_still_and_does_not_know_its_end() -> None:
    paused = CLOCK.pause(START + minutes(30))
    assert paused.left(START + minutes(50)) == minutes(60)
    assert paused.ends_at() is None
    assert paused.pause(START + minutes(40)) == paused


def test_a_resumed_clock_ends_later_by_the_pauses() -> None:
    clock = CLOCK.pause(START + minutes(30)).resume(START + minutes(45))
    clock = clock.pause(START + minutes(60)).resume(START + minutes(61))
    assert clock.ends_at() == START + minutes(106)
    assert clock.left(START + minutes(61)) == minutes(45)
    assert clock.resume(START + minutes(70)) == clock


def test_a_final_without_a_limit_is_never_over() -> None:
    clock = Clock(START, None)
    later = START + timedelta(days=1)
    assert (clock.left(later), clock.ends_at(), clock.is_over(later)) == (None, None, False)
    assert clock.elapsed(later) == timedelta(days=1)


def test_the_end_is_announced_so_long_before_it() -> None:
    """EMA 2016: a gong 15 minutes before the end."""
    assert CLOCK.announced_at(minutes(15)) == START + minutes(75)
    assert not CLOCK.is_announced(START + minutes(75) - timedelta(microseconds=1), minutes(15))
    assert CLOCK.is_announced(START + minutes(75), minutes(15))
    assert CLOCK.is_announced(START + minutes(95), minutes(15))


def test_a_pause_moves_the_announcement() -> None:
    paused = CLOCK.pause(START + minutes(30))
    assert (paused.announced_at(minutes(15)), paused.is_announced(START + minutes(80), minutes(15))) == (None, False)
    assert paused.resume(START + minutes(40)).announced_at(minutes(15)) == START + minutes(85)


def test_without_a_warning_or_a_limit_nothing_is_announced() -> None:
    assert (CLOCK.announced_at(minutes(0)), CLOCK.is_announced(START + minutes(90), minutes(0))) == (None, False)
    final = Clock(START, None)
    assert (final.announced_at(minutes(15)), final.is_announced(START + minutes(90), minutes(15))) == (None, False)
