"""A draw of the seat winds at one table."""

from collections.abc import Sequence
from typing import ClassVar, Protocol

from django.conf import settings
from django.db import models
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.winds import Wind
from tournament.core.messages import Level, Message
from tournament.core.models import Hanchan
from tournament.core.records import Recorded
from tournament.players.models import Player


class SeatHolder(Protocol):
    """The player at a seat, and its holder."""

    @property
    def player(self) -> Player: ...

    @property
    def holder(self) -> Player: ...


class DrawWay(models.TextChoices):
    """The way a table's winds were drawn. Earlier releases wrote the other three; their rows are still read."""

    PAGE = "page", _("by the page of the table")
    JOINT = "joint", _("by all players on their phones")
    DIRECT = "direct", _("by the server alone")
    TRADITIONAL = "traditional", _("with tiles and dice")


class WindDraw(Recorded):
    """One draw of the winds of a table in a hanchan. A table has one draw that is not cancelled.

    `winds` are pairs of a wind and the id of the player who drew it, in the order of the players. `drawn_by` is the
    player whose personal link was used; None where the table's code was, and in rows of earlier releases. Those have in
    `proof` what they were computed from, and no winds for an attempt that was broken off.
    """

    path_to_tournament = "hanchan__tournament"
    lists_of_ids: ClassVar[frozenset[str]] = frozenset({"winds"})

    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.CASCADE, related_name="wind_draws")
    table = models.PositiveSmallIntegerField(_("table"))
    attempt = models.PositiveSmallIntegerField()
    way = models.CharField(max_length=12, choices=DrawWay)
    winds = models.JSONField(default=list, blank=True)
    proof = models.JSONField(default=dict, blank=True)
    drawn_at = models.DateTimeField()
    drawn_by = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, null=True, related_name="+")
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    cancelled_reason = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("draw of the winds")
        verbose_name_plural = _("draws of the winds")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["hanchan", "table", "attempt"], name="one_wind_draw_per_attempt"),
            models.UniqueConstraint(
                fields=["hanchan", "table"],
                condition=models.Q(cancelled_at=None),
                name="one_wind_draw_per_table",
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.attempt} of table {self.table}"

    @property
    def wind_of(self) -> dict[int, Wind]:
        """The wind of each player, by id."""
        return {player: Wind(wind) for wind, player in self.winds}

    def winds_for(self, places: Sequence[SeatHolder]) -> dict[int, Wind]:
        """Return the winds by the ids of those who play at the table now: a substitute has the wind of the seat."""
        drawn = self.wind_of
        found = {place.player.pk: drawn.get(place.player.pk) or drawn.get(place.holder.pk) for place in places}
        return {player: wind for player, wind in found.items() if wind}

    @classmethod
    def winds_at(cls, hanchan: Hanchan, table: int, places: Sequence[SeatHolder]) -> dict[int, Wind]:
        """Return the winds drawn at a table, as `winds_for` does; {} before. One query, none where winds are not drawn.

        Beside the model, since typing a sheet needs it and nothing else of a draw.
        """
        if not hanchan.tournament.winds_are_drawn:
            return {}
        draw = cls._base_manager.filter(hanchan=hanchan, table=table, cancelled_at=None).first()
        return draw.winds_for(places) if draw else {}

    @property
    def was_drawn(self) -> bool:
        """Return whether it came to a result, which may have been cancelled since."""
        return bool(self.winds)

    @property
    def origin(self) -> Message:
        """A message that tells when the winds were drawn, and by whom."""
        at = date_format(localtime(self.drawn_at), "H:i")
        if self.way != DrawWay.PAGE:
            text = gettext_noop("The winds were drawn at {at}: {way}.")
            return Message("drawn", text, {"at": at, "way": DrawWay(self.way).label}, Level.NOTE)
        if self.drawn_by is None:
            text = gettext_noop("The winds were drawn at {at} at table {table}.")
            return Message("drawn", text, {"at": at, "table": self.table}, Level.NOTE)
        text = gettext_noop("The winds were drawn at {at} by {name}.")
        return Message("drawn", text, {"at": at, "name": self.drawn_by.label}, Level.NOTE)
