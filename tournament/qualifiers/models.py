"""Where the players of a final event come from, and who got a place or declined one."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class QualifierSource(models.Model):
    """An event, a league or a ranking whose first `places` qualify for the final event, in this order.

    `as_of` is the day of the ranking, as its page shows that day; None for the last frozen one, else today's. `carry`
    is the part of the total that a qualifier starts with, a fraction as text, "" for none.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="qualifier_sources")
    event = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, null=True, related_name="qualifies_for"
    )
    ranking = models.ForeignKey(
        "tournament.ClubRanking", on_delete=models.CASCADE, null=True, related_name="qualifies_for"
    )
    as_of = models.DateField(_("as of"), null=True, blank=True)
    places = models.PositiveSmallIntegerField(_("places"))
    carry = models.CharField(_("part of the total carried over"), max_length=20, blank=True, default="")
    rounding = models.CharField(max_length=12, default="up")

    class Meta:
        verbose_name = _("source of qualifiers")
        verbose_name_plural = _("sources of qualifiers")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(event=None, ranking__isnull=False) | Q(event__isnull=False, ranking=None),
                name="qualifiers_of_an_event_or_a_ranking",
            ),
            models.UniqueConstraint(fields=["tournament", "event"], name="event_qualifies_once"),
            models.UniqueConstraint(fields=["tournament", "ranking"], name="ranking_qualifies_once"),
        ]

    def __str__(self) -> str:
        return str(self.ranking or self.event)


class Qualifier(models.Model):
    """Somebody who qualified: a `person` of a ranking, or a player of an `earlier` event. `player` is the entry in the
    final event, None for who declined before there was one.
    """

    source = models.ForeignKey(QualifierSource, on_delete=models.CASCADE, related_name="qualifiers")
    person = models.ForeignKey("tournament.Person", on_delete=models.CASCADE, null=True, related_name="+")
    earlier = models.ForeignKey("tournament.Player", on_delete=models.CASCADE, null=True, related_name="+")
    player = models.OneToOneField("tournament.Player", on_delete=models.CASCADE, null=True, related_name="qualified")

    class Meta:
        verbose_name = _("qualifier")
        constraints = [
            models.UniqueConstraint(fields=["source", "person"], name="person_qualifies_once_in_a_source"),
            models.UniqueConstraint(fields=["source", "earlier"], name="player_qualifies_once_in_a_source"),
        ]

    def __str__(self) -> str:
        return str(self.player or self.earlier or self.person)
