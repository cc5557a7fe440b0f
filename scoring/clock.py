"""The clock of a hanchan as a value; the time it is now is always an argument."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that runs since `started_at`; `limit` is None for a hanchan without a time limit (S2).

    `paused_for` is the length of the pauses that are over, `paused_at` the beginning of one that is not.
    """

    started_at: datetime
    limit: timedelta | None
    paused_at: datetime | None = None
    paused_for: timedelta = timedelta()

    def elapsed(self, now: datetime) -> timedelta:
        """Return the playing time so far, without pauses; zero before the start."""
        return max((self.paused_at or now) - self.started_at - self.paused_for, timedelta())

    def left(self, now: datetime) -> timedelta | None:
        """Return the time left, negative once it has run out; None without a limit."""
        return None if self.limit is None else self.limit - self.elapsed(now)

    def ends_at(self) -> datetime | None:
        """Return when the time ends; None without a limit or while the clock is paused."""
        if self.limit is None or self.paused_at is not None:
            return None
        return self.started_at + self.paused_for + self.limit

    def is_over(self, now: datetime) -> bool:
        """Return whether the time has ended; always False without a limit."""
        left = self.left(now)
        return left is not None and left <= timedelta()

    def announced_at(self, warning: timedelta) -> datetime | None:
        """Return when the end is announced, `warning` before it; None without a warning, without a limit, or while
        paused.
        """
        end = self.ends_at()
        return end - warning if end is not None and warning > timedelta() else None

    def is_announced(self, now: datetime, warning: timedelta) -> bool:
        """Return whether the end has been announced, `warning` before it; always False without a limit or a warning.

        >>> start = datetime(2026, 5, 16, 9, 30)
        >>> Clock(start, timedelta(minutes=90)).is_announced(start + timedelta(minutes=75), timedelta(minutes=15))
        True
        """
        left = self.left(now)
        return left is not None and timedelta() < warning and left <= warning

    def pause(self, now: datetime) -> "Clock":
        """Return the clock paused at `now`; a paused clock is returned unchanged."""
        return self if self.paused_at is not None else replace(self, paused_at=now)

    def resume(self, now: datetime) -> "Clock":
        """Return the clock running again from `now`; a running clock is returned unchanged."""
        if self.paused_at is None:
            return self
        return replace(self, paused_at=None, paused_for=self.paused_for + (now - self.paused_at))
