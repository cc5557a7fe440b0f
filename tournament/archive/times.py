"""When the acts of an event that is brought in happened: a file has no times, a demo needs some that make sense."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Protocol

from django.utils import timezone

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


class Times(Protocol):
    """The moments of an event. `index` counts the sheets of a hanchan as they come in, from 0."""

    def set_up(self) -> datetime: ...
    def started(self, hanchan: int) -> datetime: ...
    def sheet(self, hanchan: int, index: int) -> datetime: ...
    def penalty(self, hanchan: int) -> datetime: ...
    def closed(self, hanchan: int) -> datetime: ...


@dataclass(frozen=True, slots=True)
class AllAt:
    """Everything at the moment of loading: the file does not say when it was."""

    at: datetime

    def set_up(self) -> datetime:
        return self.at

    def started(self, hanchan: int) -> datetime:
        return self.at

    def sheet(self, hanchan: int, index: int) -> datetime:
        return self.at

    def penalty(self, hanchan: int) -> datetime:
        return self.at

    def closed(self, hanchan: int) -> datetime:
        return self.at


@dataclass(frozen=True, slots=True)
class InTheHall:
    """A weekend that is under way at `now`: hanchan before `playing` on the days before, `a_day` of them each, at ten
    and every two and a half hours; `playing` began 70 minutes ago."""

    now: datetime
    playing: int
    a_day: int

    def set_up(self) -> datetime:
        return self.started(1) - 12 * DAY

    def started(self, hanchan: int) -> datetime:
        if hanchan >= self.playing:
            return self.now - 70 * MINUTE
        days_ago = -(-(self.playing - hanchan) // self.a_day)
        nth = (hanchan - self.playing) % self.a_day
        today = timezone.localtime(self.now).date()
        ten = timezone.make_aware(datetime.combine(today - days_ago * DAY, time(10)))
        return ten + nth * 150 * MINUTE

    def sheet(self, hanchan: int, index: int) -> datetime:
        """The first table is done after 48 minutes, the others follow every three."""
        return self.started(hanchan) + (48 + 3 * index) * MINUTE

    def penalty(self, hanchan: int) -> datetime:
        return self.started(hanchan) + 31 * MINUTE

    def closed(self, hanchan: int) -> datetime:
        return self.started(hanchan) + 96 * MINUTE
