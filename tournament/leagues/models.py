"""The tables that play in a league just now."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.core.models import Tournament


class TableInPlay(models.Model):
    """A table that somebody put up, until its game is entered; nobody has to. `players` are ids, from East on."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables_in_play")
    players = models.JSONField()
    started_at = models.DateTimeField()

    class Meta:
        verbose_name = _("table in play")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"table in play {self.pk}"
