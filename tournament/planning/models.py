"""Public draws, planning jobs and the organiser's wishes."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Draw(models.Model):
    """A public draw, numbered from 1. None is ever deleted, so that everybody sees how many there were.

    statement       what was frozen when the list was closed; `fingerprint` its SHA-256. Empty: an older draw
    number_form     the announced form of the public number, as a line (`NumberForm`)
    earliest        no draw before this time
    announced       the public event that gives the number; `public_text` is the number, in its only form
    people          the closed list: number, name and id of each player
    places          the layout into which it is drawn, a text for each hanchan; `layout` its digest
    groups          interchangeable players, by position on the list
    wishes          the wishes when the list was closed, with their digest
    planner_wishes  the same as given to the planner, by position (None: an older draw without them)
    secret          only of older draws, as their `commitment`, its hash, and `planned_for`, the time in words
    """

    lists_of_ids = frozenset({"people"})

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    secret = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    statement = models.TextField(blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    number_form = models.CharField(max_length=100, blank=True)
    earliest = models.DateTimeField(null=True)
    committed_at = models.DateTimeField()
    committed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    announced = models.CharField(_("what public thing will be typed"), max_length=200, blank=True)
    planned_for = models.CharField(_("when the draw will be"), max_length=120, blank=True)
    public_text = models.CharField(_("something public"), max_length=200, blank=True)
    drawn_at = models.DateTimeField(null=True)
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    people = models.JSONField(default=list)
    layout = models.CharField(max_length=64, blank=True)
    places = models.JSONField(default=list)
    groups = models.JSONField(default=list)
    wishes = models.JSONField(default=list)
    wishes_digest = models.CharField(max_length=64, blank=True)
    planner_wishes = models.JSONField(null=True)
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("draw")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_draw_per_number"),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(drawn_at=None, cancelled_at=None),
                name="one_open_draw_per_tournament",
            ),
            models.CheckConstraint(
                condition=models.Q(drawn_at=None) | ~models.Q(public_text=""), name="a_draw_has_something_public"
            ),
            models.CheckConstraint(
                condition=models.Q(cancelled_at=None) | ~models.Q(reason=""), name="a_cancelled_draw_says_why"
            ),
            models.CheckConstraint(
                condition=models.Q(statement="")
                | models.Q(earliest__isnull=False, fingerprint__gt="", number_form__gt=""),
                name="a_frozen_draw_is_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(drawn_at=None)
                | models.Q(earliest=None)
                | models.Q(drawn_at__gte=models.F("earliest")),
                name="no_draw_before_its_earliest_time",
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.number}"


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


class WishKind(models.TextChoices):
    """The kind of a wish."""

    SAME = "same", _("players of the same club, country or team apart")
    APART = "apart", _("these players apart")
    TOGETHER = "together", _("two players meet")
    TABLES = "tables", _("these players at these tables")


class WishWeight(models.TextChoices):
    """Priority, in words; the values are the planner's."""

    MUST = "must", _("required")
    STRONG = "strong", _("as far as possible")
    SOFT = "soft", _("only if it costs nothing")


class SharedBy(models.TextChoices):
    """Something that players may have in common."""

    CLUB = "club", _("club")
    COUNTRY = "country", _("country")
    TEAM = "team", _("team")


class Wish(models.Model):
    """A wish of the organiser, as typed. Never changed: a change withdraws it and makes another.

    `hanchan`: for people apart, not before this hanchan (None: never); for two who meet, in this one (None: in any).
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=10, choices=WishKind)
    weight = models.CharField(max_length=8, choices=WishWeight, default=WishWeight.STRONG)
    shared = models.CharField(max_length=8, choices=SharedBy, blank=True)
    players = models.ManyToManyField("tournament.Player", related_name="wishes", blank=True)
    hanchan = models.PositiveSmallIntegerField(null=True)
    tables = models.JSONField(default=list)
    label = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("wish")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(kind=WishKind.SAME) | ~models.Q(shared=""), name="people_share_something"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.weight})"
