"""The tournament as it stood before a hanchan, as the question about its last hand takes it. Pure."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from scoring.least_win import Race
from scoring.points import Points
from scoring.standings import standings_so_far
from scoring.standings.cut import TiedLine
from scoring.standings.rules import StandingRules
from scoring.standings.values import Standing
from tournament.results.penalties.queries import deductions
from tournament.standings.inputs import Inputs

TIER = 10**9  # points: no total reaches from one tier of a cut into the next
Before = tuple[tuple[Standing, ...], TiedLine | None]


def before(inputs: Inputs, hanchan: int) -> Before:
    """Return what everybody brings to the hanchan: its sheets do not count, its penalties and earlier cuts do."""
    inputs = replace(inputs, tables=tuple(table for table in inputs.tables if table.hanchan < hanchan))
    return standings_so_far(
        inputs.tables,
        deductions(inputs.counting),
        inputs.entrants_after(hanchan),
        inputs.rules,
        hanchan,
        by=inputs.by,
        decisions=inputs.decisions,
        played=inputs.played_divisions,
    )


def race(
    rows: Sequence[Standing], hanchan: int, players: Sequence[int], by: StandingRules, unranked: Collection[int] = ()
) -> Race:
    """The race that these standings make; tiers stay apart, and where the worst results drop out, they do. For the
    `unranked` at the table the hanchan does not count: their totals stay as they are."""
    best = by.best if by.of is not None and hanchan <= by.of else None
    ranked = {row.player: row for row in rows if row.ranked}
    total = _total if best is None else _total_of_best(best)
    at_stake = {player: row for player, row in ranked.items() if player in players and player not in unranked}
    others = tuple(total(row) for player, row in ranked.items() if player not in at_stake)
    if best is None:
        return Race(tuple(_of(at_stake, player, total) for player in players), others)
    scores = tuple(_scores(at_stake[player]) if player in at_stake else () for player in players)
    return Race(tuple(_of(at_stake, player, _without_tables) for player in players), others, scores, best)


def _of(ranked: dict[int, Standing], player: int, total: Callable[[Standing], Points]) -> Points | None:
    return total(ranked[player]) if player in ranked else None


def _total(row: Standing) -> Points:
    return row.total - row.tier * TIER


def _without_tables(row: Standing) -> Points:
    return _total(row) - row.table_total


def _total_of_best(best: int) -> Callable[[Standing], Points]:
    """Totals as they stand, of the best results so far."""
    return lambda row: _without_tables(row) + sum(sorted(_scores(row), reverse=True)[:best])


def _scores(row: Standing) -> tuple[Points, ...]:
    """The hanchan scores before this one, 0 for one not played or not ranked in."""
    return tuple(played.score if played else 0 for played in row.own[:-1])
