"""A hanchan's clock as a page shows it: a value computed on the server, counted down by a small script."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.events.models import Hanchan, HanchanState


@dataclass(frozen=True, slots=True)
class Face:
    """`state` is planned, running, paused, over, unlimited or closed; `left` whole seconds, negative once over."""

    state: str
    minutes: int | None
    started_at: datetime | None = None
    ends_at: datetime | None = None
    left: int | None = None

    @property
    def is_running(self) -> bool:
        return self.state in ("running", "over")

    @property
    def text(self) -> str:
        """The time left as minutes and seconds, 0:00 once it is over.

        >>> Face("running", 90, left=1248).text
        '20:48'
        """
        minutes, seconds = divmod(max(self.left or 0, 0), 60)
        return f"{minutes}:{seconds:02}"


def face_of(hanchan: Hanchan, at: datetime) -> Face:
    """The clock of a hanchan as it stands at `at`."""
    clock = hanchan.clock
    if clock is None or hanchan.state == HanchanState.PLANNED:
        return Face("planned", hanchan.minutes)
    if hanchan.state == HanchanState.CLOSED:
        return Face("closed", hanchan.minutes, started_at=clock.started_at)
    left = clock.left(at)
    seconds = None if left is None else -(-left // timedelta(seconds=1))
    return Face(_state(hanchan, seconds), hanchan.minutes, clock.started_at, clock.ends_at(), seconds)


def _state(hanchan: Hanchan, left: int | None) -> str:
    if hanchan.paused_at is not None:
        return "paused"
    if left is None:
        return "unlimited"
    return "running" if left > 0 else "over"
