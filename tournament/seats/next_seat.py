"""A player's next seat, first on the page of a phone."""

from dataclasses import dataclass

from scoring.winds import Wind
from tournament.core.models import HanchanState, Tournament
from tournament.seats.integrity import altered_of
from tournament.seats.queries import lineup, sitting_out


@dataclass(frozen=True, slots=True)
class NextSeat:
    """A published seat in a hanchan that is not over. `wind` is None while winds are drawn at the table, and `table`
    when the player sits out: a bye."""

    hanchan: int
    table: int | None
    wind: Wind | None
    is_playing: bool


def next_seat_of(tournament: Tournament, player: int) -> NextSeat | None:
    """The player's seat in the first published hanchan that is not closed; `player` is an id.

    None while the rows of the hanchan are not those that were verified. Five queries at most, three more
    once per edition.
    """
    hanchan = (
        tournament.hanchan.filter(seating_published_at__isnull=False)
        .exclude(state=HanchanState.CLOSED)
        .order_by("number")
        .first()
    )
    if hanchan is None or hanchan.number in altered_of(tournament):
        return None
    for table, places in lineup(tournament, hanchan.number).items():
        for place in places:
            if place.player.pk == player:
                wind = None if tournament.winds_are_drawn else place.wind
                return NextSeat(hanchan.number, table, wind, hanchan.state == HanchanState.PLAYING)
    if any(one.pk == player for one in sitting_out(tournament, [hanchan.number]).get(hanchan.number, ())):
        return NextSeat(hanchan.number, None, None, hanchan.state == HanchanState.PLAYING)
    return None
