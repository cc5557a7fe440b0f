"""A hanchan's clock as a page shows it: a value computed on the server, counted down by a small script."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from scoring.clock import Clock
from scoring.rules.values import TimeLimit
from scoring.sentences.time_limit import counts_from_warning
from tournament.core.models import Hanchan, HanchanState

DAY, TWO_HOURS = 86_400, 7_200  # seconds


@dataclass(frozen=True, slots=True)
class TableClock:
    """A table that was given `extra` minutes of its own; `left` whole seconds as for the hall, None while planned."""

    table: int
    extra: int
    ends_at: datetime | None
    left: int

    @property
    def is_over(self) -> bool:
        return self.left <= 0


@dataclass(frozen=True, slots=True)
class ClockDisplay:
    """`state` is planned, running, paused, over, unlimited or closed; `left` whole seconds, negative once over.

    `warning` is by how many seconds before the end it is announced, 0 for never, `announced_at` when that is; with
    `from_warning` the last hands count from then on. `tables` are those with a time limit of their own.
    """

    state: str
    minutes: int | None
    started_at: datetime | None = None
    ends_at: datetime | None = None
    left: int | None = None
    warning: int = 0
    announced_at: datetime | None = None
    from_warning: bool = False
    tables: tuple[TableClock, ...] = ()

    def of_table(self, table: int | None) -> "ClockDisplay":
        """Return the clock of one table, which may have been given time of its own."""
        own = next((one for one in self.tables if one.table == table), None)
        if own is None:
            return self
        state = self.state if self.state == "paused" else "over" if own.is_over else "running"
        return replace(self, state=state, ends_at=own.ends_at, left=own.left, tables=())

    @property
    def warning_minutes(self) -> int:
        return self.warning // 60

    @property
    def is_announced(self) -> bool:
        """Return whether the end has been announced and the time is not over yet."""
        return self.state == "running" and self.left is not None and 0 < self.left <= self.warning

    @property
    def is_running(self) -> bool:
        return self.state in ("running", "over")

    @property
    def text(self) -> str:
        """The time left as minutes and seconds; once it is over, the time since then with a plus, with hours when they
        are two, and no longer than a day. `js/clock.js` writes the same.

        >>> [ClockDisplay("over", 90, left=left).text for left in (1248, -200, -7384, -90_000)]
        ['20:48', '+3:20', '+2:03:04', '> 24 h']
        """
        left = self.left or 0
        if left < -DAY:
            return "> 24 h"
        minutes, seconds = divmod(abs(left), 60)
        if left <= -TWO_HOURS:
            return f"+{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        return f"{'+' if left < 0 else ''}{minutes}:{seconds:02}"


def clock_display(hanchan: Hanchan, at: datetime, limit: TimeLimit | None = None) -> ClockDisplay:
    """The clock of a hanchan as it stands at `at`; `limit` are the rules that may have its end announced."""
    clock = hanchan.clock
    if clock is None or hanchan.state == HanchanState.PLANNED:
        return ClockDisplay("planned", hanchan.minutes)
    if hanchan.state == HanchanState.CLOSED:
        return ClockDisplay("closed", hanchan.minutes, started_at=clock.started_at)
    seconds = _seconds(clock, at)
    before = timedelta(minutes=limit.warning if limit else 0)
    return ClockDisplay(
        state=_state(hanchan, seconds),
        minutes=hanchan.minutes,
        started_at=clock.started_at,
        ends_at=clock.ends_at(),
        left=seconds,
        warning=before // timedelta(seconds=1),
        announced_at=clock.announced_at(before),
        from_warning=limit is not None and counts_from_warning(limit),
        tables=tuple(_table_clock(hanchan, table, extra, at) for table, extra in hanchan.extended.items()),
    )


def _table_clock(hanchan: Hanchan, table: int, extra: int, at: datetime) -> TableClock:
    clock = hanchan.clock_of(table)
    return TableClock(table, extra, clock.ends_at() if clock else None, (_seconds(clock, at) if clock else None) or 0)


def _seconds(clock: Clock, at: datetime) -> int | None:
    """The whole seconds left, negative once the time is over; None without a limit."""
    left = clock.left(at)
    return None if left is None else -(-left // timedelta(seconds=1))


def _state(hanchan: Hanchan, left: int | None) -> str:
    if hanchan.paused_at is not None:
        return "paused"
    if left is None:
        return "unlimited"
    return "running" if left > 0 else "over"
