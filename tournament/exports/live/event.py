"""The data of the live sheets: the inputs and the standings of an event, and what lies between them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from scoring.game import RowScore, ScoreLine, Table, score_table
from scoring.messages import Message, gettext_noop, phrase
from scoring.points import Points
from scoring.rules import Ruleset
from tournament.exports.live.cut_stages import Stage, stages
from tournament.standings.inputs import Inputs
from tournament.standings.played_cuts import moved_cuts
from tournament.standings.ranking import Ranking, StandingsRow
from tournament.translation.formats import enumeration

MOVED_CUT = gettext_noop(
    "The finalists of hanchan {n} are those who played it, not the corrected cut: totals and places are values, and "
    "change with no score."
)
COUNTS_LATE = gettext_noop(
    "Not every hanchan counts for {names}: totals and places are values, and change with no score."
)


@dataclass(frozen=True, slots=True)
class ScoredTable:
    """A report sheet with its scores, rows in seat order."""

    table: Table
    rows: tuple[tuple[ScoreLine, RowScore], ...]


@dataclass(frozen=True)
class LiveEvent:
    """An event as the live sheets show it; `name` is its title."""

    name: str
    inputs: Inputs
    ranking: Ranking

    @property
    def rules(self) -> Ruleset:
        return self.inputs.rules

    @property
    def hanchan(self) -> range:
        """The hanchan that were played, by number."""
        return self.ranking.numbers

    @cached_property
    def players(self) -> tuple[StandingsRow, ...]:
        """Everybody who is listed in the standings, by number."""
        return tuple(sorted(self.ranking.rows, key=lambda row: row.player.number))

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """Start numbers by id."""
        return {player.id: player.number for player in self.inputs.players}

    @cached_property
    def labels(self) -> Mapping[int, str]:
        """Names by id, each of one person only."""
        return {player.id: player.label for player in self.inputs.players}

    @cached_property
    def scored(self) -> Mapping[int, tuple[ScoredTable, ...]]:
        """The scored tables of each hanchan, by table number."""
        tables = sorted(self.inputs.tables, key=lambda table: (table.hanchan, table.table))
        found: dict[int, tuple[ScoredTable, ...]] = dict.fromkeys(self.hanchan, ())
        for number, group in groupby(tables, key=lambda table: table.hanchan):
            found[number] = tuple(_scored(table, self.rules) for table in group)
        return found

    @cached_property
    def deductions(self) -> tuple[tuple[int, int, Points], ...]:
        """Start number, hanchan (0 for none) and points of every penalty of a listed player."""
        listed = {row.player.id for row in self.players}
        return tuple(
            (self.numbers[one.player], one.hanchan or 0, one.amount)
            for one in self.inputs.deductions
            if one.player in listed
        )

    @cached_property
    def deducted(self) -> Mapping[tuple[int, int], Points]:
        """The points deducted by start number and hanchan, 0 for none."""
        found: dict[tuple[int, int], Points] = defaultdict(int)
        for number, hanchan, amount in self.deductions:
            found[number, hanchan] += amount
        return found

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The parts of the event between cuts; one without any."""
        return stages(self.inputs, self.ranking.after)

    @property
    def window(self) -> int:
        """The first hanchan of which only the best count, as far as they were played; 0 where all count."""
        return min(self.inputs.by.of or 0, self.ranking.after)

    def best(self, after: int) -> int:
        """Return how many of the first `after` hanchan count, within the window."""
        return min(self.inputs.by.best or 0, after)

    def kept(self, row: StandingsRow, after: int) -> Points:
        """Return the sum of a player's best scores of the first `after` hanchan, within the window: an absence is 0."""
        scores = sorted((score or 0 for score in row.scores[:after]), reverse=True)
        return sum(scores[: self.best(after)])

    def tier(self, row: StandingsRow) -> int:
        """Return a player's tier as one number, two digits for each cut; the lower ranks higher."""
        effects = [stage.rows[row.player.id].effect for stage in self.stages[:-1]]
        return sum(one.digit * 100 ** (len(effects) - 1 - at) for at, one in enumerate(effects) if one)

    @cached_property
    def unfollowed(self) -> tuple[Message, ...]:
        """The rules that formulas do not follow, in sentences: what follows from them is written as values."""
        by = self.inputs.by
        late = [
            one.player.label
            for one in self.ranking.rows
            if one.standing.uncounted or (by.cuts and one.player.entrant_after(self.ranking.after).since > 1)
        ]
        moved = [phrase(MOVED_CUT, {"n": one.number}) for one in moved_cuts(self.inputs)]
        return (*moved, *(phrase(COUNTS_LATE, {"names": enumeration(late)}) for _one in late[:1]))


def _scored(table: Table, rules: Ruleset) -> ScoredTable:
    pairs = zip(table.lines, score_table(table, rules), strict=True)
    return ScoredTable(table, tuple(sorted(pairs, key=lambda pair: pair[0].wind.index)))
