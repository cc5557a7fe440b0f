"""The event that the measurements use."""

import pytest

from bench.event import big_event

pytestmark = pytest.mark.django_db


def test_the_measured_event_loads_closed_or_with_sheets_still_missing():
    assert {one.state for one in big_event(16, 2).hanchan.all()} == {"closed"}
    waiting = big_event(16, 3, closed=1, missing=[2])
    assert [one.state for one in waiting.hanchan.order_by("number")] == ["closed", "playing", "planned"]
