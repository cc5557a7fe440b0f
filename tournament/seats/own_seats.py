"""The seats of one player as pages show them first: now, and then. Only what is published."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2s

from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from scoring.winds import Wind
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.core.requests import parse_int
from tournament.events.queries import hanchan_of
from tournament.players.models import Player
from tournament.players.queries import find_player
from tournament.seats.integrity import altered_of
from tournament.seats.publication import publication_of
from tournament.seats.queries import PlayerPlace, lineups, place_of, places_of, places_of_all, sitting_out

ME = "me"
"""The cookie with the start number of who reads, for the public pages of one tournament."""
ME_SECONDS = 60 * 60 * 24 * 30


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A published seat in a hanchan that is not over. `wind` is None while winds are drawn at the table."""

    place: PlayerPlace
    wind: Wind | None
    is_playing: bool
    planned_at: datetime | None

    @property
    def hanchan(self) -> int:
        return self.place.hanchan


@dataclass(frozen=True, slots=True)
class OwnSeats:
    """A player with the first two seats still to be played; `is_over`: all hanchan have been."""

    player: Player
    seats: tuple[OwnSeat, ...]
    is_over: bool = False

    @property
    def mark(self) -> str:
        """Names what is shown: what polls send, and hear 204 while it holds."""
        seats = [
            (one.hanchan, one.place.table, one.place.away, one.wind, one.is_playing, one.planned_at)
            for one in self.seats
        ]
        shown = repr((self.player.number, self.player.label, seats, self.is_over))
        return blake2s(shown.encode(), digest_size=8).hexdigest()


def published_places(player: Player, hanchan: Sequence[Hanchan]) -> list[PlayerPlace]:
    """Return the published places of a player in these hanchan of one tournament, by hanchan, without hanchan whose
    rows are not those that were verified. Five queries at most."""
    shown = _published(hanchan)
    return [place for place in places_of(player, hanchan[0].tournament) if place.hanchan in shown] if shown else []


def published_places_of_all(hanchan: Sequence[Hanchan]) -> dict[int, list[PlayerPlace]]:
    """Return the published places of every player, as `published_places` does, by player id; five queries."""
    shown = _published(hanchan)
    places = places_of_all(hanchan[0].tournament) if shown else {}
    return {pk: [place for place in own if place.hanchan in shown] for pk, own in places.items()}


def _published(hanchan: Sequence[Hanchan]) -> set[int]:
    """Return the numbers of the published hanchan whose rows are those that were verified."""
    altered = altered_of(hanchan[0].tournament) if hanchan else {}
    return {one.number for one in hanchan if one.seating_published_at} - altered.keys()


def own_seats_of(tournament: Tournament, number: int) -> OwnSeats | None:
    """Return the next two seats of the player with this number; None for a number whose name is not public."""
    if tournament.is_league:
        return None
    player = find_player(tournament, number)
    if player is None or player.pk not in publication_of(tournament).people:
        return None
    hanchan = hanchan_of(tournament)
    return next_seats(player, hanchan, _places_in(tournament, player, [one.number for one in _coming(hanchan)]))


def next_seats(player: Player, hanchan: Sequence[Hanchan], places: Sequence[PlayerPlace]) -> OwnSeats:
    """Return the next two of a player's published places. Nothing is said of the seats that follow one that is being
    checked."""
    coming = {one.number: one for one in _coming(hanchan)}
    altered = altered_of(hanchan[0].tournament) if coming else {}
    if min(coming, default=0) in altered:
        return OwnSeats(player, ())
    seats = [
        OwnSeat(
            place,
            None if one.tournament.winds_are_drawn else place.wind,
            one.state == HanchanState.PLAYING,
            one.planned_at,
        )
        for place in places
        if (one := coming.get(place.hanchan)) and place.hanchan not in altered
    ]
    is_over = bool(hanchan) and all(one.state == HanchanState.CLOSED for one in hanchan)
    return OwnSeats(player, tuple(seats), is_over)


def _coming(hanchan: Sequence[Hanchan]) -> list[Hanchan]:
    """The first two published hanchan that are not over."""
    return [one for one in hanchan if one.seating_published_at and one.state != HanchanState.CLOSED][:2]


def _places_in(tournament: Tournament, player: Player, hanchan: list[int]) -> list[PlayerPlace]:
    """The player's places in these hanchan, without reading the rest of the event; four queries."""
    found = [
        place_of(player, number, table, places)
        for number, tables in lineups(tournament, hanchan).items()
        for table, places in tables.items()
        if any(player.pk in (place.player.pk, place.holder.pk) for place in places)
    ]
    for number, out in sitting_out(tournament, hanchan).items():
        found += [PlayerPlace(number, None, None, ())] if player in out else []
    return sorted(found, key=lambda place: place.hanchan)


def own_number(request: HttpRequest) -> int | None:
    """The number that the reader chose, by the view that has just heard it or by the cookie."""
    said = getattr(request, "own_number", None)
    return parse_int(request.COOKIES.get(ME, "")) if said is None else said


def remember_reader(response: HttpResponse, tournament: Tournament, number: int | None) -> None:
    """Keep who reads on this device, None to forget; the cookie belongs to this tournament's public pages only."""
    path = f"/t/{tournament.slug}/"
    if number is None:
        response.delete_cookie(ME, path=path, samesite="Lax")
    else:
        response.set_cookie(ME, str(number), max_age=ME_SECONDS, path=path, httponly=True, samesite="Lax")


def seat_card(request: HttpRequest) -> dict[str, object]:
    """Give public pages `own_seats` of who reads them, worked out when a page asks for it. A context processor.

    Answers are kept by all cookies of a request (standings/public_answers.py), so nobody reads another one's.
    """

    def found() -> OwnSeats | None:
        tournament, number = getattr(request, "tournament", None), own_number(request)
        return own_seats_of(tournament, number) if tournament and number else None

    return {"own_seats": SimpleLazyObject(found)}
