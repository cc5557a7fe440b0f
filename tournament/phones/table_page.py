"""The contents of the page of a table: only what is published of the hanchan that is played there, or comes next."""

from dataclasses import dataclass
from hashlib import blake2s

from scoring.winds import WINDS, Wind
from tournament.core.messages import Message
from tournament.core.models import Hanchan, HanchanState, Tournament
from tournament.events.queries import hanchan_of
from tournament.players.models import Player
from tournament.results.calls.models import RefereeCall
from tournament.results.calls.queries import last_call
from tournament.results.wind_draws.queries import TableDraw, obstacle, table_draw
from tournament.seats.integrity import altered_of
from tournament.seats.publication import publication_of
from tournament.seats.queries import Place, places_at


@dataclass(frozen=True, slots=True)
class TableEntrance:
    """The table whose page was opened, and by whom: `player` with a badge; with `may_act` by a code, else a reader."""

    table: int
    player: Player | None = None
    may_act: bool = False


@dataclass(frozen=True, slots=True)
class SeatAtTable:
    """A player at the table with the wind, None while it is still to be drawn."""

    place: Place
    wind: Wind | None
    is_own: bool


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table of the hall, as its page shows it. `mark` is another whenever it shows something else.

    `hanchan` is None before anything is published and after the last one; `checking` while the rows of the hanchan are
    not those that were verified. `draw` is there where winds are drawn, `obstacle` says why the page cannot draw them
    now; `call` is the last call of a referee, for those who may call.
    """

    mark: str
    hanchan: Hanchan | None
    over: bool
    checking: bool
    seats: tuple[SeatAtTable, ...]
    draw: TableDraw | None
    obstacle: Message | None
    call: RefereeCall | None

    @property
    def is_playing(self) -> bool:
        return self.hanchan is not None and self.hanchan.state == HanchanState.PLAYING

    @property
    def lacks_wind(self) -> bool:
        """Return whether somebody came to the table after its winds were drawn."""
        return bool(self.draw and self.draw.draw) and any(seat.wind is None for seat in self.seats)


def table_page(tournament: Tournament, entrance: TableEntrance) -> HallTable:
    """Return the page of a table. A constant number of queries, however large the event."""
    publication = publication_of(tournament)
    everything = hanchan_of(tournament)
    published = [one for one in everything if one.seating_published_at]
    hanchan = next((one for one in published if one.state != HanchanState.CLOSED), None)
    checking = hanchan is not None and hanchan.number in altered_of(tournament)
    places = places_at(tournament, hanchan.number, entrance.table) if hanchan and not checking else ()
    draw = table_draw(hanchan, entrance.table, places) if hanchan and places and tournament.winds_are_drawn else None
    reason = obstacle(draw) if draw and draw.draw is None and tournament.page_draws_winds else None
    call = last_call(hanchan, entrance.table) if hanchan and places and entrance.may_act else None
    drawn = draw and (draw.draw and draw.draw.pk, len(draw.before), reason and reason.code)
    kept = (tournament.last_hand_shown, tournament.stream_table == entrance.table)
    shown = (publication.mark, kept, drawn, call and (call.pk, call.answered_at))
    return HallTable(
        mark=blake2s(repr(shown).encode(), digest_size=8).hexdigest(),
        hanchan=hanchan,
        over=hanchan is None and bool(everything) and everything[-1].state == HanchanState.CLOSED,
        checking=checking,
        seats=_seats(places, draw, entrance),
        draw=draw,
        obstacle=reason,
        call=call,
    )


def _seats(places: tuple[Place, ...], draw: TableDraw | None, entrance: TableEntrance) -> tuple[SeatAtTable, ...]:
    """The players by wind, once they have one; without winds by start number, as the draw has them."""
    drawn = draw.draw.winds_for(places) if draw and draw.draw else {}
    seats = [
        SeatAtTable(place, drawn.get(place.player.pk) if draw else place.wind, is_own=entrance.player == place.player)
        for place in places
    ]
    return tuple(sorted(seats, key=lambda seat: (WINDS.index(seat.wind) if seat.wind else 4, seat.place.player.number)))
