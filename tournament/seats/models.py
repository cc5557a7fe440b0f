"""Seatings of a whole event in versions, byes, and substitutes in one hanchan."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

from scoring.messages import Level, Message
from scoring.winds import WINDS
from tournament.core.models import Tournament
from tournament.core.records import Recorded
from tournament.core.stored_words import shown_of_before

if TYPE_CHECKING:
    from tournament.seats.seals import VersionRows

WIND_CHOICES = [(wind.value, wind.label) for wind in WINDS]


class SeatingSource(models.TextChoices):
    """The origin of a seating."""

    PLANNED = "planned", pgettext_lazy("seating", "planned")
    IMPORTED = "imported", _("imported")
    CHANGED = "changed", _("changed by hand")
    REPAIRED = "repaired", _("repaired")
    STANDINGS = "standings", _("seated by the standings")
    GAMES = "games", _("as the games were played")


class Seating(Recorded):
    """One version of the seating of all hanchan. Never changed: a swap makes a new version; `Tournament.seating` says
    which one counts. Only that of a league grows, with the seats of each game. `digest` is what the independent
    verifier counted, at `verified_at`; only one that is `from_before` there was a verifier may be without. Of a draw
    from words, `words` are its words as they count, and `listed` is its list: number, name and id of each player.
    `list_digest` is the digest of the list as it was drawn, once a name was removed from it."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="seatings")
    number = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=10, choices=SeatingSource)
    seed = models.BigIntegerField(null=True)
    reason = models.CharField(max_length=500, blank=True)
    words = models.CharField(max_length=200, blank=True)
    listed = models.JSONField(default=list)
    list_digest = models.CharField(max_length=64, blank=True, default="")
    quality = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, blank=True)
    seals = models.JSONField(default=dict)
    verified_at = models.DateTimeField(null=True)
    from_before = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    shown_by = "number"
    unrecorded = frozenset({"quality", "seals"})
    lists_of_ids = frozenset({"listed"})

    class Meta:
        verbose_name = _("seating")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_seating_per_number"),
            models.CheckConstraint(
                condition=models.Q(digest="", verified_at=None) | (~models.Q(digest="") & ~models.Q(verified_at=None)),
                name="a_verified_seating_has_its_digest",
            ),
        ]

    def __str__(self) -> str:
        return f"seating {self.number}"

    @property
    def reason_in_words(self) -> str:
        """The reason in the reader's language; without one that was typed, what made the version."""
        return shown_of_before(self.reason)

    @classmethod
    def evidence(cls, tournament: Tournament) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the rows of the versions; of the one in use with the digest that its seats and byes have now."""
        in_use, rows = _rows_in_use(tournament)
        for key, values in super().evidence(tournament):
            # one from before there was a verifier has none
            verified = in_use and values["id"] == in_use - tournament.id_offset and values["digest"]
            yield key, {**values, "digest": rows.digest()} if verified else values

    @classmethod
    def beside(cls, tournament: Tournament) -> "Iterator[models.QuerySet[Any]]":
        """Yield the seats and byes of the version in use."""
        in_use = Tournament.objects.values_list("seating", flat=True).get(pk=tournament.pk)
        yield from (model._base_manager.filter(seating=in_use).order_by("pk") for model in (Seat, Bye))

    @classmethod
    def faults(cls, tournament: Tournament) -> Iterator[Message]:
        """Yield the tables and byes of the version in use that are not those that were verified."""
        in_use, rows = _rows_in_use(tournament)
        seating = cls.objects.filter(pk=in_use or 0).exclude(digest="").first()
        if seating is not None and seating.digest != rows.digest():
            for hanchan, table in rows.altered(seating.seals):
                text = gettext_noop("Hanchan {hanchan}, table {table}: the seats are not those that were saved.")
                if not table:
                    text = gettext_noop("Hanchan {hanchan}: the byes are not those that were saved.")
                yield Message("seats-altered", text, {"hanchan": hanchan, "table": table}, Level.ERROR)

    @property
    def repeats(self) -> int | None:
        """The number of repeated pairings, counted when the version was made; None for a version without figures."""
        repeats: int | None = self.quality.get("repeats")
        return repeats

    @property
    def repeats_bound(self) -> int:
        """The fewest repeats that any seating of this size can have."""
        bound: int = self.quality.get("repeats_bound", 0)
        return bound


def _rows_in_use(tournament: Tournament) -> "tuple[int | None, VersionRows]":
    """The version in use, as the database has it, with its seats and byes; three queries."""
    from seating.check import lines_of  # only where it is asked for: typing a sheet loads no planner
    from tournament.seats.seals import VersionRows

    in_use = Tournament.objects.values_list("seating", flat=True).get(pk=tournament.pk)
    seats = Seat.objects.filter(seating=in_use).values_list("hanchan__number", "table", "wind", "player_id")
    byes = Bye.objects.filter(seating=in_use).values_list("hanchan__number", "player_id")
    return in_use, VersionRows(lines_of(list(seats)), sorted(byes), tournament.id_offset)


class Seat(models.Model):
    """One player's place at one table of one hanchan. When winds are drawn, `wind` is only the order on the list."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="seats")
    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.PROTECT, related_name="seats")
    table = models.PositiveSmallIntegerField()
    wind = models.CharField(max_length=1, choices=WIND_CHOICES)
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="seats")

    class Meta:
        verbose_name = _("seat")
        constraints = [
            models.UniqueConstraint(fields=["seating", "hanchan", "table", "wind"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["seating", "hanchan", "player"], name="one_seat_per_player_and_hanchan"),
            models.CheckConstraint(
                condition=models.Q(wind__in=[wind.value for wind in WINDS]), name="seat_wind_is_a_wind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hanchan.number}/{self.table}{self.wind}"


class Bye(models.Model):
    """A hanchan that a player of the event sits out, in one version of the seating."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="byes")
    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.PROTECT, related_name="byes")
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="byes")

    class Meta:
        verbose_name = _("bye")
        constraints = [
            models.UniqueConstraint(fields=["seating", "hanchan", "player"], name="one_bye_per_player_and_hanchan")
        ]

    def __str__(self) -> str:
        return f"{self.player} sits out {self.hanchan}"


class StandIn(Recorded):
    """In one hanchan a substitute plays the seat of a player who is not there (WRC 2025 §12.3.9).

    `counts` says whether the substitute is ranked in the hanchan, None where that follows from the player's entry: no
    substitute is, and a player of the event from `counts_from` on.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="stand_ins")
    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.PROTECT, related_name="stand_ins")
    absent = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="absences")
    substitute = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="stand_ins")
    counts = models.BooleanField(null=True, default=None)
    reason = models.CharField(max_length=500, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("stand-in")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "hanchan", who],
                condition=models.Q(cancelled_at=None),
                name=f"one_stand_in_per_{who}",
            )
            for who in ("absent", "substitute")
        ] + [models.CheckConstraint(condition=~models.Q(absent=models.F("substitute")), name="stand_in_is_another")]

    def __str__(self) -> str:
        return f"{self.substitute} for {self.absent} in {self.hanchan}"
