"""The standings as they would be with the sheets that are in of the hanchan in play: a projection beside the official
ones. Pure: inputs in, values out. Which sheets may be shown is for visibility.py to say."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import blake2s

from scoring.game import Table
from scoring.standings.values import HanchanResult
from tournament.standings.inputs import Inputs
from tournament.standings.ranking import Ranking, StandingsRow, ranking


@dataclass(frozen=True)
class Projection:
    """The standings with `sheets` of `table_count` tables of a hanchan; `at` is when the newest sheet was typed.
    `tables` has everybody's table there by the player's number, where the seating is public; `sheet_marks` a short name
    of the figures of each sheet by its table: another one says that they are new, or corrected."""

    hanchan: int
    sheets: int
    table_count: int
    at: datetime | None
    tables: Mapping[int, int]
    sheet_marks: Mapping[int, str]
    ranking: Ranking

    @property
    def is_complete(self) -> bool:
        """Return whether the sheets of all tables are in."""
        return self.sheets >= self.table_count

    def of(self, row: StandingsRow) -> StandingsRow | None:
        """Return the projected row of a player of the official standings."""
        return self.ranking.by_number.get(row.player.number)

    def played(self, row: StandingsRow) -> HanchanResult | None:
        """Return the player's result in the hanchan, None while the sheet of the table is not in."""
        live = self.of(row)
        return live.standing.hanchan[self.hanchan - 1] if live else None

    def sheet_mark(self, row: StandingsRow) -> str:
        """Return the mark of the sheet that has the player's result, "" while it is not in."""
        played = self.played(row)
        return self.sheet_marks[played.table] if played else ""

    @cached_property
    def best(self) -> Mapping[int, StandingsRow]:
        """The projected row of the player of each table whose sheet is in who stands highest."""
        rows = [(self.played(row), row) for row in self.ranking.ranked]
        return {played.table: row for played, row in reversed(rows) if played}

    @cached_property
    def digest(self) -> str:
        """A short name of everything that is shown of it."""
        shown = repr((self.hanchan, self.sheets, self.at, sorted(self.tables.items()), self.ranking.digest))
        return blake2s(shown.encode(), digest_size=8).hexdigest()


def projection(tournament: int, inputs: Inputs, at: datetime | None, tables: Mapping[int, int]) -> Projection:
    """Return what the inputs give that visibility.py made for the hanchan in play."""
    hanchan = max(table.hanchan for table in inputs.tables)
    marks = {table.table: _mark(table) for table in inputs.tables if table.hanchan == hanchan}
    count = len(set(tables.values())) or len(marks)
    return Projection(hanchan, len(marks), count, at, tables, marks, ranking(tournament, inputs, hanchan))


def _mark(sheet: Table) -> str:
    return f"{sheet.table}-{blake2s(repr(sheet).encode(), digest_size=4).hexdigest()}"
