"""What a referee has decided about equal totals. Nothing is deleted: a decision is cancelled, with a reason."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class TieDecision(models.Model):
    """The order of some players who are equal in the standings after hanchan `after`; it holds there and at a cut made
    there, never later."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="tie_decisions")
    after = models.PositiveSmallIntegerField(_("after hanchan"))
    reason = models.CharField(_("reason"), max_length=500)
    referee = models.CharField(_("referee"), max_length=100)
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    submission = models.UUIDField(unique=True)
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    cancelled_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("decision about equal totals")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_tie_decision_says_why"),
            models.CheckConstraint(
                condition=models.Q(cancelled_at=None) | ~models.Q(cancelled_reason=""),
                name="a_cancelled_tie_decision_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"tie decision after hanchan {self.after}"


class TieDecisionPlace(models.Model):
    """One player in the order of a decision; 1 stands first."""

    decision = models.ForeignKey(TieDecision, on_delete=models.CASCADE, related_name="places")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="tie_decisions")

    class Meta:
        verbose_name = _("place in a decision about equal totals")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["decision", "position"], name="one_tied_player_per_position"),
            models.UniqueConstraint(fields=["decision", "player"], name="one_position_per_tied_player"),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.player}"
