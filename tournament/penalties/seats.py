"""Who has which seat by the seating, and who has none in a hanchan."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.events.models import Hanchan, HanchanState, Tournament
from tournament.players.models import Player, PlayerStatus
from tournament.problems import Refused
from tournament.seating.draft import spans
from tournament.seating.models import Bye, Seat
from tournament.seating.queries import lineup


class HeldSeat(NamedTuple):
    """The table, and the substitute who plays there instead when there is one."""

    table: int
    substitute: Player | None


class KeptSeats(NamedTuple):
    """The hanchan that are not closed in which somebody who is out has the seat and nobody stands in.

    `to_replace` says whether one of them has not started: only there the seating can be changed.
    """

    numbers: tuple[int, ...]
    to_replace: bool

    def __bool__(self) -> bool:
        return bool(self.numbers)

    @property
    def spans(self) -> str:
        return spans(self.numbers)


def seat_of(player: Player, hanchan: Hanchan) -> HeldSeat | None:
    """The seat that is the player's by the seating, None without one."""
    for table, places in lineup(hanchan.tournament, hanchan.number).items():
        for place in places:
            if place.holder == player:
                return HeldSeat(table, place.player if place.absent else None)
    return None


def refuse_sitting_out(player: Player, hanchan: Hanchan) -> None:
    """When the player has a bye in that hanchan, and stands in for nobody there: who does not play is not late."""
    tournament = hanchan.tournament
    if not Bye.objects.filter(seating_id=tournament.seating_id, hanchan=hanchan.number, player=player).exists():
        return
    if player.stand_ins.filter(hanchan=hanchan.number, cancelled_at=None).exists():
        return
    message = _("%(player)s sits out hanchan %(hanchan)d: who has a bye cannot be late or absent.")
    raise Refused(message % {"player": player, "hanchan": hanchan.number}, field="player")


def kept_seats(player: Player) -> KeptSeats:
    """What a player who is out would leave empty. Three queries."""
    tournament = player.tournament
    seats = Seat.objects.filter(seating_id=tournament.seating_id, player=player)
    stood_in = player.absences.filter(cancelled_at=None).values_list("hanchan", flat=True)
    numbers = set(seats.values_list("hanchan", flat=True)) - set(stood_in)
    left = tournament.hanchan.filter(number__in=numbers).exclude(state=HanchanState.CLOSED).order_by("number")
    states = dict(left.values_list("number", "state"))
    return KeptSeats(tuple(states), HanchanState.PLANNED in states.values())


def free_substitutes(tournament: Tournament, hanchan: int) -> list[Player]:
    """Who can stand in: substitutes without a seat in the hanchan who play for nobody else there. Four queries."""
    places = [place for table in lineup(tournament, hanchan).values() for place in table]
    busy = {player.pk for place in places for player in (place.player, place.holder)}
    waiting = tournament.players.filter(is_substitute=True, status=PlayerStatus.PLAYING).order_by("number")
    return [player for player in waiting if player.pk not in busy]
