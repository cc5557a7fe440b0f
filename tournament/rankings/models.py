"""Rankings over many events: which events count, under which rule, and what was frozen on a day."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.translation.formats import number, written

if TYPE_CHECKING:
    from scoring.rankings import RankingRule


def _read(rule: Mapping[str, Any]) -> "RankingRule":
    """Every page loads the models, and only rankings need what reads a rule."""
    from scoring.rankings import RankingRule

    return RankingRule.from_json(rule)


class ClubRanking(models.Model):
    """A ranking of a club: a list of events with a rule.

    `rule` is a snapshot, which later changes of the rule's file do not affect. `last_season` is the frozen ranking of
    which a rule that carries over takes its part. `edition` increases with every write (actions.py).
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.PROTECT, related_name="rankings")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    rule = models.JSONField(_("rule"))
    last_season = models.ForeignKey(
        "tournament.FrozenRanking", on_delete=models.PROTECT, null=True, blank=True, related_name="carried_into"
    )
    is_public = models.BooleanField(_("public"), default=False)
    edition = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("ranking")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("ranking", args=[self.slug])

    @property
    def rules(self) -> "RankingRule":
        """The rule's snapshot as a value."""
        return _read(self.rule)


class RankingEvent(models.Model):
    """An event of a ranking, with what the event itself does not know.

    `weight` is a fraction as text, "" for 1; it counts under a rule of given weights. `days` None: from the first to
    the last day of the event. `qualification`: players had to qualify.
    """

    ranking = models.ForeignKey(ClubRanking, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="in_rankings")
    weight = models.CharField(_("weight"), max_length=20, blank=True, default="")
    days = models.PositiveSmallIntegerField(_("days"), null=True, blank=True)
    qualification = models.BooleanField(_("players had to qualify"), default=False)

    class Meta:
        verbose_name = _("event of a ranking")
        verbose_name_plural = _("events of a ranking")
        ordering = ["-tournament__last_day", "-tournament__first_day", "id"]
        constraints = [models.UniqueConstraint(fields=["ranking", "tournament"], name="event_once_in_a_ranking")]

    def __str__(self) -> str:
        return str(self.tournament)


class PersonPenalty(models.Model):
    """A penalty in a ranking from a day on: `amount` is subtracted, in points where scores count."""

    ranking = models.ForeignKey(ClubRanking, on_delete=models.CASCADE, related_name="penalties")
    person = models.ForeignKey("tournament.Person", on_delete=models.CASCADE, related_name="+")
    amount = models.PositiveIntegerField(_("amount"))
    day = models.DateField(_("day"))
    reason = models.CharField(_("reason"), max_length=500)

    class Meta:
        verbose_name = _("penalty in a ranking")
        verbose_name_plural = _("penalties in a ranking")
        ordering = ["-day", "-id"]

    def __str__(self) -> str:
        return f"penalty {self.pk}"


class FrozenRanking(models.Model):
    """A ranking as it was frozen for a day: later corrections are in the next one.

    `content` is all that its page says (reckoning.py), without names. `key` is a digest of it, of the rule and of the
    key before, so that a change by hand can be told. One that was taken back stays, and no page shows it.
    """

    ranking = models.ForeignKey(ClubRanking, on_delete=models.CASCADE, related_name="frozen")
    as_of = models.DateField(_("as of"))
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(_("reason"), max_length=500, blank=True, default="")
    rule = models.JSONField()
    content = models.JSONField()
    previous = models.CharField(max_length=64, default="", blank=True)
    key = models.CharField(max_length=64)
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    taken_back_reason = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        verbose_name = _("frozen ranking")
        verbose_name_plural = _("frozen rankings")
        ordering = ["-as_of", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["ranking", "as_of"], condition=models.Q(taken_back_at=None), name="frozen_once_for_a_day"
            )
        ]

    def __str__(self) -> str:
        return f"{self.ranking}, {self.as_of}"

    @property
    def rules(self) -> "RankingRule":
        """The rule as it was."""
        return _read(self.rule)


class RankingVerb(models.TextChoices):
    """The acts on a ranking."""

    CREATE = "create", _("made the ranking")
    CHANGE = "change", _("changed the ranking")
    EVENTS = "events", _("changed the events")
    PENALTY = "penalty", _("gave a penalty")
    CANCEL = "cancel", _("cancelled a penalty")
    FREEZE = "freeze", _("froze the ranking")
    TAKE_BACK = "take-back", _("took back a frozen ranking")


class RankingAct(models.Model):
    """A line of a ranking's history."""

    ranking = models.ForeignKey(ClubRanking, on_delete=models.CASCADE, related_name="acts")
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    verb = models.CharField(_("act"), max_length=12, choices=RankingVerb)
    subject = models.CharField(_("about"), max_length=200, blank=True, default="")
    reason = models.CharField(_("reason"), max_length=500, blank=True, default="")
    submission = models.CharField(max_length=36, blank=True, default="")
    detail: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("act on a ranking")
        verbose_name_plural = _("acts on rankings")
        ordering = ["-id"]

    def __str__(self) -> str:
        """What the line is about as its reader writes it: the day of a frozen ranking, points, or a name."""
        if self.verb in (RankingVerb.FREEZE, RankingVerb.TAKE_BACK):
            return written(date.fromisoformat(self.subject), "short")
        if self.verb in (RankingVerb.PENALTY, RankingVerb.CANCEL):
            return number(f"{int(self.subject):,}")
        return self.subject
