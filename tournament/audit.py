"""Who did what, when: one row for every write to a tournament, never changed, never deleted."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """One act. `verb` names the action, `subject` what it was done to, `detail` the values before and after."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="audit_entries")
    edition = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    verb = models.CharField(max_length=60)
    subject = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    detail = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("history entry")
        verbose_name_plural = _("history")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "edition"], name="one_entry_per_edition")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb} {self.subject}"
