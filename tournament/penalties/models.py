"""Fouls and what they cost: nothing, warnings, dead hands, chonbo, points, lateness, forfeits, disqualification.

Amounts are points (1P = 1,000) taken off the tournament score, never off the table score (WRC 2025 §12.2). A warning,
a dead hand and a foul without penalty are rows with 0 points, so that a repetition can be seen. Nothing is deleted: a
penalty is cancelled, with a reason.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.foul.consequences import Consequence
from tournament.penalties.words import answers_in_words, how_late


class PenaltyKind(models.TextChoices):
    """What a penalty does."""

    NONE = "none", _("no penalty")
    WARNING = "warning", _("warning")
    DEAD_HAND = "dead-hand", _("dead hand")
    CHONBO = "chonbo", _("chonbo")
    POINTS = "points", _("point penalty")
    LATE = "late", _("late")
    FORFEIT = "forfeit", _("forfeited hanchan")
    DISQUALIFICATION = "disqualification", _("disqualification")


class Penalty(models.Model):
    """One penalty of one player, in a hanchan or outside one (hanchan None)."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="penalties")
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="penalties")
    hanchan = models.ForeignKey(
        "tournament.Hanchan", on_delete=models.PROTECT, null=True, blank=True, related_name="penalties"
    )
    kind = models.CharField(_("kind"), max_length=16, choices=PenaltyKind)
    foul = models.CharField(_("foul"), max_length=40, blank=True)
    foul_title = models.CharField(max_length=200, blank=True)
    answers = models.JSONField(_("answers"), default=dict, blank=True)  # keys by question, as the schedule asks them
    consequence = models.CharField(_("consequence"), max_length=16, blank=True)  # what the schedule had for them
    amount = models.PositiveIntegerField(_("points taken off"), default=0)
    scheduled_amount = models.PositiveIntegerField(null=True)
    minutes = models.PositiveSmallIntegerField(_("minutes late"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=500)
    referee = models.CharField(_("referee"), max_length=100)
    status_before = models.CharField(max_length=12, blank=True)  # of a disqualified player; cancelling gives it back
    given_at = models.DateTimeField()
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    submission = models.UUIDField(unique=True)
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    cancelled_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(cancelled_at=None) | ~models.Q(cancelled_reason=""),
                name="a_cancelled_penalty_says_why",
            ),
            models.CheckConstraint(
                condition=~models.Q(kind=PenaltyKind.FORFEIT) | models.Q(hanchan__isnull=False),
                name="a_forfeit_has_its_hanchan",
            ),
            models.UniqueConstraint(
                fields=["player", "hanchan"],
                condition=models.Q(kind__in=[PenaltyKind.LATE, PenaltyKind.FORFEIT], cancelled_at=None),
                name="lateness_or_forfeit_once_per_hanchan",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"

    @property
    def deviation(self) -> int | None:
        """The schedule's points where the referee took others, else None."""
        return self.scheduled_amount if self.scheduled_amount not in (None, self.amount) else None

    @property
    def foreseen_kind(self) -> str:
        """What the schedule had instead, in words, where the referee gave another kind of penalty, else ""."""
        known = self.consequence not in ("", Consequence.DISCRETION, self.kind)
        return gettext(Consequence(self.consequence).label) if known and self.minutes is None else ""

    @property
    def answers_in_words(self) -> list[str]:
        """What the referee answered, in the reader's language; [] when the schedule does not ask it any more."""
        return answers_in_words(self.tournament.schedule, self.foul, self.answers)

    @property
    def how_late(self) -> str:
        """The minutes in words, "" where they are not what it was given for."""
        limit = self.tournament.ruleset.lateness.minutes
        return how_late(self.minutes, forfeited=self.kind == PenaltyKind.FORFEIT, limit=limit)

    @property
    def foul_title_in_words(self) -> str:
        """The foul's name in the reader's language."""
        return gettext(self.foul_title) if self.foul_title else ""
