"""Halls on the morning of the event: who is here, who is missing, who waits."""

from datetime import timedelta

from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.planning.halls import seated_hall
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.players.actions import add_player, check_in, queue
from tournament.players.models import Player

ACT = Act(by=None, at=MORNING)


@kept
def morning(players: int = 16, hanchan: int = 3, *, missing: int = 3, waiting: int = 2, substitutes: int = 1, **fields):
    """A seated hall in which the last `missing` players, and nobody else, are missing; the others checked in."""
    tournament = seated_hall(players, hanchan, **fields)
    for player in tournament.players.order_by("number")[: players - missing]:
        check_in(player=player, act=ACT)
    for number in range(1, waiting + 1):
        arrive(put_on_list(tournament, f"Waiting {number}", minutes=number))
    for number in range(1, substitutes + 1):
        arrive(add_player(tournament=tournament, act=ACT, name=f"Local {number}", is_substitute=True))
    tournament.refresh_from_db()
    return tournament


def put_on_list(tournament: Tournament, name: str, *, minutes: int = 0) -> Player:
    """Somebody new at the end of the waiting list."""
    player = add_player(tournament=tournament, act=ACT, name=name)
    return queue(player=player, act=Act(by=None, at=MORNING + timedelta(minutes=minutes)))


def arrive(player: Player) -> Player:
    """The player checks in at the door."""
    return check_in(player=player, act=ACT)


def names(people) -> list[str]:
    return [player.name for player in people]
