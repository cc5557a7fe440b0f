"""The timetable of the day: planned starts beside the real ones, and how late the event is. Pure.

A delay moves every later start of the same day by as much; the next day begins as planned. The organiser may shorten a
break, so an expected start is only about right, and never before the planned one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.models import Hanchan, HanchanState
from tournament.translation.formats import written

MINUTE = timedelta(minutes=1)
LONGEST_DELAY = 12 * 60
"""Minutes. An event that is later than this does not run late: it is over, or was put off."""


FAR = timedelta(hours=6)
"""A start that far away is told by its day, not counted down."""


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
        """The moment when this may say something else although nothing was written."""
        return self.expected_at + MINUTE

    @property
    def is_far(self) -> bool:
        """Return whether it is too far away to count minutes."""
        return self.left > FAR.total_seconds()

    @property
    def counts_to(self) -> datetime:
        """The moment that `left` is counted to."""
        return self.expected_at if self.left > 0 else self.planned_at

    @property
    def sentence(self) -> str:
        """12 minutes late: hanchan 5 at about 16:12."""
        if not self.late:
            return _("On time: {hanchan} at {time}.").format(hanchan=self.hanchan.title, time=_hour(self.planned_at))
        hours, minutes = divmod(self.late, 60)
        text = ngettext(
            "{minutes} minute late: {hanchan} at about {time}.",
            "{minutes} minutes late: {hanchan} at about {time}.",
            minutes,
        )
        if hours:
            text = _("{hours} h {minutes} min late: {hanchan} at about {time}.")
        return text.format(hours=hours, minutes=minutes, hanchan=self.hanchan.title, time=_hour(self.expected_at))


def _hour(at: datetime) -> str:
    return written(localtime(at), "time")


def next_start(hanchan: Sequence[Hanchan], at: datetime) -> NextStart | None:
    """Return the next start at this moment; None where none is planned, or that was more than LONGEST_DELAY ago."""
    one = next((one for one in hanchan if one.state == HanchanState.PLANNED and one.planned_at), None)
    if one is None or one.planned_at is None:
        return None
    by_play, by_waiting = _delay_of_play(hanchan, one, at), (at - one.planned_at) // MINUTE
    late = max(by_play, by_waiting, 0)
    if late > LONGEST_DELAY:
        return None
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


@dataclass(frozen=True, slots=True)
class DayStart:
    """One hanchan of a day: `starts_at` is when it started, or is expected to; `late` in whole minutes, negative for
    early."""

    hanchan: Hanchan
    planned_at: datetime
    starts_at: datetime
    late: int

    @property
    def is_expected(self) -> bool:
        """Return whether it has not started yet."""
        return self.hanchan.state == HanchanState.PLANNED

    @property
    def ends_at(self) -> datetime | None:
        """The end of its time limit, None without one. Pauses and the minutes of tables move later starts, not this."""
        limit = self.hanchan.minutes
        return None if limit is None else self.starts_at + timedelta(minutes=limit)


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The planned hanchan of one day in order, as they were and as they are expected."""

    starts: tuple[DayStart, ...]

    @property
    def ends_at(self) -> datetime | None:
        """The expected end of the last hanchan of the day, None without a time limit."""
        return self.starts[-1].ends_at

    @property
    def planned_end(self) -> datetime | None:
        """The planned end of the last hanchan, None without a time limit."""
        last = self.starts[-1]
        return None if last.hanchan.minutes is None else last.planned_at + timedelta(minutes=last.hanchan.minutes)


def day_plan(hanchan: Sequence[Hanchan], at: datetime) -> DayPlan | None:
    """Return the day of the next start, else the last day; None where no start is planned, or times are not known."""
    planned = [one for one in hanchan if one.planned_at]
    coming = next_start(hanchan, at)
    day = coming.planned_at if coming else max((one.planned_at for one in planned if one.planned_at), default=None)
    late = coming.late if coming else 0
    found = [
        _day_start(one, one.planned_at, late) for one in planned if one.planned_at and _same_day(one.planned_at, day)
    ]
    starts = tuple(one for one in found if one)
    return DayPlan(starts) if starts else None


def _day_start(one: Hanchan, planned_at: datetime, late: int) -> DayStart | None:
    """None for a hanchan whose start nobody knows: it came from a file."""
    if one.state == HanchanState.PLANNED:
        return DayStart(one, planned_at, planned_at + late * MINUTE, late)
    started = late_start(one)
    return None if started is None or one.started_at is None else DayStart(one, planned_at, one.started_at, started)
