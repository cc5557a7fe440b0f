"""The hand-in of a report sheet, as the staff saw it at the table, and the proposed penalties that a referee dismissed.

Nothing here changes a result. Which penalties follow from a hand-in is worked out when somebody asks (`queries`).
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.core.records import Recorded


class Noted(models.TextChoices):
    """A yes-or-no question about the table that nobody has to answer."""

    OPEN = "", _("not noted")
    YES = "yes", _("yes")
    NO = "no", _("no")


class HandIn(Recorded):
    """How a report sheet came to the desk. Everything is optional; `number` counts how often it was noted.

    `corrected` and `wrong_all_last` are the ids of players of the table, in the order of the seats.
    """

    sheet = models.OneToOneField("tournament.Sheet", on_delete=models.CASCADE, related_name="hand_in")
    number = models.PositiveSmallIntegerField(default=0)
    handed_in_at = models.DateTimeField(_("handed in"), null=True)
    sticks_reset = models.CharField(_("sticks reset before the check"), max_length=3, choices=Noted, blank=True)
    checked_by = models.CharField(_("checked at the table by"), max_length=100, blank=True)
    corrected = models.JSONField(_("entries corrected on the paper"), default=list, blank=True)
    wrong_all_last = models.JSONField(_("wrong entries on the all-last sheet"), default=list, blank=True)
    influence = models.CharField(
        _("the wrong all-last sheet influenced the game"), max_length=3, choices=Noted, blank=True
    )
    noted_at = models.DateTimeField()
    noted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    path_to_tournament = "sheet__hanchan__tournament"
    shown_by = "sheet"

    class Meta:
        verbose_name = _("hand-in of a report sheet")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(sticks_reset__in=Noted.values) & models.Q(influence__in=Noted.values),
                name="noted_is_yes_or_no",
            ),
        ]

    def __str__(self) -> str:
        return f"hand-in of {self.sheet}"


class DismissedProposal(Recorded):
    """A penalty that was proposed and that a referee decided not to give.

    It holds for the same `answers` only: when something else is noted later, the penalty is proposed again.
    """

    sheet = models.ForeignKey("tournament.Sheet", on_delete=models.CASCADE, related_name="dismissed_proposals")
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="dismissed_proposals")
    foul = models.CharField(_("foul"), max_length=40)
    answers = models.JSONField(_("answers"), default=dict, blank=True)
    reason = models.CharField(_("reason"), max_length=500)
    dismissed_at = models.DateTimeField()
    dismissed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    path_to_tournament = "sheet__hanchan__tournament"

    class Meta:
        verbose_name = _("dismissed proposal of a penalty")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_dismissed_proposal_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.foul}"
