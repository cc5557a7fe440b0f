"""Where somebody sits in a hanchan by the seating."""

from typing import NamedTuple

from tournament.events.models import Hanchan
from tournament.players.models import Player
from tournament.seating.queries import lineup


class HeldSeat(NamedTuple):
    """The table, and the substitute who plays there instead when there is one."""

    table: int
    substitute: Player | None


def seat_of(player: Player, hanchan: Hanchan) -> HeldSeat | None:
    """The seat that is the player's by the seating, None without one."""
    for table, places in lineup(hanchan.tournament, hanchan.number).items():
        for place in places:
            if place.holder == player:
                return HeldSeat(table, place.player if place.absent else None)
    return None
