"""Line-ups as tables."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.winds import WINDS
from tournament.core.models import Tournament
from tournament.core.tables import DataColumn, DataTable, NumberColumn, PlayerColumn, WindsColumn
from tournament.players.models import Player
from tournament.seats.queries import lineups, sitting_out


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """One player in one hanchan. Without a table the player has a bye; `wind` is "" while it is to be drawn."""

    hanchan: int
    table: int | None
    wind: str
    player: Player
    absent: Player | None = None


class SeatingTable(DataTable[SeatedPlayer]):
    """A row per player and hanchan, who sits out after the tables."""

    hanchan = NumberColumn(_("Hanchan"))
    table = NumberColumn(_("Table"), width=7)
    wind = WindsColumn(_("Wind"), width=6, code="wind", codes=("", *WINDS))
    number = NumberColumn(_("Number"), "player.number", width=8)
    name = PlayerColumn(_("Name"), "player.label", width=26, order_by="player__name_key")
    absent = DataColumn(_("Stands in for"), "absent.label", width=26)

    file_name, title = "seating", _("Seating")
    description = _("Who sits where in each hanchan, substitutes included. A player with a bye sits out and scores 0.")

    def value_wind(self, seat: SeatedPlayer) -> str:
        return gettext("bye") if seat.table is None else seat.wind

    def value_absent(self, seat: SeatedPlayer) -> str:
        return seat.absent.label if seat.absent else ""


def seated_players(tournament: Tournament, hanchan: Collection[int] | None = None) -> list[SeatedPlayer]:
    """Return everybody in these hanchan (None: in all), in the order of hanchan and table. Constant queries."""
    return sorted(_seated_players(tournament, hanchan), key=lambda seat: (seat.hanchan, seat.table is None))


def _seated_players(tournament: Tournament, hanchan: Collection[int] | None) -> Iterator[SeatedPlayer]:
    drawn = tournament.winds_are_drawn
    for number, lineup in sorted(lineups(tournament, hanchan).items()):
        for table, places in lineup.items():
            for place in places:
                wind = "" if drawn else place.wind.value
                yield SeatedPlayer(number, table, wind, place.player, place.absent)
    for number, people in sitting_out(tournament, hanchan).items():
        for player in people:
            yield SeatedPlayer(number, None, "", player)
