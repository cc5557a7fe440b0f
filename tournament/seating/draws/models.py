"""The draw that seats people: a secret that is committed early and mixed with something public at the end."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Draw(models.Model):
    """One draw of a tournament, numbered from 1; none is ever deleted, so that everybody sees how many there were.

    `commitment` is shown from the start, `secret` only after the draw. `announced` says then what public thing will be
    typed at the draw, `planned_for` when. `people` is the list that was drawn, as it stood when the secret was opened:
    number, name and id of each; `places` the plan of places into which it was drawn, a text for each hanchan, `layout`
    its digest, `kinds` who was drawn among whom, by position on the list. `wishes` are those that were in force at the
    commitment (see `fixed`) with their digest; `asked` what they were for the planner at the draw, by position (None:
    of a draw from before it was kept).
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    secret = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
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
    kinds = models.JSONField(default=list)
    wishes = models.JSONField(default=list)
    wishes_digest = models.CharField(max_length=64, blank=True)
    asked = models.JSONField(null=True)
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
        ]

    def __str__(self) -> str:
        return f"draw {self.number}"
