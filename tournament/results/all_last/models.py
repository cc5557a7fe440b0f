"""The all-last sheet of a table, as it is entered before the last hand; on a stream, after each hand."""

from collections.abc import Sequence
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.points import Points
from scoring.winds import WINDS
from tournament.core.models import Tournament
from tournament.core.records import Recorded

MOST_POINTS = 10_000_000
MOST_HONBA = 99


def seats_from(known: object) -> list[list[object]]:
    """Return the `seats` of a sheet as they are stored. Raises ValueError for anything else."""
    if isinstance(known, list) and len(known) in (3, 4) and all(map(_is_seat, known)):
        return known
    raise ValueError("a seat of an all-last sheet is its points, whether no hand was won yet, and a player")


def _is_seat(known: object) -> bool:
    match known:
        case [int(points), bool(), int(player)]:
            return type(points) is type(player) is int and abs(points) <= MOST_POINTS
    return False


class AllLastSheet(Recorded):
    """The values before the last hand of a table: what the players write on its all-last sheet. A table on the stream
    writes them before every hand; `is_last` is False for one that is not the last.

    `hand` is the number of the hand in its `round`. `seats` are, by current wind from East on, the points, whether the
    player has won no hand yet (yakitori), and the player's id. `number` counts how often it was written. `is_old`:
    another hand has begun since, and its values are still to come. `player` is who entered it with their own link,
    `entered_by` who was signed in; neither is the table.
    """

    path_to_tournament = "hanchan__tournament"
    lists_of_ids: ClassVar[frozenset[str]] = frozenset({"seats"})

    hanchan = models.ForeignKey("tournament.Hanchan", on_delete=models.CASCADE, related_name="all_last_sheets")
    table = models.PositiveSmallIntegerField(_("table"))
    number = models.PositiveSmallIntegerField(default=1)
    round = models.CharField(max_length=1, choices=[(wind.value, wind.label) for wind in WINDS], default="S")
    is_last = models.BooleanField(default=True)
    hand = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(4)])
    honba = models.PositiveSmallIntegerField(default=0)
    deposits = models.PositiveSmallIntegerField(default=0)
    seats = models.JSONField(default=list)
    is_old = models.BooleanField(default=False)
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    player = models.ForeignKey("tournament.Player", on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = _("all-last sheet")
        verbose_name_plural = _("all-last sheets")
        ordering = ["hanchan", "table"]
        constraints = [
            models.UniqueConstraint(fields=["hanchan", "table"], name="one_all_last_sheet_per_table"),
            models.CheckConstraint(condition=models.Q(hand__range=(1, 4)), name="hand_of_an_all_last_sheet"),
        ]

    def __str__(self) -> str:
        return f"all-last sheet of table {self.table}"

    @property
    def points(self) -> tuple[Points, ...]:
        """By current wind."""
        return tuple(points for points, _yakitori, _player in self.seats)

    @property
    def players(self) -> tuple[int, ...]:
        """The ids of the players by current wind."""
        return tuple(player for _points, _yakitori, player in self.seats)

    def is_of(self, players: Sequence[int], tournament: Tournament) -> bool:
        """Return whether its values are of these people (ids, by the wind of their place), each where the hand has them
        now; where winds are drawn at the table, it is enough that they sit there."""
        if tournament.winds_are_drawn or len(players) != len(self.players):
            return sorted(self.players) == sorted(players)
        passed = (self.hand - 1) % len(players)
        return [*self.players] == [*players[passed:], *players[:passed]]

    @property
    def author(self) -> str:
        """The name of who entered it, "" where the code of the table was used."""
        return self.player.label if self.player else str(self.entered_by or "")
