"""Finished events for the tests of persons: anybody can play in several of them."""

from collections.abc import Sequence
from datetime import date
from random import Random

from scoring.game import ScoreLine, Table
from scoring.winds import WINDS
from tests.factories import MORNING
from tournament.archive.actions import LoadOptions, load_event
from tournament.archive.reading import PastEvent
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.events.tournament_setup import TournamentSetup


def finished_event(
    name: str,
    people: Sequence[dict[str, object]],
    *,
    days: tuple[date, date] = (date(2026, 5, 16), date(2026, 5, 17)),
    hanchan: int = 2,
    seed: int = 1,
    is_public: bool = True,
) -> Tournament:
    """A loaded event whose results are whole, official, and public."""
    chance, tables, count = Random(seed), [], len(people)
    for number in range(1, hanchan + 1):
        order = chance.sample(range(count), count)
        for at in range(0, count, 4):
            points = [chance.randrange(50, 450) * 100 for _ in range(3)]
            points.append(120_000 - sum(points))
            seats = zip(WINDS, order[at : at + 4], points, strict=True)
            lines = tuple(ScoreLine(wind, player, own) for wind, player, own in seats)
            tables.append(Table(number, at // 4 + 1, lines))
    past = PastEvent(tuple(str(one["name"]) for one in people), hanchan, tuple(tables), (), (), (), tuple(people))
    setup = TournamentSetup(
        name=name, preset="wrc-2022", hanchan_count=hanchan, first_day=days[0], last_day=days[1], place="Utrecht"
    )
    options = LoadOptions(people=people, is_public=is_public)
    return load_event(past=past, setup=setup, act=Act(by=None, at=MORNING), options=options)
