"""The organiser's wishes for the seating."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class WishKind(models.TextChoices):
    """The kind of a wish."""

    SAME = "same", _("players of the same club, country or team apart")
    APART = "apart", _("these players apart")
    TOGETHER = "together", _("two players meet")
    TABLES = "tables", _("these players at these tables")


class WishWeight(models.TextChoices):
    """Priority, in words; the values are the planner's."""

    MUST = "must", _("required")
    STRONG = "strong", _("as far as possible")
    SOFT = "soft", _("only if it costs nothing")


class SharedBy(models.TextChoices):
    """Something that players may have in common."""

    CLUB = "club", _("club")
    COUNTRY = "country", _("country")
    TEAM = "team", _("team")


class Wish(models.Model):
    """A wish of the organiser, as typed. Never changed: a change withdraws it and makes another.

    `hanchan`: for people apart, not before this hanchan (None: never); for two who meet, in this one (None: in any).
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=10, choices=WishKind)
    weight = models.CharField(max_length=8, choices=WishWeight, default=WishWeight.STRONG)
    shared = models.CharField(max_length=8, choices=SharedBy, blank=True)
    players = models.ManyToManyField("tournament.Player", related_name="wishes", blank=True)
    hanchan = models.PositiveSmallIntegerField(null=True)
    tables = models.JSONField(default=list)
    label = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("wish")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(kind=WishKind.SAME) | ~models.Q(shared=""), name="people_share_something"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.weight})"
