"""The timetable of the day: planned starts beside the real ones, and how late the event is. Pure.

A delay moves every later start of the same day by as much; the next day begins as planned. The organiser may shorten a
break, so an expected start is only about right, and never before the planned one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.models import Hanchan, HanchanState

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class NextStart:
    """The next hanchan that has a planned start: `late` in whole minutes, `left` in seconds until the expected start;
    once the planned start is over and nothing is played, the seconds since then, negative.
    """

    hanchan: Hanchan
    planned_at: datetime
    expected_at: datetime
    late: int
    left: int

    @property
    def changes_at(self) -> datetime:
        """When this may say something else although nothing was written."""
        return self.expected_at + MINUTE

    @property
    def counts_to(self) -> datetime:
        """The moment that `left` is counted to."""
        return self.expected_at if self.left > 0 else self.planned_at

    @property
    def sentence(self) -> str:
        """12 minutes late: hanchan 5 at about 16:12."""
        if not self.late:
            return _("On time: {hanchan} at {time}.").format(hanchan=self.hanchan.title, time=_hour(self.planned_at))
        text = ngettext(
            "{late} minute late: {hanchan} at about {time}.",
            "{late} minutes late: {hanchan} at about {time}.",
            self.late,
        )
        return text.format(late=self.late, hanchan=self.hanchan.title, time=_hour(self.expected_at))


def _hour(at: datetime) -> str:
    return date_format(localtime(at), "H:i")


def next_start(hanchan: Sequence[Hanchan], at: datetime) -> NextStart | None:
    """Return the next start at this moment; None where none is planned."""
    one = next((one for one in hanchan if one.state == HanchanState.PLANNED and one.planned_at), None)
    if one is None or one.planned_at is None:
        return None
    by_play, by_waiting = _delay_of_play(hanchan, one, at), (at - one.planned_at) // MINUTE
    late = max(by_play, by_waiting, 0)
    expected = one.planned_at + late * MINUTE
    counted = expected if by_play else one.planned_at
    return NextStart(one, one.planned_at, expected, late, -(-(counted - at) // timedelta(seconds=1)))


def _delay_of_play(hanchan: Sequence[Hanchan], following: Hanchan, at: datetime) -> int:
    """The minutes by which the hanchan being played on the same day will end later than planned."""
    found = [
        _delay(one, one.planned_at, at)
        for one in hanchan
        if one.state == HanchanState.PLAYING and one.planned_at and _same_day(one.planned_at, following.planned_at)
    ]
    return max(found, default=0)


def _same_day(one: datetime, other: datetime | None) -> bool:
    return other is not None and localtime(one).date() == localtime(other).date()


def _delay(one: Hanchan, planned_at: datetime, at: datetime) -> int:
    """A late start, pauses, minutes for everybody, and the most minutes that one table was given."""
    assert one.started_at is not None  # noqa: S101  # a hanchan that plays has started: a constraint
    paused = timedelta(seconds=one.paused_seconds) + (at - one.paused_at if one.paused_at else timedelta())
    added = one.added_minutes + max(one.extended.values(), default=0)
    return (one.started_at - planned_at + paused) // MINUTE + added


def late_start(one: Hanchan) -> int | None:
    """Return by how many whole minutes a hanchan started late, negative for early; None where that is not known."""
    if one.planned_at is None or one.started_at is None:
        return None
    return (one.started_at - one.planned_at) // MINUTE
