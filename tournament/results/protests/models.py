"""The errors that players report in released results, and the answers."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.records import Recorded

LONGEST_TEXT, LONGEST_NAME = 500, 100


class ProtestAbout(models.TextChoices):
    """The subject of a protest: what the player says is wrong."""

    POINTS = "points", _("my points")
    PEOPLE = "people", _("who sat at the table")
    PENALTY = "penalty", _("a penalty")
    PLACE = "place", _("my place or uma")
    OTHER = "other", _("something else")


class ProtestOutcome(models.TextChoices):
    """The answer of the staff to a protest; open until they answer."""

    OPEN = "", _("open")
    ACCEPTED = "accepted", pgettext_lazy("report of an error", "accepted")
    REJECTED = "rejected", _("rejected")


class Protest(Recorded):
    """One report about a player's result of one hanchan. `version` is the sheet that was published then.

    `text` and `reporter` are what somebody typed who was not signed in: for the staff only. `sent_from` is a digest of
    the network address, by which many at once are told apart; the address itself is not kept.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="protests")
    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.CASCADE, related_name="protests")
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="protests")
    table = models.PositiveSmallIntegerField(_("table"), null=True)
    version = models.ForeignKey("tournament.SheetVersion", on_delete=models.PROTECT, null=True, related_name="+")
    about = models.CharField(_("what is wrong"), max_length=8, choices=ProtestAbout)
    text = models.CharField(_("what it should be"), max_length=LONGEST_TEXT)
    reporter = models.CharField(_("reported by"), max_length=LONGEST_NAME)
    sent_at = models.DateTimeField()
    sent_from = models.CharField(max_length=16)
    submission = models.UUIDField()
    outcome = models.CharField(_("outcome"), max_length=8, choices=ProtestOutcome, default="", blank=True)
    answer = models.CharField(_("answer"), max_length=LONGEST_TEXT, blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = _("protest")
        verbose_name_plural = _("protests")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "submission"], name="one_protest_per_submission"),
            models.CheckConstraint(
                condition=models.Q(outcome="", answer="", answered_at=None)
                | (models.Q(outcome__in=["accepted", "rejected"], answered_at__isnull=False) & ~models.Q(answer="")),
                name="an_answered_protest_has_its_answer",
            ),
        ]

    def __str__(self) -> str:
        return f"protest {self.pk}"

    @property
    def is_open(self) -> bool:
        return not self.outcome

    @property
    def state(self) -> str:
        """The outcome as the pages name it: open, accepted or rejected."""
        return self.outcome or "open"
