"""The tournament and its hanchan: what it is called, where and when, by which rules, and what of it is public."""

from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.clock import Clock
from scoring.fouls import SCHEDULES, Schedule
from scoring.points import Unit
from scoring.rules import Ruleset
from scoring.standing.rules import StandingRules


class WindMethod(models.TextChoices):
    """How seat winds are decided (S2 "Seat wind assignment")."""

    FIXED = "fixed", _("fixed by the seating")
    DRAWN = "drawn", _("drawn at the table, then entered")


class PointUnit(models.TextChoices):
    """The one unit in which this event's desk types points; it is printed beside every field."""

    HUNDREDS = Unit.HUNDREDS.value, _("hundreds: 253 is 25,300")
    THOUSANDS = Unit.THOUSANDS.value, _("thousands: 25.3 is 25,300")
    FULL = Unit.FULL.value, _("in full: 25300")


class Tournament(models.Model):
    """One event.

    `rules` and `fouls` are snapshots: a preset edited later changes nothing here; `standing_rules` is what differs from
    plain totals. `edition` is bumped by every write (tournament/edition.py). `seating` points to the version that
    counts.
    """

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)
    place = models.CharField(_("place"), max_length=120, blank=True)
    first_day = models.DateField(_("first day"), null=True, blank=True)
    last_day = models.DateField(_("last day"), null=True, blank=True)
    rules = models.JSONField(_("rule set"))
    fouls = models.JSONField(_("penalty schedule"))
    standing_rules = models.JSONField(_("how places are decided"), default=dict, blank=True)
    hanchan_count = models.PositiveSmallIntegerField(_("number of hanchan"), default=8)
    table_count = models.PositiveSmallIntegerField(_("tables in the hall"), null=True, blank=True)
    wind_method = models.CharField(_("seat winds"), max_length=8, choices=WindMethod, default=WindMethod.FIXED)
    point_unit = models.CharField(
        _("points are typed in"), max_length=10, choices=PointUnit, default=PointUnit.HUNDREDS
    )
    is_public = models.BooleanField(_("public page is open"), default=False)
    players_public = models.BooleanField(_("player list is public"), default=True)
    standings_public = models.BooleanField(_("standings are public"), default=True)
    release_on_close = models.BooleanField(_("results become public when a hanchan is closed"), default=True)
    seating = models.ForeignKey("tournament.Seating", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    edition = models.PositiveIntegerField(default=0)
    is_demo = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("tournament")
        ordering = ["-first_day", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(first_day__isnull=True) | models.Q(last_day__isnull=True)
                | models.Q(last_day__gte=models.F("first_day")),
                name="last_day_not_before_first",
            ),
            models.CheckConstraint(condition=models.Q(hanchan_count__range=(1, 40)), name="between_1_and_40_hanchan"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("public_standings", args=[self.slug])

    @cached_property
    def ruleset(self) -> Ruleset:
        """The snapshot as a value; `del tournament.ruleset` after changing `rules`.

        An earlier version kept another penalty schedule beside the rule set, not in it: it counts.
        """
        rules, schedule = Ruleset.from_json(self.rules), self.fouls.get("key")
        return (
            rules
            if schedule in (rules.schedule, None) or schedule not in SCHEDULES
            else rules.replace(schedule=schedule)
        )

    @cached_property
    def schedule(self) -> Schedule:
        """The penalty schedule's snapshot as a value."""
        return Schedule.from_json(self.fouls)

    @cached_property
    def ranked_by(self) -> StandingRules:
        """How the standings rank, as a value; `del tournament.ranked_by` after changing `standing_rules`."""
        return StandingRules.from_json(self.standing_rules)

    @property
    def unit(self) -> Unit:
        return Unit(self.point_unit)

    @property
    def at_a_table(self) -> int:
        """How many play at a table: four, or three (sanma)."""
        return self.ruleset.players

    @property
    def winds_are_drawn(self) -> bool:
        return self.wind_method == WindMethod.DRAWN

    def history_detail(self) -> dict[str, Any]:
        """The settings as the history keeps them."""
        kept = ("name", "place", "hanchan_count", "table_count", "wind_method", "point_unit", "is_public")
        return {name: getattr(self, name) for name in kept}


class HanchanState(models.TextChoices):
    """A hanchan is planned, then played, then closed with every sheet in."""

    PLANNED = "planned", _("planned")
    PLAYING = "playing", _("playing")
    CLOSED = "closed", _("closed")


class Hanchan(models.Model):
    """One hanchan of the event, played at all tables at once. `minutes` None: no time limit."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="hanchan")
    number = models.PositiveSmallIntegerField(_("hanchan"))
    minutes = models.PositiveSmallIntegerField(_("time limit in minutes"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=8, choices=HanchanState, default=HanchanState.PLANNED)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    closed_at = models.DateTimeField(null=True)
    seating_published_at = models.DateTimeField(null=True)
    released_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("hanchan")
        verbose_name_plural = _("hanchan")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_hanchan_per_number"),
            models.CheckConstraint(
                condition=models.Q(state=HanchanState.PLANNED, started_at=None) | models.Q(started_at__isnull=False),
                name="a_hanchan_that_plays_has_started",
            ),
            models.CheckConstraint(
                condition=models.Q(state=HanchanState.CLOSED, closed_at__isnull=False)
                | (~models.Q(state=HanchanState.CLOSED) & models.Q(closed_at=None)),
                name="a_closed_hanchan_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"hanchan {self.number}"

    @property
    def clock(self) -> Clock | None:
        """The clock as a value, or None before the start."""
        if self.started_at is None:
            return None
        limit = None if self.minutes is None else timedelta(minutes=self.minutes)
        return Clock(
            started_at=self.started_at, limit=limit,
            paused_at=self.paused_at, paused_for=timedelta(seconds=self.paused_seconds),
        )  # fmt: skip
