"""Planning jobs."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class JobState(models.TextChoices):
    """The state of a planning job: active until a worker has ended it."""

    ACTIVE = "active", _("active")
    DONE = "done", _("done")
    STOPPED = "stopped", _("stopped")
    FAILED = "failed", _("failed")


SILENT_AFTER = timedelta(seconds=5)
"""A worker reports about twice a second; a job without a report for so long is free for another one."""


class PlanningJob(models.Model):
    """A planning job, which a worker takes (`jobs.worker`).

    spec      the specification: the same one gives the same answer (`PlanSpec`)
    base      the version in use when it was requested, 0 for none
    progress  in thousandths
    best      the answer, or the best so far
    beat_at   the last report of its worker; None while none has it
    attempts  how often a worker has taken it; a worker whose number is no longer the last has lost the job
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="planning_jobs")
    spec = models.JSONField(default=dict)
    base = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=JobState, default=JobState.ACTIVE)
    progress = models.PositiveSmallIntegerField(default=0)
    shortfall = models.PositiveIntegerField(null=True)
    best = models.JSONField(null=True)
    message = models.CharField(max_length=500, blank=True)
    requested_at = models.DateTimeField()
    requested_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    beat_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    stop_requested_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("planning")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(state=JobState.ACTIVE),
                name="one_planning_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"planning {self.pk} ({self.state})"

    @property
    def is_active(self) -> bool:
        """Return whether the job waits or runs."""
        return self.state == JobState.ACTIVE

    def is_waiting(self, at: datetime) -> bool:
        """Return whether no worker has reported on an active job, for longer than one takes to notice it."""
        return self.is_active and at - (self.beat_at or self.requested_at) > SILENT_AFTER
