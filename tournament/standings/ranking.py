"""Standings as every page and export shows them: scoring's rows with players' names. Pure: facts in, values out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import blake2s
from itertools import pairwise

from scoring.cut import Cut, TiedLine
from scoring.points import Points
from scoring.standing.rules import PLAIN, StandingRules
from scoring.standing.why import why
from scoring.standings import Standing, Status, standings_so_far
from scoring.ties import Breaker
from scoring.words import Text
from tournament.penalties.queries import Given, deductions
from tournament.standings.facts import Facts, PlayerName
from tournament.standings.lines import cut_at, lines_after, tied_at, told_apart


@dataclass(frozen=True, slots=True)
class Cell:
    """A hanchan score in points, None where the player did not play; `dropped` where it does not count."""

    score: Points | None
    dropped: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One player's row. Amounts in points.

    `line` names the line of a cut that runs above this row, `note` says why the row stands below one with the same
    total.
    """

    standing: Standing
    player: PlayerName
    line: Text | None = None
    note: Text | None = None

    @property
    def scores(self) -> tuple[Points | None, ...]:
        """The hanchan scores in order, None where the player did not play."""
        return tuple(played and played.score for played in self.standing.hanchan)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The same, with what does not count marked."""
        dropped = self.standing.dropped
        return tuple(Cell(score, number in dropped) for number, score in enumerate(self.scores, start=1))

    @property
    def deducted(self) -> Points:
        """What penalties do to the total: zero or negative."""
        return -self.standing.penalties


@dataclass(frozen=True)
class Ranking:
    """The standings of `tournament` (an id) after hanchan `after` of `hanchan_count`.

    `official` once every hanchan is closed and counted; `as_of` is when the last thing that counts here changed. `tied`
    is a line of a cut that runs between equals: it, and all after it, wait for a decision.
    """

    tournament: int
    after: int
    hanchan_count: int
    official: bool
    as_of: datetime | None
    rows: tuple[Row, ...]
    by: StandingRules = PLAIN
    tied: TiedLine | None = None

    @cached_property
    def problem(self) -> Text | None:
        """What stands in the way of a cut, in a sentence that names the players."""
        names = {row.player.id: row.player.name for row in self.rows}
        return self.tied and self.tied.text(names)

    @cached_property
    def is_plain(self) -> bool:
        """Whether every hanchan counts and equal totals share a place."""
        return self.by.is_plain and not self.told_by

    @cached_property
    def has_cuts(self) -> bool:
        """Whether a cut was made before these standings, so that totals were carried over."""
        return any(row.standing.carried for row in self.rows)

    @cached_property
    def told_by(self) -> tuple[Breaker, ...]:
        """What told equal totals apart somewhere in these standings, in the order of the rows."""
        return tuple(dict.fromkeys(one.breaker for row in self.rows for one in row.standing.breaks))

    def reasons(self, number: int) -> tuple[Text, ...]:
        """Why the player with this number stands where the row is: below the one above, above the one below."""
        pairs = pairwise(self.rows)
        return tuple(
            why(above.standing, below.standing, above.player.name, below.player.name)
            for above, below in pairs
            if number in (above.player.number, below.player.number) and above.standing.ranked
        )

    @cached_property
    def ranked(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.standing.ranked)

    @cached_property
    def substitutes(self) -> tuple[Row, ...]:
        """Scored and not ranked; their totals stand in parentheses."""
        return self._with(Status.SUBSTITUTE)

    @cached_property
    def out(self) -> tuple[Row, ...]:
        """Withdrawn, then disqualified players: listed last, without a place (WRC 2025 §12.2)."""
        return self._with(Status.WITHDRAWN) + self._with(Status.DISQUALIFIED)

    @cached_property
    def by_number(self) -> dict[int, Row]:
        """Rows by the players' numbers."""
        return {row.player.number: row for row in self.rows}

    @property
    def numbers(self) -> range:
        """The hanchan that count, as column headings."""
        return range(1, self.after + 1)

    @property
    def state(self) -> str:
        return "official" if self.official else "provisional"

    @cached_property
    def digest(self) -> str:
        """A short name of everything that is shown here: equal when nothing moved, and telling nothing else."""
        shown = repr(
            (
                self.tournament,
                self.after,
                self.hanchan_count,
                self.official,
                self.as_of,
                self.rows,
                self.by,
                self.problem,
            )
        )
        return blake2s(shown.encode(), digest_size=8).hexdigest()

    def _with(self, status: Status) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.standing.status is status)


def ranking(tournament: int, facts: Facts, after: int | None = None) -> Ranking:
    """The standings that the facts give after hanchan `after`, or after everything played."""
    last = facts.played if after is None else after
    rows, tied = standings_so_far(
        facts.tables, deductions(facts.counting), facts.entrants, facts.rules, last, by=facts.by,
        decisions=facts.decisions,
    )  # fmt: skip
    cut = None if tied else cut_at(facts.by, last)
    tied = tied or (cut and tied_at(rows, cut))
    return Ranking(
        tournament=tournament,
        after=last,
        hanchan_count=len(facts.hanchan),
        official=last == len(facts.hanchan) > 0 and all(hanchan.is_closed for hanchan in facts.hanchan),
        as_of=max(_changes(facts, last), default=None),
        rows=tuple(_rows(facts, [row for row in rows if _is_listed(row)], None if tied else cut)),
        by=facts.by,
        tied=tied,
    )


def _rows(facts: Facts, standings: Sequence[Standing], cut: Cut | None) -> Iterator[Row]:
    """The rows with their names; lines and notes where there is anything but totals to tell."""
    plain = facts.by.is_plain and not facts.decisions
    lines = {} if plain else lines_after(standings, cut)
    above: Row | None = None
    for standing in standings:
        player = facts.names[standing.player]
        line = lines.get(standing.player)
        note = None if plain or above is None else told_apart(above.standing, standing, above.player.name, player.name)
        above = Row(standing, player, line, note)
        yield above


def _is_listed(row: Standing) -> bool:
    """A substitute who never played is not in the standings."""
    return row.status is not Status.SUBSTITUTE or any(row.hanchan)


def _changes(facts: Facts, last: int) -> Iterator[datetime]:
    """When what counts after hanchan `last` changed."""
    for hanchan in facts.hanchan[:last]:
        yield from (at for at in (hanchan.released_at, hanchan.changed_at) if at)
    for given in facts.penalties:
        if given.hanchan is None or given.hanchan <= last:
            yield given.changed_at
    yield from (decided.changed_at for decided in facts.decided if decided.after <= last)


def penalties_of(facts: Facts, player: int, after: int) -> tuple[Given, ...]:
    """One player's penalties that count after hanchan `after`, warnings and dead hands too."""
    return tuple(
        one for one in facts.counting if one.player == player and (one.hanchan is None or one.hanchan <= after)
    )
