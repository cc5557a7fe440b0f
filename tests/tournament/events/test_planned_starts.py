"""Planned starts: how they are typed, and what they are in the time zone of the hall."""

from datetime import UTC, date, datetime, time
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.messages import Refused
from tournament.events.planned_starts import day_starts, moments, moved, read_starts, zone_names, zone_of

TOKYO = ZoneInfo("Asia/Tokyo")


@given(st.lists(st.lists(st.times().map(lambda one: one.replace(second=0, microsecond=0)), min_size=1), max_size=4))
def test_times_that_are_typed_are_read_back_line_by_line(days):
    text = "\n".join(" ".join(f"{one:%H:%M}" for one in day) for day in days)
    assert read_starts(text) == tuple(map(tuple, days))


def test_commas_french_hours_and_empty_lines_are_understood():
    assert read_starts("9h30, 12.00;\r\n \n14:30\n") == ((time(9, 30), time(12)), (time(14, 30),))
    assert read_starts(" \n") == ()


@pytest.mark.parametrize("word", ["24:00", "10:60", "ten", "10", "1000"])
def test_what_is_no_time_of_day_is_named(word):
    with pytest.raises(Refused, match=f"“{word}” is not a time of day") as refused:
        read_starts(f"10:00 {word}")
    assert refused.value.field == "starts"


def test_each_line_is_a_day_in_the_time_zone_of_the_hall():
    found = moments(((time(10),), (time(9, 30),)), date(2026, 5, 16), TOKYO)
    assert [one.astimezone(UTC) for one in found] == [
        datetime(2026, 5, 16, 1, 0, tzinfo=UTC),
        datetime(2026, 5, 17, 0, 30, tzinfo=UTC),
    ]


def test_a_start_keeps_its_time_of_day_when_the_hall_or_the_day_is_another():
    at = datetime(2026, 3, 28, 9, 0, tzinfo=UTC)
    there = moved(at, 1, ZoneInfo("Europe/Berlin"), TOKYO)
    assert (there.isoformat(), there.tzinfo) == ("2026-03-29T10:00:00+09:00", TOKYO)


def test_the_zones_are_places_and_without_a_name_that_of_the_server(settings):
    assert {"Europe/Berlin", "Asia/Tokyo", "UTC"} <= set(zone_names())
    assert not [name for name in zone_names() if name.startswith("Etc/")]
    settings.TIME_ZONE = "Asia/Tokyo"
    assert str(zone_of("")) == "Asia/Tokyo" and str(zone_of("Europe/Berlin")) == "Europe/Berlin"


@given(st.integers(1, 4), st.integers(1, 16), st.integers(1, 100))
def test_usual_starts_spread_every_hanchan_over_the_days_with_a_break_after_each(days, hanchan, minutes):
    try:
        found = day_starts(time(9), days, hanchan, minutes)
    except Refused as refused:
        assert refused.messages[0].field == "first_start"
        return
    counts = [len(day) for day in found]
    assert sum(counts) == hanchan and max(counts) - min(counts) <= 1 and counts == sorted(counts, reverse=True)
    for day in filter(None, found):
        gaps = [(two.hour - one.hour) * 60 + two.minute - one.minute for one, two in pairwise(day)]
        assert day[0] == time(9) and set(gaps) <= {minutes + 15, minutes + 60}
        assert gaps.count(minutes + 60) == (len(day) >= 4)


def test_a_day_that_would_go_on_after_midnight_is_refused():
    with pytest.raises(Refused, match="5 hanchan on one day would go on after midnight"):
        day_starts(time(18), 1, 5, 90)
