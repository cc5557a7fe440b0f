"""The contents of a player's own page: only what everybody may see, put together for one person."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2s
from typing import Any

from django.db.models import Count, Q

from scoring.winds import Wind
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.hanchan.timetable import MINUTE, next_start
from tournament.phones.position import Position, position_of
from tournament.players.models import Player
from tournament.results.models import WindDraw
from tournament.results.protests.queries import public_protests
from tournament.seats.integrity import altered_of
from tournament.seats.own_seats import published_places
from tournament.seats.publication import publication_of
from tournament.seats.queries import PlayerPlace
from tournament.standings.player_card import PlayerCard
from tournament.standings.queries import card_of, inputs_of, projection_of, standings_of
from tournament.standings.visibility import public_statuses


@dataclass(frozen=True, slots=True)
class ComingTable:
    """A published seat of a hanchan that is not over."""

    hanchan: Hanchan
    place: PlayerPlace

    @property
    def is_playing(self) -> bool:
        return self.hanchan.state == HanchanState.PLAYING


@dataclass(frozen=True, slots=True)
class PersonalPage:
    """A player's own page. `mark` is another whenever it shows something else.

    `status` is the one that the public knows; `card` is None while the public standings do not list the player;
    `checking` while the rows of a hanchan are not those that were verified: its seats are not shown.
    """

    mark: str
    status: str
    card: PlayerCard | None
    coming: tuple[ComingTable, ...]
    checking: bool
    protests: dict[int, Any]
    wind: Wind | None
    """The wind of the table to go to: of the seating, or drawn; None while it is still to be drawn."""
    may_draw: bool
    position: Position
    is_over: bool
    """Return whether all hanchan are closed."""
    starts_at: datetime | None
    """When the next hanchan is expected to start, while none is played."""
    minutes: int | None
    """The minutes until then in the last hour before it."""

    @property
    def now(self) -> ComingTable | None:
        """The table to go to: of the hanchan that is played, else of the next one."""
        return self.coming[0] if self.coming else None

    @property
    def later(self) -> tuple[ComingTable, ...]:
        return self.coming[1:]


def mark_of(player: Player, at: datetime) -> str:
    """Return the mark of a player's page: a watcher who has it already needs nothing else. Two queries at most, more
    once per edition."""
    tournament = player.tournament
    protests = public_protests(tournament, player.pk)
    live = projection_of(tournament)
    shown = (
        publication_of(tournament).mark,
        standings_of(tournament, public=True).digest,
        live and live.digest,
        _start(tournament, at),
        _status_of(player),
        player.label,
        protests,
        tournament.winds_are_drawn and _draws(tournament),
    )
    return blake2s(repr(shown).encode(), digest_size=8).hexdigest()


def _draws(tournament: Tournament) -> dict[str, int]:
    """Return how many draws of winds there were, and how many of them hold."""
    held = Count("pk", filter=Q(cancelled_at=None))
    return WindDraw.rows_of(tournament).aggregate(all=Count("pk"), held=held)


def _status_of(player: Player) -> str:
    """Return the status that the public knows; the stored one, which nobody hides, for a player without a place at the
    event."""
    return public_statuses(inputs_of(player.tournament)).get(player.pk, player.status)


def personal_page(player: Player, at: datetime) -> PersonalPage:
    """Return the page of a player. A constant number of queries, however large the event."""
    tournament = player.tournament
    mark = mark_of(player, at)  # before anything that is shown: then nothing can be missed
    coming, checking = coming_tables(tournament, player)
    now = coming[0] if coming else None
    wind, may_draw = _wind(tournament, player, now) if now else (None, False)
    is_there = now is not None and now.place.table is not None and not now.place.away
    table = [one.pk for one in now.place.companions] if now and is_there else []
    starts_at, minutes = _start(tournament, at)
    return PersonalPage(
        mark=mark,
        status=_status_of(player),
        card=card_of(tournament, player.number, public=True),
        coming=coming,
        checking=checking,
        protests=public_protests(tournament, player.pk),
        wind=wind,
        may_draw=may_draw,
        position=position_of(tournament, player, now.hanchan.number if now and is_there else None, table),
        is_over=all(one.state == HanchanState.CLOSED for one in hanchan_of(tournament)),
        starts_at=starts_at,
        minutes=minutes,
    )


def _start(tournament: Tournament, at: datetime) -> tuple[datetime | None, int | None]:
    """Return when the next hanchan is expected to start, and the minutes until then in the last hour before it; None
    while one is played, and where no start is planned."""
    every = hanchan_of(tournament)
    coming = None if any(one.state == HanchanState.PLAYING for one in every) else next_start(every, at)
    if coming is None:
        return None, None
    left = timedelta(seconds=coming.left)
    return coming.expected_at, -(-left // MINUTE) if 0 < left // MINUTE < 60 else None


def _wind(tournament: Tournament, player: Player, coming: ComingTable) -> tuple[Wind | None, bool]:
    """The player's wind at the coming table, and whether the page of the table is to draw it. One query at most."""
    place = coming.place
    if not tournament.winds_are_drawn or place.table is None or place.away:
        return (None if tournament.winds_are_drawn else place.wind), False
    draw = coming.hanchan.wind_draws.filter(table=place.table, cancelled_at=None).first()
    return (draw.wind_of.get(player.pk) if draw else None), draw is None and tournament.page_draws_winds


def table_now(player: Player) -> int | None:
    """Return the number of the table at which a player sits now or next; None without one."""
    coming, _checking = coming_tables(player.tournament, player)
    place = coming[0].place if coming else None
    return None if place is None or place.away else place.table


def coming_tables(tournament: Tournament, player: Player) -> tuple[tuple[ComingTable, ...], bool]:
    """Return the published seats of the player that are not over, and whether a hanchan is left out as altered."""
    coming = {one.number: one for one in hanchan_of(tournament) if one.state != HanchanState.CLOSED}
    places = published_places(player, list(coming.values()))
    altered = altered_of(tournament)
    is_checking = any(one.seating_published_at for number, one in coming.items() if number in altered)
    return tuple(ComingTable(coming[place.hanchan], place) for place in places), is_checking
