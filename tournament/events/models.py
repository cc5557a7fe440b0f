"""The prizes of a tournament."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PrizeKind(models.TextChoices):
    """A kind of prize: what it is given for."""

    PLACE = "place", _("place")
    COUNTRY = "country", _("country")
    TEAM = "team", _("team")
    NEWCOMER = "newcomer", _("new player")
    HANCHAN = "hanchan", _("biggest hanchan")


class Prize(models.Model):
    """A prize for the `place` of its kind: the second country, the third new player. There is one for each."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="prizes")
    kind = models.CharField(_("for"), max_length=8, choices=PrizeKind, default=PrizeKind.PLACE)
    place = models.PositiveSmallIntegerField(_("place"), default=1)
    what = models.CharField(_("prize"), max_length=120)

    class Meta:
        verbose_name = _("prize")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind", "place"], name="one_prize_per_kind_and_place"),
            models.CheckConstraint(condition=models.Q(place__gte=1), name="prizes_begin_with_the_first_place"),
            models.CheckConstraint(condition=~models.Q(what=""), name="a_prize_says_what_it_is"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.place}: {self.what}"
