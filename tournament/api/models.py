"""The tokens by which programs are let in, and the webhooks by which they hear that something happened."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.core.models import User


class TokenScope(models.TextChoices):
    """What a token opens. Each opens one thing: a desk that writes need not know what is hidden."""

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


class WebhookEvent(models.TextChoices):
    """What a program may hear of; the order is that in which it happens."""

    PUBLISHED = "seating.published", _("a seating is published")
    STARTED = "hanchan.started", _("a hanchan is started")
    CLOSED = "hanchan.closed", _("a hanchan is closed")
    RELEASED = "results.released", _("results are released")
    MADE = "webhook.made", _("the webhook was made")


class DeliveryResult(models.TextChoices):
    """What became of a try to send a webhook."""

    DELIVERED = "delivered", _("arrived")
    STATUS = "status", _("answered with an error")
    REDIRECT = "redirect", _("answered with a redirect, which is not followed")
    TIMEOUT = "timeout", _("no answer in time")
    NO_ANSWER = "no-answer", _("no connection")
    NO_HOST = "no-host", _("name not found")
    CERTIFICATE = "certificate", _("certificate not valid")
    FORBIDDEN = "forbidden", _("address not allowed")

    @property
    def is_good(self) -> bool:
        return self is DeliveryResult.DELIVERED


class Webhook(models.Model):
    """An address to which events of one tournament are sent.

    `line` is the last line of the history that was sent or needed no sending, `made_line` the one that made the
    webhook. `tries` is how often the next line failed, `next_at` when it may be tried again, or until when a sender has
    it. `given_up_at` is when a line was last given up.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=300)
    events = models.JSONField(_("events"), default=list)
    secret = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    made_line = models.PositiveIntegerField()
    line = models.PositiveIntegerField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    last_at = models.DateTimeField(null=True)
    last_result = models.CharField(max_length=12, choices=DeliveryResult, blank=True, default="")
    last_status = models.PositiveSmallIntegerField(null=True)
    given_up_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("webhook")
        constraints = [models.UniqueConstraint(fields=["tournament", "url"], name="one_webhook_per_address")]

    def __str__(self) -> str:
        return self.url
