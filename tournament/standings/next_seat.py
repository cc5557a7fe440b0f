"""Where a player sits next: what the reader of a phone asks first."""

from dataclasses import dataclass

from scoring.winds import Wind
from tournament.events.models import HanchanState, Tournament
from tournament.seating.queries import lineup


@dataclass(frozen=True, slots=True)
class NextSeat:
    """A published seat in a hanchan that is not over. `wind` is None while winds are drawn at the table."""

    hanchan: int
    table: int
    wind: Wind | None
    is_playing: bool


def next_seat_of(tournament: Tournament, player: int) -> NextSeat | None:
    """The player's seat in the first published hanchan that is not closed; `player` is an id. Four queries at most."""
    hanchan = (
        tournament.hanchan.filter(seating_published_at__isnull=False)
        .exclude(state=HanchanState.CLOSED)
        .order_by("number")
        .first()
    )
    if hanchan is None:
        return None
    for table, places in lineup(tournament, hanchan.number).items():
        for place in places:
            if place.player.pk == player:
                wind = None if tournament.winds_are_drawn else place.wind
                return NextSeat(hanchan.number, table, wind, hanchan.state == HanchanState.PLAYING)
    return None
