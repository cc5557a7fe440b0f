"""Tournaments with a draw, for tests."""

from datetime import timedelta

from tests.acts import with_act
from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.planning.halls import open_doors
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.planning.draws.actions import close_list, hold, request_layout
from tournament.planning.draws.commitment import sha256_hex
from tournament.planning.draws.public_number import NUMBERS, NumberForm
from tournament.planning.draws.statement import draw_input
from tournament.planning.jobs import worker
from tournament.planning.models import Draw

LOTTERY = "7 13 21 28 34 49"
SIX_OF_49 = NumberForm(NUMBERS, 6, 1, 49)
EVENING = MORNING + timedelta(hours=10)


def open_hall(players: int = 16, hanchan: int = 4, **fields) -> Tournament:
    """People are registered, the public page is open, nobody has a seat."""
    tournament = make_tournament(hanchan_count=hanchan, **fields)
    make_players(tournament, players)
    return open_doors(tournament)


def closed(tournament: Tournament, submission: str = "form 1", **fields) -> Draw:
    """A draw whose list is closed and whose fingerprint is on the public page; with wishes its layout was searched."""
    about = {"announced": "the lottery of Saturday", "form": SIX_OF_49, "earliest": EVENING, **fields}
    if draw_input(tournament).wishes:
        job = request_layout(tournament=tournament, act=Act(by=None, at=MORNING))
        worker.run(job.pk, now=lambda: MORNING)
    return close_list(tournament=tournament, **with_act(by=None, at=MORNING, submission=submission, **about))


def held(tournament: Tournament, number: str = LOTTERY, **fields) -> Draw:
    """The same, held in the evening."""
    draw = closed(tournament)
    hold(draw=draw, public_number=number, **with_act(by=None, at=EVENING, **fields))
    return draw


SECRET = "5e" * 32


def opened_by_an_earlier_release(tournament: Tournament, **fields) -> Draw:
    """A draw with a secret, as releases before the closed list had it."""
    about = {"number": 1, "secret": SECRET, "commitment": sha256_hex(SECRET), "announced": "the lottery"}
    return Draw.objects.create(tournament=tournament, committed_at=MORNING, **{**about, **fields})
