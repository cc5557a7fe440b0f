"""Seated halls for the tests of the seating."""

from datetime import datetime
from typing import Any

from django.http import HttpResponse

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_tournament
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.planning.actions import draw_seating, plan_seating


@kept
def seated_hall(players: int = 16, hanchan: int = 4, *, seed: int = 7, **fields) -> Tournament:
    """A tournament whose players all have their seats, from a seed."""
    tournament = make_tournament(hanchan_count=hanchan, **fields)
    make_players(tournament, players)
    plan_seating(tournament=tournament, seed=seed, act=Act(by=None, at=MORNING))
    return tournament


WORDS = "7 13 21 28 34 49"


def drawn_hall(players: int = 16, hanchan: int = 4, *, words: str = WORDS, **fields) -> Tournament:
    """A tournament with an open public page, whose seats were drawn from words."""
    tournament = open_doors(make_tournament(hanchan_count=hanchan, **fields))
    make_players(tournament, players)
    draw_seating(tournament=tournament, words=words, act=Act(by=None, at=MORNING))
    return tournament


def begin(tournament: Tournament, through: int, at: datetime = MORNING) -> None:
    """Hanchan 1 to `through` have started."""
    tournament.hanchan.filter(number__lte=through).update(state="playing", started_at=at)


def open_doors(tournament: Tournament) -> Tournament:
    """The public page is open."""
    Tournament.objects.filter(pk=tournament.pk).update(is_public=True)
    tournament.is_public = True
    return tournament


def used(preview: HttpResponse, **more: object) -> dict[str, Any]:
    """What the page of a seating from a file sends to use it as it is shown."""
    asked, form = preview.context["asked"], preview.context["form"]
    return {"what": "file", "way": "list", **form.initial, **dict(asked.pairs), **more}
