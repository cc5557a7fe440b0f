"""One player's way through the tournament, and the crosstable of all. Pure: inputs and rankings in, values out."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scoring.game import Table
from scoring.points import Points
from scoring.standings.players import Running
from scoring.standings.values import HanchanResult
from scoring.winds import Wind
from tournament.results.models import PenaltyKind
from tournament.results.penalties.queries import GivenPenalty
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.ranking import Ranking, StandingsRow, penalties_of
from tournament.standings.result_mode import ResultMode, mode_of
from tournament.translation.formats import wind_letter

FEW = 64  # above this nobody can read who met whom as a square


@dataclass(frozen=True, slots=True)
class Companion:
    """Another player at the table, with that player's result."""

    player: PlayerName
    wind: Wind
    points: Points
    place: int
    shared: bool
    is_self: bool
    score: Points = 0


@dataclass(frozen=True, slots=True)
class HanchanStep:
    """One hanchan of a player: `played` is None where the player did not sit. `running` is the total then."""

    hanchan: int
    played: HanchanResult | None
    companions: tuple[Companion, ...]
    penalties: tuple[GivenPenalty, ...]
    running: Points
    then: Running | None
    sat_out: bool = False
    """The seating gave a bye: no result, and a score of 0."""
    mode: ResultMode | None = None
    """Return how far the results of the hanchan stand; None where the event has no protest window."""
    not_played: int | None = None
    """The player's table, where nobody played at it."""
    is_unranked: bool = False
    """The player is ranked, and not for this hanchan."""

    @property
    def by_place(self) -> list[Companion]:
        """Everybody at the table, the winner first."""
        return sorted(self.companions, key=lambda one: one.place)

    @property
    def forfeited(self) -> bool:
        return any(given.kind == PenaltyKind.FORFEIT for given in self.penalties)


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player's page: the row, every hanchan, and penalties outside any hanchan (they count from the start)."""

    row: StandingsRow
    steps: tuple[HanchanStep, ...]
    outside: tuple[GivenPenalty, ...]


def card(
    inputs: Inputs,
    ranking: Ranking,
    running: Sequence[Mapping[int, Running]],
    number: int,
    byes: Collection[int] = frozenset(),
    not_played: Mapping[int, int] = MappingProxyType({}),
) -> PlayerCard | None:
    """The page of player `number`; `running` are places and totals by id after hanchan 1, 2, ... None when
    not listed.

    `byes` are the hanchan that the player sits out, `not_played` those in which nobody played at the player's table,
    with the table.
    """
    row = ranking.by_number.get(number) if running else None
    if row is None:
        return None
    given = penalties_of(inputs, row.player.id, ranking.after)
    own = (table for table in inputs.tables if any(line.player == row.player.id for line in table.lines))
    tables = {table.hanchan: table for table in own}
    rows = {one.player.id: one for one in ranking.rows}
    steps = tuple(
        HanchanStep(
            hanchan=hanchan,
            played=row.standing.hanchan[hanchan - 1],
            companions=_companions(inputs, rows, tables[hanchan], row.player.id) if hanchan in tables else (),
            penalties=tuple(one for one in given if one.hanchan == hanchan),
            running=then.total if then else 0,
            then=then,
            sat_out=hanchan in byes,
            mode=mode_of(inputs.hanchan[hanchan - 1]) if inputs.has_protests else None,
            not_played=not_played.get(hanchan),
            is_unranked=hanchan in row.standing.uncounted,
        )
        for hanchan, then in enumerate((one.get(row.player.id) for one in running), start=1)
    )
    return PlayerCard(row, steps, tuple(one for one in given if one.hanchan is None))


def _companions(inputs: Inputs, rows: Mapping[int, StandingsRow], table: Table, own: int) -> tuple[Companion, ...]:
    found = []
    for line in table.lines:
        if not inputs.shows(line.player):
            continue
        played = rows[line.player].standing.hanchan[table.hanchan - 1]
        if played is not None:
            player = inputs.names[line.player]
            found.append(
                Companion(player, line.wind, line.points, played.place, played.shared, line.player == own, played.score)
            )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player's row of the crosstable: a cell and the opponents' numbers per hanchan.

    `met` says how often each other player, by number, was at the same table.
    """

    row: StandingsRow
    cells: tuple[HanchanResult | None, ...]
    opponents: tuple[str, ...]
    met: Mapping[int, int]

    def seat(self, hanchan: int) -> str:
        """Return table and wind, `3 E`; "" where the player did not play."""
        played = self.cells[hanchan - 1]
        return f"{played.table} {wind_letter(played.wind)}" if played else ""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Players by place; `numbers` heads the columns of who met whom in the order of the rows, () above FEW players."""

    ranking: Ranking
    numbers: tuple[int, ...]
    rows: tuple[CrossRow, ...]


def crosstable(inputs: Inputs, ranked: Ranking) -> Crosstable:
    """Scores by player and hanchan, and meetings by player and player, after the ranking's last hanchan."""
    tables = [table for table in inputs.tables if table.hanchan <= ranked.after]
    met, against = _meetings(tables), _opponents(inputs, tables)
    others = [row.player for row in ranked.rows] if len(ranked.rows) <= FEW else []
    return Crosstable(
        ranked,
        tuple(player.number for player in others),
        tuple(
            CrossRow(
                row,
                row.standing.hanchan,
                tuple(against.get((n, row.player.id), "") for n in ranked.numbers),
                {other.number: met[row.player.id, other.id] for other in others},
            )
            for row in ranked.rows
        ),
    )


def _opponents(inputs: Inputs, tables: Sequence[Table]) -> Mapping[tuple[int, int], str]:
    """(hanchan, player id) to the numbers of the others at the table."""
    met = {}
    for table in tables:
        players = [line.player for line in table.lines]
        for player in players:
            numbers = (str(inputs.names[other].number) for other in players if other != player)
            met[table.hanchan, player] = " ".join(numbers)
    return met


def _meetings(tables: Sequence[Table]) -> Mapping[tuple[int, int], int]:
    """Return how often two players sat at one table, by their ids in both orders."""
    met: Counter[tuple[int, int]] = Counter()
    for table in tables:
        ids = [line.player for line in table.lines]
        met.update((one, other) for one in ids for other in ids if one != other)
    return met
