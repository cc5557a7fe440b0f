"""Report sheets: every version that was ever typed, and the one that counts.

A *sheet* is one table of one hanchan. A *version* is what somebody typed from the paper at some time, never changed;
a correction is a new version with a reason. `Sheet.accepted` points to the version that counts.
"""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

from scoring.winds import WINDS
from tournament.seating.models import WIND_CHOICES


class Sheet(models.Model):
    """The report sheet of one table in one hanchan."""

    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.CASCADE, related_name="sheets")
    table = models.PositiveSmallIntegerField()
    accepted = models.OneToOneField(
        "tournament.SheetVersion", on_delete=models.PROTECT, null=True, blank=True, related_name="accepted_by"
    )

    class Meta:
        verbose_name = _("report sheet")
        ordering = ["table"]
        constraints = [models.UniqueConstraint(fields=["hanchan", "table"], name="one_sheet_per_table")]

    def __str__(self) -> str:
        return f"hanchan {self.hanchan.number}, table {self.table}"


class SheetVersion(models.Model):
    """What was typed once. `submission` makes a double click or a repeated send one version."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    deposits = models.PositiveSmallIntegerField(_("riichi deposits left on the table"), default=0)
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(_("reason for the change"), max_length=500, blank=True)
    overridden = models.BooleanField(default=False)
    submission = models.UUIDField(unique=True, default=uuid.uuid4)

    class Meta:
        verbose_name = _("version of a report sheet")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="one_version_per_number"),
            models.CheckConstraint(condition=models.Q(number=1) | ~models.Q(reason=""), name="a_change_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"version {self.number}"


class SheetLine(models.Model):
    """One player's final points on a version, with the wind the player started with.

    `yakitori` and `busted_by` (a starting wind) are marked where the rules play them.
    """

    version = models.ForeignKey(SheetVersion, on_delete=models.CASCADE, related_name="lines")
    wind = models.CharField(max_length=1, choices=WIND_CHOICES)
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, related_name="sheet_lines")
    points = models.IntegerField()
    yakitori = models.BooleanField(_("won no hand"), default=False)
    busted_by = models.CharField(_("wind of who took the last points"), max_length=1, choices=WIND_CHOICES, blank=True)

    class Meta:
        verbose_name = _("line of a report sheet")
        constraints = [
            models.UniqueConstraint(fields=["version", "wind"], name="one_line_per_wind"),
            models.UniqueConstraint(fields=["version", "player"], name="one_line_per_player"),
            models.CheckConstraint(
                condition=models.Q(wind__in=[wind.value for wind in WINDS]), name="line_wind_is_a_wind"
            ),
            models.CheckConstraint(condition=Exact(F("points") % 100, 0), name="points_are_hundreds"),
            models.CheckConstraint(
                condition=models.Q(busted_by__in=["", *(wind.value for wind in WINDS)])
                & ~models.Q(busted_by=F("wind")),
                name="busted_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.wind} {self.points}"

    @property
    def typed(self) -> tuple[str, int, int, bool, str]:
        """What was typed in this line."""
        return self.wind, self.player_id, self.points, self.yakitori, self.busted_by


class AllLastRow(models.Model):
    """What one row of the all-last sheet says: each player's delta by CURRENT wind before a presumed last hand (S2).

    At a table of three nobody is North: it stays 0.
    """

    version = models.ForeignKey(SheetVersion, on_delete=models.CASCADE, related_name="all_last_rows")
    number = models.PositiveSmallIntegerField(default=1)
    hand = models.PositiveSmallIntegerField(default=4)
    east = models.IntegerField()
    south = models.IntegerField()
    west = models.IntegerField()
    north = models.IntegerField()

    class Meta:
        verbose_name = _("row of an all-last sheet")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["version", "number"], name="one_all_last_row_per_number"),
            models.CheckConstraint(condition=models.Q(hand__range=(1, 4)), name="hand_of_a_round"),
        ]

    def __str__(self) -> str:
        return f"all-last row {self.number}"

    @property
    def deltas(self) -> tuple[int, int, int, int]:
        """By current wind, East first."""
        return self.east, self.south, self.west, self.north
