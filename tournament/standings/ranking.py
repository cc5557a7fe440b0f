"""Standings as every page and export shows them: scoring's rows with players' names. Pure: facts in, values out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import blake2s

from scoring.points import Points
from scoring.standings import Standing, Status, standings
from tournament.penalties.queries import Given, deductions
from tournament.standings.facts import Facts, PlayerName


@dataclass(frozen=True, slots=True)
class Row:
    """One player's row. Amounts in points."""

    standing: Standing
    player: PlayerName

    @property
    def scores(self) -> tuple[Points | None, ...]:
        """The hanchan scores in order, None where the player did not play."""
        return tuple(played and played.score for played in self.standing.hanchan)

    @property
    def deducted(self) -> Points:
        """What penalties do to the total: zero or negative."""
        return -self.standing.penalties


@dataclass(frozen=True)
class Ranking:
    """The standings of `tournament` (an id) after hanchan `after` of `hanchan_count`.

    `official` once every hanchan is closed and counted; `as_of` is when the last thing that counts here changed.
    """

    tournament: int
    after: int
    hanchan_count: int
    official: bool
    as_of: datetime | None
    rows: tuple[Row, ...]

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
        shown = repr((self.tournament, self.after, self.hanchan_count, self.official, self.as_of, self.rows))
        return blake2s(shown.encode(), digest_size=8).hexdigest()

    def _with(self, status: Status) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.standing.status is status)


def ranking(tournament: int, facts: Facts, after: int | None = None) -> Ranking:
    """The standings that the facts give after hanchan `after`, or after everything played."""
    last = facts.played if after is None else after
    rows = standings(facts.tables, deductions(facts.counting), facts.entrants, facts.rules, after=last)
    return Ranking(
        tournament=tournament,
        after=last,
        hanchan_count=len(facts.hanchan),
        official=last == len(facts.hanchan) > 0 and all(hanchan.is_closed for hanchan in facts.hanchan),
        as_of=max(_changes(facts, last), default=None),
        rows=tuple(Row(row, facts.names[row.player]) for row in rows if _is_listed(row)),
    )


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


def penalties_of(facts: Facts, player: int, after: int) -> tuple[Given, ...]:
    """One player's penalties that count after hanchan `after`, warnings and dead hands too."""
    return tuple(
        one for one in facts.counting if one.player == player and (one.hanchan is None or one.hanchan <= after)
    )
