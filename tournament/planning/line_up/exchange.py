"""The seats of one hanchan with other people in them, as values: who has each seat, and who plays it."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from tournament.seats.queries import Lineup


class PlayedSeat(NamedTuple):
    """The holder of a seat by the seating, and who plays it; both are the same unless a substitute stands in."""

    holder: int
    player: int


Played = Mapping[int, tuple[PlayedSeat, ...]]
"""By table, in the order of the seats."""


def played_seats(seated: Lineup) -> Played:
    """A line-up as ids."""
    return {
        table: tuple(PlayedSeat(place.holder.pk, place.player.pk) for place in places)
        for table, places in seated.items()
    }


def with_people(played: Played, who: Mapping[int, int], substitutes: Collection[int]) -> Played:
    """Return the seats with the people of `who` (id of who is listed to id of who really played) in them.

    Whoever moves takes along whose seat it is, so that a substitute goes on playing for the same person. Somebody from
    outside the hanchan gets the seat of the one who leaves it: a substitute as a stand-in, anybody else as their own.
    """
    holders = {seat.player: seat.holder for seats in played.values() for seat in seats}
    incoming = {player: holders[_leaver(player, who)] for player in who.values() if player not in holders}
    after = {
        player: PlayedSeat(player if holder in incoming and holder != player else holder, player)
        for player, holder in holders.items()
    }
    for player in incoming:
        holder = _free_seat(player, incoming)
        stands_in = player in substitutes and player not in holders.values()
        after[player] = PlayedSeat(holder if stands_in or holder == player else player, player)
    return {table: tuple(after[who.get(seat.player, seat.player)] for seat in seats) for table, seats in played.items()}


def _leaver(player: int, who: Mapping[int, int]) -> int:
    """The one who is left without a seat, because somebody from outside came in at the other end of the chain."""
    listed = {real: written for written, real in who.items()}
    while player in listed:
        player = listed[player]
    return player


def _free_seat(player: int, incoming: Mapping[int, int]) -> int:
    """Return the holder whose seat somebody from outside takes: nobody else from outside has it as their own."""
    holder = incoming[player]
    while holder in incoming and holder != player:
        holder = incoming[holder]
    return holder


def holders(played: Played) -> dict[int, tuple[int, ...]]:
    """Return the holders of the seats, by table, as a seating has them."""
    return {table: tuple(seat.holder for seat in seats) for table, seats in played.items()}


def stand_ins(played: Played) -> dict[int, int]:
    """Return the seats that a substitute plays: holder to substitute."""
    return {seat.holder: seat.player for seats in played.values() for seat in seats if seat.holder != seat.player}


def people(played: Played) -> dict[int, int]:
    """Everybody who plays, with the table."""
    return {seat.player: table for table, seats in played.items() for seat in seats}


def touched(played: Played, who: Mapping[int, int]) -> Iterator[int]:
    """The tables at which a name changes, in order."""
    for table, seats in sorted(played.items()):
        if any(seat.player in who for seat in seats):
            yield table
