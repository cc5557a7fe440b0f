"""Events of which some hanchan are closed, for tests of seating by the standings."""

from itertools import cycle

from tests.events.rows import kept
from tests.factories import make_staff
from tests.tournament.planning.halls import seated_hall
from tests.tournament.standings.tables import play
from tournament.core.models import Role, Tournament
from tournament.standings.queries import forget

POINTS = ((45_200, 31_100, 25_700, 18_000), (22_000, 28_000, 40_000, 30_000), (30_000, 61_000, 9_000, 20_000))


@kept
def played_event(players: int = 16, hanchan: int = 4, closed: int = 2, **fields) -> Tournament:
    """A seating for all hanchan, results of the first `closed`; an organiser works there."""
    tournament = seated_hall(players, hanchan, name=f"Hall {players} {hanchan} {closed}", **fields)
    points = cycle(POINTS)
    for number in range(1, closed + 1):
        play(tournament, number, {table: next(points) for table in range(1, players // 4 + 1)})
    make_staff(tournament, Role.ORGANISER)
    tournament.refresh_from_db()
    return tournament


def standing_rules(tournament: Tournament, **values) -> None:
    """Rank by other rules."""
    tournament.standing_rules = values
    tournament.save(update_fields=["standing_rules"])
    forget()
