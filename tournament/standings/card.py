"""One player's way through the tournament, and the crosstable of all. Pure: facts and rankings in, values out."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.game import Table
from scoring.points import Points
from scoring.standings import Played
from scoring.winds import Wind
from tournament.penalties.models import PenaltyKind
from tournament.penalties.queries import Given
from tournament.standings.facts import Facts, PlayerName
from tournament.standings.ranking import Ranking, Row, penalties_of

FEW = 64  # above this nobody can read who met whom as a square


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody at the same table, with what the table brought them."""

    player: PlayerName
    wind: Wind
    points: Points
    place: int
    shared: bool
    is_self: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One hanchan of a player: `played` is None where the player did not sit. `running` is the total then."""

    hanchan: int
    played: Played | None
    companions: tuple[Companion, ...]
    penalties: tuple[Given, ...]
    running: Points
    then: Row | None
    sat_out: bool = False
    """Whether the seating gave a bye: no result, and a score of 0."""

    @property
    def forfeited(self) -> bool:
        return any(given.kind == PenaltyKind.FORFEIT for given in self.penalties)


@dataclass(frozen=True, slots=True)
class Card:
    """A player's page: the row, every hanchan, and penalties outside any hanchan (they count from the start)."""

    row: Row
    steps: tuple[Step, ...]
    outside: tuple[Given, ...]


def card(facts: Facts, rankings: Sequence[Ranking], number: int, byes: Collection[int] = frozenset()) -> Card | None:
    """The page of player `number`; `rankings` are the standings after hanchan 1, 2, ... None when not listed.

    `byes` are the hanchan that the player sits out.
    """
    row = rankings[-1].by_number.get(number) if rankings else None
    if row is None:
        return None
    given = penalties_of(facts, row.player.id, rankings[-1].after)
    own = (table for table in facts.tables if any(line.player == row.player.id for line in table.lines))
    tables = {table.hanchan: table for table in own}
    steps = tuple(
        _step(facts, row, ranked, tables.get(ranked.after), given, ranked.after in byes) for ranked in rankings
    )
    return Card(row, steps, tuple(one for one in given if one.hanchan is None))


def _step(facts: Facts, row: Row, ranked: Ranking, table: Table | None, given: Sequence[Given], sat_out: bool) -> Step:
    number = ranked.after
    then = ranked.by_number.get(row.player.number)
    return Step(
        hanchan=number,
        played=row.standing.hanchan[number - 1],
        companions=_companions(facts, ranked, table, row.player.id) if table else (),
        penalties=tuple(one for one in given if one.hanchan == number),
        running=then.standing.total if then else 0,
        then=then,
        sat_out=sat_out,
    )


def _companions(facts: Facts, ranked: Ranking, table: Table, own: int) -> tuple[Companion, ...]:
    rows = {row.player.id: row for row in ranked.rows}
    found = []
    for line in table.lines:
        played = rows[line.player].standing.hanchan[table.hanchan - 1]
        if played is not None:
            player = facts.names[line.player]
            found.append(
                Companion(player, line.wind, line.points, played.place, played.shared, is_self=line.player == own)
            )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player's row of the crosstable: a cell per hanchan, and how often each other player was met."""

    row: Row
    cells: tuple[Played | None, ...]
    met: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Players by place; `numbers` heads the columns of who met whom in the order of the rows, () above FEW players."""

    ranking: Ranking
    numbers: tuple[int, ...]
    rows: tuple[CrossRow, ...]


def crosstable(facts: Facts, ranked: Ranking) -> Crosstable:
    """Scores by player and hanchan, and meetings by player and player, after the ranking's last hanchan."""
    met = _meetings([table for table in facts.tables if table.hanchan <= ranked.after])
    others = ranked.rows if len(ranked.rows) <= FEW else ()
    order = [row.player.id for row in others]
    return Crosstable(
        ranked,
        tuple(row.player.number for row in others),
        tuple(
            CrossRow(row, row.standing.hanchan, tuple(met[row.player.id, other] for other in order))
            for row in ranked.rows
        ),
    )


def _meetings(tables: Sequence[Table]) -> Mapping[tuple[int, int], int]:
    """How often two players sat at one table, by their ids in both orders."""
    met: Counter[tuple[int, int]] = Counter()
    for table in tables:
        ids = [line.player for line in table.lines]
        met.update((one, other) for one in ids for other in ids if one != other)
    return met
