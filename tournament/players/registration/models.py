"""The public registration page of a tournament, and who registered there."""

from datetime import datetime
from hashlib import sha256

from django.db import models
from django.utils.translation import gettext_lazy as _

ASKED = {
    "country": _("country"),
    "club": _("club"),
    "ema_number": _("EMA number"),
    "contact": _("contact"),
    "note": _("note"),
}
"""What the page may ask for besides the name: fields of a player, in the order of the page."""


class RegistrationPage(models.Model):
    """The organiser's choices for the public registration page; without a row it was never opened.

    `closes_at` None: it stays open until it is closed by hand or there is a seating. `asks` are names of ASKED.
    `takes_waiting`: people can still register when all places are taken, for the waiting list. `names_wait`: no public
    page has a name before an organiser has confirmed it.
    """

    tournament = models.OneToOneField(
        "tournament.Tournament", on_delete=models.CASCADE, related_name="registration_page"
    )
    is_open = models.BooleanField(_("registration is open"), default=False)
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    takes_waiting = models.BooleanField(_("waiting list when full"), default=True)
    names_wait = models.BooleanField(_("an organiser confirms names before they are public"), default=True)
    asks = models.JSONField(_("fields"), default=list)

    class Meta:
        verbose_name = _("registration page")

    def __str__(self) -> str:
        return f"registration for {self.tournament}"

    @property
    def values(self) -> dict[str, object]:
        """The organiser's choices, by name."""
        return {name: getattr(self, name) for name in ("is_open", "closes_at", "takes_waiting", "names_wait", "asks")}

    def is_over(self, at: datetime) -> bool:
        """Return whether the closing time has passed."""
        return self.closes_at is not None and at >= self.closes_at


class Registration(models.Model):
    """One entry that a player sent on the public page.

    `token_digest` is the SHA-256 of the personal link's token, which is not kept; the link opens nothing from
    `revoked_at` on. `sent_from` is a digest of the network address, by which many at once are told apart.

    Submission and token are unique within a tournament, as the history keeps one line per submission.
    """

    player = models.OneToOneField("tournament.Player", on_delete=models.CASCADE, related_name="registration")
    submission = models.UUIDField(db_index=True)
    token_digest = models.CharField(max_length=64, db_index=True)
    sent_at = models.DateTimeField()
    sent_from = models.CharField(max_length=16)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("registration")

    def __str__(self) -> str:
        return f"registration of {self.player}"

    @property
    def link_stamp(self) -> str:
        """Another whenever the link is another or was revoked, so that a button knows whether it is out of date."""
        return sha256(f"{self.token_digest}{self.revoked_at is not None}".encode()).hexdigest()[:16]
