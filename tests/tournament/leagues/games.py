"""A league and games in it, for tests."""

from datetime import datetime, timedelta

from scoring.winds import WINDS
from tests.factories import MORNING, make_players
from tournament.core.audit import Act
from tournament.leagues.actions import LeagueSetup, create_league, play_game
from tournament.results.sheets.checks import TypedSheet

POINTS = (45_200, 31_100, 25_700, 18_000)


def make_league(number=8, *, ranking="average", least=1, **fields):
    """A league with so many players."""
    setup = LeagueSetup(name="Thursday League", preset="wrc-2022", ranking=ranking, least=least, **fields)
    tournament = create_league(setup=setup, act=Act(by=None, at=MORNING))
    return tournament, make_players(tournament, number)


def sheet_of(people, points=POINTS, deposits=0):
    """A sheet of these people, East first."""
    rows = zip(WINDS, people, points, strict=False)
    return TypedSheet.of([(wind, one.pk, own) for wind, one, own in rows], deposits)


def play(tournament, people, points=POINTS, *, at: datetime = MORNING, minutes=0, by=None, **options):
    """Enter a game, so many minutes after the time."""
    act = Act(
        by=by,
        at=at + timedelta(minutes=minutes),
        **{k: options.pop(k) for k in ("submission", "phone") if k in options},
    )
    return play_game(tournament=tournament, typed=sheet_of(people, points), act=act, **options)
