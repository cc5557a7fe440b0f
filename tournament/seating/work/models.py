"""Planning that takes longer than a page may: asked for, under way, done, stopped."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class WorkState(models.TextChoices):
    """How far a piece of work is."""

    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    STOPPED = "stopped", _("stopped")
    FAILED = "failed", _("failed")


class SeatingWork(models.Model):
    """One piece of long work. `asked` is all that is needed to do it again with the same answer; `best` the answer, or
    the best so far; `progress` in thousandths; `beat_at` moves while somebody works at it."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="seating_works")
    asked = models.JSONField(default=dict)
    base = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=WorkState, default=WorkState.WAITING)
    progress = models.PositiveSmallIntegerField(default=0)
    shortfall = models.PositiveIntegerField(null=True)
    best = models.JSONField(null=True)
    message = models.CharField(max_length=500, blank=True)
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    beat_at = models.DateTimeField(null=True)
    stop_asked_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    taken_over_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("planning")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(state__in=[WorkState.WAITING, WorkState.RUNNING]),
                name="one_planning_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"planning {self.pk} ({self.state})"
