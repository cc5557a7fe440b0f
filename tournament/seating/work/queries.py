"""How far long work is, as a page asks it."""

from datetime import datetime, timedelta
from typing import Any

from tournament.events.models import Tournament
from tournament.seating.work.models import SeatingWork, WorkState

ACTIVE = (WorkState.WAITING, WorkState.RUNNING)
SILENT_AFTER = timedelta(seconds=4)
"""Work beats about twice a second; one that was not heard of for so long is told to be silent."""
LOST_AFTER = timedelta(seconds=10)
"""One that has been silent for so long, or has not begun by then, may be started again."""


def is_active(work: SeatingWork) -> bool:
    """Whether it waits or runs, or did when it was last heard of."""
    return work.state in ACTIVE


def is_lost(work: SeatingWork, at: datetime) -> bool:
    """Whether nobody works at it any more though it has not ended: killed, or the machine was switched off."""
    return is_active(work) and at - (work.beat_at or work.asked_at) > LOST_AFTER


def silent_for(work: SeatingWork, at: datetime) -> int | None:
    """Seconds since it was last heard of, or asked for; None when it is heard of as usual, or has ended."""
    silent = at - (work.beat_at or work.asked_at)
    return int(silent.total_seconds()) if is_active(work) and silent > SILENT_AFTER else None


def mark(work: SeatingWork, at: datetime) -> str:
    """Another whenever the page of the work would look different."""
    stopping = int(work.stop_asked_at is not None)
    return f"{work.state}-{work.progress}-{work.shortfall}-{stopping}-{int(is_lost(work, at))}-{silent_for(work, at)}"


def last_work(tournament: Tournament) -> SeatingWork | None:
    """The work that is of interest on the page of planning: the last, unless it was taken over."""
    found: Any = tournament.seating_works.order_by("-id").first()
    return None if found is None or found.taken_over_at else found
