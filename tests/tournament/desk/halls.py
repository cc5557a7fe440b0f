"""A hall in which a hanchan is played: players seated, the clock started, sheets waiting."""

from datetime import datetime
from uuid import uuid4

from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_tournament
from tournament.core.audit import Act
from tournament.core.models import Hanchan, Tournament
from tournament.hanchan.actions import start
from tournament.planning.actions import import_seating
from tournament.players.models import Player
from tournament.results.models import SheetVersion
from tournament.results.sheets.actions import enter
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.printings import printed_code
from tournament.seats.queries import lineup

CLEAN = (41_200, 33_100, 25_700, 20_000)


def rotated(players: list[Player], hanchan: int) -> dict[int, tuple[int, ...]]:
    """A seating in which everybody plays: the list is cut in four, and each part moves on by its own step."""
    tables = len(players) // 4
    parts = [players[i * tables : (i + 1) * tables] for i in range(4)]
    return {
        table + 1: tuple(part[(table + step * hanchan) % tables].pk for step, part in enumerate(parts))
        for table in range(tables)
    }


@kept
def hall(players: int = 16, hanchan: int = 3, playing: int = 1, **fields) -> Tournament:
    """A tournament with its seating whose hanchan `playing` has started (0: none has)."""
    tournament = make_tournament(hanchan_count=hanchan, **fields)
    people = make_players(tournament, players)
    draft = {number: rotated(people, number) for number in range(1, hanchan + 1)}
    import_seating(tournament=tournament, draft=draft, act=Act(by=None, at=MORNING))
    if playing:
        start(hanchan=hanchan_of(tournament, playing), act=Act(by=None, at=MORNING))
    return tournament


def hanchan_of(tournament: Tournament, number: int = 1) -> Hanchan:
    found = tournament.hanchan.get(number=number)
    found.tournament = tournament
    return found


def code_on(tournament: Tournament, hanchan: int, table: int) -> str:
    """The code on a table's sheet, printed now."""
    tournament.refresh_from_db(fields=["seating"])
    return printed_code(tournament, hanchan, table, lineup(tournament, hanchan)[table])


def lines(hanchan: Hanchan, table: int = 1, points: tuple[int, ...] = CLEAN) -> list[tuple[str, int, int]]:
    """The four lines of a table in the order of the seats."""
    places = lineup(hanchan.tournament, hanchan.number)[table]
    return [(place.wind, place.player.pk, own) for place, own in zip(places, points, strict=True)]


def entered(
    hanchan: Hanchan, table: int = 1, points: tuple[int, ...] = CLEAN, by=None, at: datetime = MORNING, **fields
) -> SheetVersion:
    """The sheet of a table entered."""
    sheet = TypedSheet.of(lines(hanchan, table, points), fields.pop("deposits", 0), fields.pop("all_last", ()))
    fields = {"submission": uuid4(), **fields}
    return enter(hanchan=hanchan, table=table, typed=sheet, **with_act(by=by, at=at, **fields))


def typed(hanchan: Hanchan, table: int = 1, points: tuple[str, ...] = ("412", "331", "257", "200"), **fields) -> dict:
    """What the desk's form sends."""
    players = ",".join(str(place.player.pk) for place in lineup(hanchan.tournament, hanchan.number)[table])
    scores = {f"points_{row}": text for row, text in enumerate(points)}
    return {"players": players, "submission": str(uuid4()), "deposits": "0", **scores, **fields}
