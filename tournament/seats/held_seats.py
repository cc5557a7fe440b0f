"""Seats by the seating, and players without one in a hanchan."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.core.messages import Refused
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.players.models import Player, PlayerStatus
from tournament.seats.models import Bye, Seat
from tournament.seats.queries import lineup
from tournament.seats.seat_map import spans


class HeldSeat(NamedTuple):
    """The table, and the substitute who plays there instead when there is one."""

    table: int
    substitute: Player | None


class UnfilledSeats(NamedTuple):
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
    """Refuse a player who has a bye in that hanchan and stands in for nobody there: a bye cannot be late."""
    tournament = hanchan.tournament
    if tournament.seating_id is None:
        return
    if not Bye.objects.filter(seating_id=tournament.seating_id, hanchan=hanchan, player=player).exists():
        return
    if player.stand_ins.filter(hanchan=hanchan, cancelled_at=None).exists():
        return
    raise Refused.of(
        "bye",
        _("{player} sits out hanchan {hanchan}: a player with a bye cannot be late or absent."),
        field="player",
        player=player,
        hanchan=hanchan.number,
    )


def unfilled_seats(player: Player) -> UnfilledSeats:
    """Return the seats that a player who is out leaves empty. Three queries."""
    tournament = player.tournament
    if tournament.seating_id is None:
        return UnfilledSeats((), False)
    seats = Seat.objects.filter(seating_id=tournament.seating_id, player=player)
    stood_in = player.absences.filter(cancelled_at=None).values_list("hanchan", flat=True)
    keys = set(seats.values_list("hanchan", flat=True)) - set(stood_in)
    left = tournament.hanchan.filter(pk__in=keys).exclude(state=HanchanState.CLOSED).order_by("number")
    states = dict(left.values_list("number", "state"))
    return UnfilledSeats(tuple(states), HanchanState.PLANNED in states.values())


def free_substitutes(tournament: Tournament, hanchan: int) -> list[Player]:
    """Return who can stand in: players without a seat in the hanchan who play for nobody else there, substitutes first.
    Four queries."""
    places = [place for table in lineup(tournament, hanchan).values() for place in table]
    busy = {player.pk for place in places for player in (place.player, place.holder)}
    playing = tournament.players.filter(status=PlayerStatus.PLAYING).order_by("-is_substitute", "number")
    return [player for player in playing if player.pk not in busy]
