"""Tournaments with a draw, for tests."""

from datetime import timedelta

from tests.acts import with_act
from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.planning.halls import open_doors
from tournament.core.models import Tournament
from tournament.planning.draws.actions import commit, hold
from tournament.planning.models import Draw

SECRET = "5e" * 32
LOTTERY = "7 13 21 28 34 49"


def open_hall(players: int = 16, hanchan: int = 4, **fields) -> Tournament:
    """People are registered, the public page is open, nobody has a seat."""
    tournament = make_tournament(hanchan_count=hanchan, **fields)
    make_players(tournament, players)
    return open_doors(tournament)


def committed(tournament: Tournament, submission: str = "form 1", **fields) -> Draw:
    """A draw whose commitment stands on the public page."""
    about = {"announced": "the lottery of Saturday", "planned_for": "Saturday, 20:00", "secret": SECRET, **fields}
    return commit(tournament=tournament, **with_act(by=None, at=MORNING, submission=submission, **about))


def held(tournament: Tournament, text: str = LOTTERY, **fields) -> Draw:
    """The same, held in the evening."""
    draw = committed(tournament)
    hold(draw=draw, public_text=text, **with_act(by=None, at=MORNING + timedelta(hours=10), **fields))
    return draw
