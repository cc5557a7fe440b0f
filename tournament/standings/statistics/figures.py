"""The event in numbers, by player, by wind and by table. Pure: inputs and rankings in, values out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.game import Table, score_table
from scoring.points import Points
from scoring.standings.values import HanchanResult
from scoring.winds import WINDS, Wind
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.ranking import Ranking, StandingsRow


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player's hanchan; `average` is the mean place, points and scores are means, in points."""

    row: StandingsRow
    played: int
    average: Fraction
    places: tuple[int, ...]
    points: int
    score: int
    best: Points
    worst: Points

    @property
    def firsts(self) -> int:
        return self.places[0]


def player_figures(ranking: Ranking, at_a_table: int) -> tuple[PlayerFigures, ...]:
    """Everybody who played, in the order of places."""
    return tuple(_of(row, at_a_table) for row in ranking.rows if any(row.standing.hanchan))


def _of(row: StandingsRow, at_a_table: int) -> PlayerFigures:
    played = [one for one in row.standing.hanchan if one]
    count = len(played)
    return PlayerFigures(
        row,
        count,
        Fraction(sum(one.place for one in played), count),
        tuple(sum(one.place == place for one in played) for place in range(1, at_a_table + 1)),
        _mean(sum(one.points for one in played), count),
        _mean(sum(one.score for one in played), count),
        max(one.score for one in played),
        min(one.score for one in played),
    )


def _mean(total: int, count: int) -> int:
    """The mean rounded to 100 points, half away from zero."""
    size = (abs(total) * 2 + 100 * count) // (200 * count) * 100
    return -size if total < 0 else size


@dataclass(frozen=True, slots=True)
class WindFigures:
    """The results of one seat wind: the number of seats, mean points, uma and score in points, how often each place."""

    wind: Wind
    seats: int
    points: int
    uma: int
    score: int
    places: tuple[int, ...]

    @property
    def share_first(self) -> int:
        """First places in percent of the seats."""
        return self.places[0] * 100 // self.seats


def wind_figures(ranking: Ranking, at_a_table: int) -> tuple[WindFigures, ...]:
    """Return what the starting winds brought, East first; () before the first sheet."""
    found: dict[Wind, list[HanchanResult]] = {wind: [] for wind in WINDS[:at_a_table]}
    for row in ranking.rows:
        for played in row.standing.hanchan:
            if played:
                found[played.wind].append(played)
    return tuple(
        WindFigures(
            wind,
            len(seats),
            _mean(sum(one.points for one in seats), len(seats)),
            _mean(sum(one.uma for one in seats), len(seats)),
            _mean(sum(one.score for one in seats), len(seats)),
            tuple(sum(one.place == place for one in seats) for place in range(1, at_a_table + 1)),
        )
        for wind, seats in found.items()
        if seats
    )


@dataclass(frozen=True, slots=True)
class EventRecord:
    """A figure of the event with the table that it comes from."""

    player: PlayerName
    hanchan: int
    table: int
    value: Points


@dataclass(frozen=True, slots=True)
class EventFigures:
    """The event as a whole; points are raw points, `below_zero` how many seats ended under 0."""

    tables: int
    seats: int
    most: EventRecord
    least: EventRecord
    mean_win: int
    mean_gap: int
    below_zero: int


def event_figures(inputs: Inputs) -> EventFigures | None:
    """Return the figures of all tables; None before the first sheet."""
    lines = [
        (line.points, -table.hanchan, -table.table, table, line.player)
        for table in inputs.tables
        for line in table.lines
    ]
    if not lines:
        return None
    points = [sorted((line.points for line in table.lines), reverse=True) for table in inputs.tables]

    def record(which: tuple[Points, int, int, Table, int]) -> EventRecord:
        value, _hanchan, _table, table, player = which
        return EventRecord(inputs.names[player], table.hanchan, table.table, value)

    count = len(points)
    return EventFigures(
        tables=count,
        seats=len(lines),
        most=record(max(lines, key=lambda one: one[:3])),
        least=record(min(lines, key=lambda one: one[:3])),
        mean_win=_mean(sum(one[0] for one in points), count),
        mean_gap=_mean(sum(one[0] - one[1] for one in points), count),
        below_zero=sum(value < 0 for table in points for value in table),
    )


def balances(inputs: Inputs) -> Mapping[tuple[int, int], tuple[int, int]]:
    """Return how often one player, by id, finished ahead of another at the table, and behind, in both orders."""
    ahead: Counter[tuple[int, int]] = Counter()
    met: set[tuple[int, int]] = set()
    for one, other, first in _pairs(inputs):
        met.add((one, other))
        ahead[one, other] += first
    return {(one, other): (ahead[one, other], ahead[other, one]) for one, other in met}


def _pairs(inputs: Inputs) -> Iterator[tuple[int, int, bool]]:
    for table in inputs.tables:
        places = {
            line.player: score.place for line, score in zip(table.lines, score_table(table, inputs.rules), strict=True)
        }
        for one, place in places.items():
            yield from ((one, other, place < theirs) for other, theirs in places.items() if other != one)
