"""The tokens by which programs are let in."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.core.models import User


class TokenScope(models.TextChoices):
    """The one thing that a token opens: a desk that writes need not know what is hidden."""

    READ = "read", _("read staff data, hidden results included")
    WRITE = "write", _("enter report sheets")


class ApiToken(models.Model):
    """A token of a program at one tournament. Only its SHA-256 is kept: who reads the database is not let in with it.

    The name stands in the history beside what the program enters, so no two tokens of a tournament share one, revoked
    ones included.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    scope = models.CharField(_("may"), max_length=8, choices=TokenScope, default=TokenScope.READ)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)
    last_used_on = models.DateField(null=True)

    class Meta:
        verbose_name = _("API token")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="one_api_token_per_name"),
            models.CheckConstraint(condition=~models.Q(name=""), name="an_api_token_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"API: {self.name}"
