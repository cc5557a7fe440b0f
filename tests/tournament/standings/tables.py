"""Events with results for the tests of standings and penalties, through the actions that the pages use."""

import csv
from collections import defaultdict
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

from scoring.winds import WINDS
from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_tournament
from tournament.core.audit import Act, audited_write
from tournament.core.models import Hanchan, HanchanState, Tournament, Verb
from tournament.core.records import Recorded, keep
from tournament.planning.actions import import_seating
from tournament.players.actions import add_players
from tournament.players.models import Player
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.penalties.actions import give
from tournament.results.penalties.lateness import late
from tournament.results.sheets.actions import change, enter
from tournament.results.sheets.checks import TypedSheet

GOLDEN = Path(__file__).parents[2] / "scoring" / "golden"
USUAL = (45_200, 31_100, 25_700, 18_000)  # RULES 8.1: +30.2, +6.1, −9.3, −27.0


def seat_in_order(tournament: Tournament, players: list[Player]) -> None:
    """The same four at every table in every hanchan: where who sits does not matter to the test."""
    tables = {n // 4 + 1: tuple(player.pk for player in players[n : n + 4]) for n in range(0, len(players), 4)}
    draft = dict.fromkeys(range(1, tournament.hanchan_count + 1), tables)
    import_seating(tournament=tournament, draft=draft, act=Act(by=None, at=MORNING))


def hanchan(tournament: Tournament, number: int) -> Hanchan:
    found = tournament.hanchan.get(number=number)
    found.tournament = tournament
    return found


def begin(tournament: Tournament, number: int) -> Hanchan:
    """The hanchan plays; its clock does not matter here."""
    tournament.hanchan.filter(number=number).update(state=HanchanState.PLAYING, started_at=MORNING)
    return hanchan(tournament, number)


def finish(tournament: Tournament, number: int, *, released: bool = True) -> None:
    tournament.hanchan.filter(number=number).update(
        state=HanchanState.CLOSED, closed_at=MORNING, released_at=MORNING if released else None
    )


def vouch(tournament: Tournament, *others: type[Recorded]) -> None:
    """Let the history vouch for what tests put into the database past the actions: the event, its hanchan, others."""
    with audited_write(tournament, Act(by=None, at=MORNING), Verb.EXTENDED_CHAIN):
        for model in (Tournament, Hanchan, *others):
            keep(model.rows_of(tournament))


def as_typed(tournament: Tournament, number: int, table: int, points=USUAL, deposits: int = 0) -> TypedSheet:
    """A report sheet as it is typed, points in the order East, South, West, North."""
    from tournament.seats.queries import lineup

    places = lineup(tournament, number)[table]
    lines = [(place.wind, place.player.pk, own) for place, own in zip(places, points, strict=True)]
    return TypedSheet.of(lines, deposits)


def put_in(tournament: Tournament, number: int, table: int, points=USUAL, deposits: int = 0, *, at=MORNING) -> None:
    """Type one report sheet."""
    enter(
        hanchan=hanchan(tournament, number),
        table=table,
        typed=as_typed(tournament, number, table, points, deposits),
        confirmed_warnings=True,
        act=Act(by=None, at=at, submission=uuid4()),
    )


def correct(tournament: Tournament, number: int, table: int, points) -> None:
    """Change the first version of a report sheet."""
    change(
        hanchan=hanchan(tournament, number),
        table=table,
        typed=as_typed(tournament, number, table, points),
        confirmed_warnings=True,
        act=Act(by=None, at=MORNING, base=1, reason="two lines exchanged", submission=uuid4()),
    )


def play(tournament: Tournament, number: int, sheets: dict, *, released: bool = True) -> None:
    """A whole hanchan: table number to points."""
    begin(tournament, number)
    for table, points in sheets.items():
        put_in(tournament, number, table, points)
    finish(tournament, number, released=released)


@kept
def small_event(hanchan_count: int = 3, players: int = 8, **fields) -> tuple[Tournament, list[Player]]:
    """Eight people at two tables, nothing played yet, everything public."""
    tournament = make_tournament(hanchan_count=hanchan_count, **fields)
    tournament.is_public = True
    tournament.save(update_fields=["is_public"])
    people = make_players(tournament, players)
    seat_in_order(tournament, people)
    return tournament, people


def punish(
    player: Player, amount: int = 30_000, *, number: int | None = 1, kind=PenaltyKind.POINTS, **fields
) -> Penalty:
    """A free penalty by the referee Mina."""
    fields = {"reason": "as seen", "referee": "Mina", "submission": uuid4(), "by": None, "at": MORNING, **fields}
    where = hanchan(player.tournament, number) if number else None
    return give(
        tournament=player.tournament, player=player, hanchan=where, kind=kind, amount=amount, **with_act(**fields)
    )


def come_late(player: Player, minutes: int | timedelta | None, *, number: int = 1, **fields) -> Penalty:
    """The player comes late to a hanchan, by what the referee Mina says."""
    fields = {"referee": "Mina", "submission": uuid4(), "by": None, "at": MORNING, **fields}
    return late(player=player, hanchan=hanchan(player.tournament, number), minutes=minutes, **with_act(**fields))


def real_rows() -> list[dict[str, str]]:
    with (GOLDEN / "wrc-36x8.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def real_totals() -> dict[int, int]:
    """Published totals of the real event by player number, in points."""
    with (GOLDEN / "wrc-36x8-standings.csv").open(newline="") as file:
        return {int(row["player"]): round(float(row["total_p"]) * 1000) for row in csv.DictReader(file)}


@kept
def real_event() -> Tournament:
    """The WRC event with 36 players and 8 hanchan, entered sheet by sheet with its three chonbo."""
    rows = real_rows()
    tournament = make_tournament("Real event", hanchan_count=8)
    names = [{"name": f"Player {n}", "number": n} for n in range(1, 37)]
    people = {one.number: one for one in add_players(tournament=tournament, rows=names, act=Act(by=None, at=MORNING))}
    sheets = defaultdict(dict)
    for row in rows:
        sheets[int(row["round"]), int(row["table"])][row["wind"]] = row
    draft = defaultdict(dict)
    for (number, table), lines in sheets.items():
        draft[number][table] = tuple(people[int(lines[wind.value]["player"])].pk for wind in WINDS)
    import_seating(tournament=tournament, draft=dict(draft), act=Act(by=None, at=MORNING))
    for number in range(1, 9):
        begin(tournament, number)
    for (number, table), lines in sheets.items():
        points = [int(lines[wind.value]["points"]) for wind in WINDS]
        deposits = int(lines["E"]["deposits_left_on_table"])
        put_in(tournament, number, table, points, deposits, at=MORNING + timedelta(hours=number))
    for row in rows:
        if float(row["penalty_p"]):
            player, amount = people[int(row["player"])], round(float(row["penalty_p"]) * 1000)
            punish(player, amount, number=int(row["round"]), kind=PenaltyKind.CHONBO)
    for number in range(1, 9):
        finish(tournament, number)
    tournament.refresh_from_db()
    return tournament
