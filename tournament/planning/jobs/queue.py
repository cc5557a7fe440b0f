"""The queue of planning jobs of all events, as a monitor counts it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q

from tournament.planning.models import SILENT_AFTER, JobState, PlanningJob

FAILED_WITHIN = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PlanningQueue:
    """How many jobs wait for a worker, run, and have failed of those that were asked for within a day; for how many
    seconds the first one waits, 0 for none.
    """

    waiting: int
    running: int
    failed: int
    waits: float


def planning_queue(at: datetime) -> PlanningQueue:
    """Return the queue at a moment; one query."""
    is_active = Q(state=JobState.ACTIVE)
    is_free = is_active & (Q(beat_at=None) | Q(beat_at__lt=at - SILENT_AFTER))
    found = PlanningJob.objects.aggregate(
        active=Count("pk", filter=is_active),
        waiting=Count("pk", filter=is_free),
        failed=Count("pk", filter=Q(state=JobState.FAILED, requested_at__gt=at - FAILED_WITHIN)),
        since=Min("requested_at", filter=is_free),
    )
    waits = (at - found["since"]).total_seconds() if found["since"] else 0.0
    return PlanningQueue(found["waiting"], found["active"] - found["waiting"], found["failed"], waits)
