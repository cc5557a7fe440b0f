"""Which copies of a folder are kept: many of the last hour, then fewer the older they are.

A pure function of times and reasons: the clock is an argument.
"""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Protocol, TypeVar

LAST_HOUR = 12
"""At most so many of the last hour: one in five minutes."""
KEPT: tuple[tuple[int, str], ...] = ((24, "%Y%m%d%H"), (14, "%Y%m%d"), (12, "%Y%m"))
"""The newest copy of each of so many hours, days and months in UTC that have a copy. A laptop that was switched off for
months keeps what it had."""
BEFORE = "before-"
"""The reason of a copy that was made before something was replaced: for two weeks, the newest of them are kept."""
BEFORE_KEPT, BEFORE_KEPT_FOR = 12, timedelta(days=14)


class Dated(Protocol):
    """A copy: when it was made, and why."""

    @property
    def made_at(self) -> datetime: ...
    @property
    def reason(self) -> str: ...


Copy = TypeVar("Copy", bound=Dated)


def superseded(copies: Collection[Copy], now: datetime) -> list[Copy]:
    """Return the copies that are no longer needed at a moment, the newest first.

    A copy from a clock that was wrong, later than `now`, is never one of the last hour, so it takes no place there.
    """
    newest_first = sorted(copies, key=lambda copy: (copy.made_at, copy.reason), reverse=True)
    recent = [copy for copy in newest_first if now - timedelta(hours=1) < copy.made_at <= now]
    safe = [copy for copy in newest_first if copy.reason.startswith(BEFORE) and now - copy.made_at < BEFORE_KEPT_FOR]
    kept = [*recent[:LAST_HOUR], *safe[:BEFORE_KEPT]]
    for count, period in KEPT:
        kept += _newest_of_each(newest_first, period)[:count]
    identities = {id(copy) for copy in kept}
    return [copy for copy in newest_first if id(copy) not in identities]


def _newest_of_each(newest_first: list[Copy], period: str) -> list[Copy]:
    """Return the first copy of each hour, day or month, in the order given."""
    found: dict[str, Copy] = {}
    for copy in newest_first:
        found.setdefault(copy.made_at.astimezone(UTC).strftime(period), copy)
    return list(found.values())
