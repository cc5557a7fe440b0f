"""Queries about players; nothing here writes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournament.core.models import HanchanState, Tournament
from tournament.core.requests import parse_int
from tournament.players.models import Player, PlayerStatus
from tournament.players.names import found, key, words


def players_of(tournament: Tournament) -> QuerySet[Player]:
    """All players of the tournament by number, whatever their status."""
    return Player.objects.filter(tournament=tournament).order_by("number")


def seatable(tournament: Tournament) -> list[Player]:
    """Return the players to be seated: everybody still playing, including substitutes."""
    return list(players_of(tournament).filter(status=PlayerStatus.PLAYING))


def find_player(tournament: Tournament, number: int) -> Player | None:
    """The player with that number in the tournament, if there is one."""
    return players_of(tournament).filter(number=number).first()


def next_numbers(taken: Iterable[int], wanted: int) -> list[int]:
    """The lowest numbers that are free.

    >>> next_numbers({1, 2, 4}, 3)
    [3, 5, 6]
    """
    used, number = set(taken), 1
    free: list[int] = []
    while len(free) < wanted:
        if number not in used:
            free.append(number)
        number += 1
    return free


def are_distinct(one: Any, other: Any) -> bool:
    """Return whether country, club or EMA number distinguishes two people with the same name."""
    if one.ema_number and other.ema_number:
        return bool(one.ema_number != other.ema_number)
    countries_differ = bool(one.country and other.country and one.country != other.country)
    return countries_differ or bool(one.club and other.club and key(one.club) != key(other.club))


def same_names(person: Any, people: Iterable[Any]) -> list[Any]:
    """Those of `people` who bear the person's name, in either order, and whom nothing tells apart."""
    name = sorted(words(person.name)) or [key(person.name)]
    return [
        other
        for other in people
        if (sorted(words(other.name)) or [key(other.name)]) == name and not are_distinct(person, other)
    ]


@dataclass(frozen=True, slots=True)
class Search:
    """The filter of the list of players; empty means everybody."""

    text: str = ""
    status: str = ""
    substitute: str = ""  # yes, no
    present: str = ""  # here, missing
    country: str = ""

    def lets_through(self, player: Player) -> bool:
        return (
            self.status in ("", player.status)
            and self.substitute in ("", "yes" if player.is_substitute else "no")
            and self.present in ("", "here" if player.checked_in_at else "missing")
            and (self.present != "missing" or player.status == PlayerStatus.PLAYING)
            and self.country in ("", player.country)
            and is_found(player, self.text)
        )


def is_found(player: Player, text: str) -> bool:
    """Return whether the player matches the text: a part of name, club, team, country or EMA number, or the number."""
    number = parse_int(text, most=9_999)
    if number is not None:
        return player.number == number
    return found(
        text,
        player.name,
        player.first_name,
        player.last_name,
        player.club,
        player.team,
        player.country,
        player.country_name,
        player.ema_number,
    )


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of players by status."""

    all: int
    playing: int
    substitutes: int
    here: int
    out: int
    at_a_table: int

    @property
    def missing(self) -> int:
        """The players who have not checked in yet."""
        return self.playing - self.here

    @property
    def short(self) -> int:
        """The number of players missing at the last table."""
        return -self.playing % self.at_a_table


def counts(players: Iterable[Player], at_a_table: int = 4) -> Counts:
    """Counts of these players, so many to a table; `here` counts those who play."""
    everybody = list(players)
    playing = [player for player in everybody if player.status == PlayerStatus.PLAYING]
    return Counts(
        all=len(everybody),
        playing=len(playing),
        substitutes=sum(player.is_substitute for player in playing),
        here=sum(player.checked_in_at is not None for player in playing),
        out=len(everybody) - len(playing),
        at_a_table=at_a_table,
    )


def sits_out(player: Player) -> list[int]:
    """The hanchan in which the player has a bye by the seating that counts; one query."""
    byes = player.byes.filter(seating=player.tournament.seating)
    return list(byes.order_by("hanchan__number").values_list("hanchan__number", flat=True))


def is_seated(tournament: Tournament) -> bool:
    """Return whether a seating was ever made: from then on numbers are printed on lists and fixed."""
    return tournament.seatings.exists()


def has_seat_to_fill(player: Player) -> bool:
    """Return whether the seating in use has the player in a hanchan that has not started. One query."""
    planned = player.tournament.hanchan.filter(state=HanchanState.PLANNED)
    seats = player.seats.filter(seating=player.tournament.seating, hanchan__in=planned)
    return seats.exists()


def traces(player: Player) -> list[str]:
    """Return what would be lost with the player: seat, sheet, penalty, protest; [] when the player can be deleted."""
    seat = Q(seats__isnull=False) | Q(byes__isnull=False) | Q(absences__isnull=False) | Q(stand_ins__isnull=False)
    kinds = (
        ("seat", seat),
        ("sheet", Q(sheet_lines__isnull=False)),
        ("penalty", Q(penalties__isnull=False)),
        ("protest", Q(protests__isnull=False)),
    )
    return [kind for kind, has_any in kinds if Player.objects.filter(has_any, pk=player.pk).exists()]


def is_disqualified_by_penalty(player: Player) -> bool:
    """Return whether a valid penalty disqualified the player: then the penalty has to be cancelled instead."""
    return player.penalties.filter(kind="disqualification", cancelled_at=None).exists()
