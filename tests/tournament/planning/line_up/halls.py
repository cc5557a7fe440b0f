"""Halls in which hanchan were played, for corrections of who played."""

from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.hanchan.actions import close, start
from tournament.planning.line_up.actions import correct_people
from tournament.planning.line_up.exchange import played_seats, touched
from tournament.players.models import Player
from tournament.results.sheets.queries import accepted_version
from tournament.seats.models import Seating
from tournament.seats.queries import lineup


def points_of(table: int, hanchan: int = 1) -> tuple[int, ...]:
    """Scores of a table that no other table has."""
    first, second = 30_000 + 1_100 * table + 500 * hanchan, 30_000 + 300 * table
    return first, second, 60_000 - first, 60_000 - second


@kept
def played_hall(players: int = 16, hanchan: int = 3, *, closed: int = 0, **fields) -> Tournament:
    """A hall in which hanchan 1 to `closed` are closed and all sheets of the next one are in."""
    tournament = hall(players, hanchan, playing=0, **fields)
    for number in range(1, closed + 2):
        playing = hanchan_of(tournament, number)
        start(hanchan=playing, act=Act(by=None, at=MORNING))
        for table in range(1, players // tournament.at_a_table + 1):
            entered(playing, table, points_of(table, number))
        if number <= closed:
            close(hanchan=playing, act=Act(by=None, at=MORNING))
    return tournament


def seated_at(tournament: Tournament, table: int, number: int = 1) -> list[Player]:
    """Who plays at a table, from East on."""
    return [place.player for place in lineup(tournament, number)[table]]


def corrected(tournament: Tournament, who: dict[Player, Player], number: int = 1, **fields) -> Seating:
    """Who played corrected, as a page does that shows the sheets as they are now."""
    hanchan = hanchan_of(tournament, number)
    ids = {listed.pk: real.pk for listed, real in who.items()}
    tables = touched(played_seats(lineup(tournament, number)), ids)
    seen = {table: version.number if (version := accepted_version(hanchan, table)) else 0 for table in tables}
    seen = fields.pop("seen", seen)
    ranked = {player.pk: counts for player, counts in fields.pop("ranked", {}).items()}
    act = Act(**{"by": None, "at": MORNING, "reason": "They had swapped tables.", **fields})
    return correct_people(hanchan=hanchan, who=ids, seen=seen, ranked=ranked, act=act)
