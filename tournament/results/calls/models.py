"""A table that calls a referee, and who answered."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.core.records import Recorded


class RefereeCall(Recorded):
    """One call of a referee to a table. Players call without being signed in; it is open until a referee answers it."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="referee_calls")
    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.CASCADE, related_name="referee_calls")
    table = models.PositiveSmallIntegerField(_("table"))
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = _("call of a referee")
        verbose_name_plural = _("calls of a referee")
        ordering = ["called_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["hanchan", "table"],
                condition=models.Q(answered_at=None),
                name="one_open_call_per_table",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_at__isnull=False) | models.Q(answered_by=None),
                name="who_answered_a_call_did_so_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"call {self.pk}"

    @property
    def is_open(self) -> bool:
        return self.answered_at is None

    def minutes_at(self, at: datetime) -> int:
        """Return the full minutes that the table has waited."""
        return max((at - self.called_at) // timedelta(minutes=1), 0)
