"""The contents of small papers, as values: seat slips, badges and table signs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from scoring.winds import Wind
from tournament.core.models import Tournament
from tournament.events.queries import hanchan_of
from tournament.players.models import Player, PlayerStatus
from tournament.players.name_order import name_key
from tournament.players.queries import counts_of, registered
from tournament.printing.papers import wall_rows
from tournament.seats.queries import lineups

MOST_NAMED = 8  # hanchan on a slip that leave room for their times


@dataclass(frozen=True, slots=True)
class SlipSeat:
    """A hanchan on a slip: when it is planned, where the player sits; without a table where the player sits out."""

    hanchan: int
    planned_at: datetime | None
    table: int | None
    wind: Wind | None


@dataclass(frozen=True, slots=True)
class Slip:
    """The tables and winds of one player. A slip without a number is blank."""

    number: int = 0
    name: str = ""
    seats: Sequence[SlipSeat] = ()


def slips_of(tournament: Tournament) -> list[Slip]:
    """The slips of everybody with a seat, by name; a constant number of queries."""
    planned = {one.number: one.planned_at for one in hanchan_of(tournament)}
    numbers = sorted(lineups(tournament))
    return [
        Slip(
            row.number,
            row.name,
            [SlipSeat(number, planned.get(number), *row.places[number]) for number in numbers if number in row.places],
        )
        for row in wall_rows(tournament, numbers)
    ]


@dataclass(frozen=True, slots=True)
class Badge:
    """The badge of a player, with the QR code of their own page; of nobody where the name is written by hand."""

    player: Player | None = None
    code: str = ""


def badges_of(tournament: Tournament, code: Callable[[Player], SafeString]) -> list[Badge]:
    """The badges of all who have a place, by name."""
    people = registered(tournament).filter(status=PlayerStatus.PLAYING)
    found = []
    for player in sorted(people, key=name_key):
        player.tournament = tournament
        found.append(Badge(player, code(player)))
    return found


@dataclass(frozen=True, slots=True)
class TableSign:
    """The sign of a table, with the QR code of the table's page."""

    table: int
    code: str


def tables_of(tournament: Tournament) -> list[int]:
    """The numbers of all tables of the seating; before there is one, of as many as the players need."""
    seated = {table for tables in lineups(tournament).values() for table in tables}
    if seated:
        return sorted(seated)
    return list(range(1, counts_of(tournament).tables + 1))
