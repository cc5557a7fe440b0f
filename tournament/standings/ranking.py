"""Standings as every page and export shows them: scoring's rows with players' names. Pure: inputs in, values out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import blake2s
from itertools import pairwise
from operator import attrgetter

from scoring.messages import Message
from scoring.points import P, Points
from scoring.sentences.reasons import reason
from scoring.standings.cut import Cut, TiedLine
from scoring.standings.players import Running, running_of, standings_so_far_of
from scoring.standings.rules import PLAIN, StandingRules
from scoring.standings.ties import Breaker
from scoring.standings.values import HanchanResult, Standing, Status
from tournament.results.penalties.queries import GivenPenalty
from tournament.seats.seat_map import spoken_tables
from tournament.standings.cuts import cut_at, lines_after, tie_reason, tied_at
from tournament.standings.inputs import NOTHING_FROZEN, Freeze, Inputs, PlayerName
from tournament.standings.played_cuts import moved_cuts
from tournament.standings.result_mode import ResultMode, mode_after

LEAST_SCALE, MOST_SCALE = 30 * P, 60 * P


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player's row. Amounts in points.

    `line` names the line of a cut that runs above this row, `note` says why the row stands below one with the same
    total.
    """

    standing: Standing
    player: PlayerName
    line: Message | None = None
    note: Message | None = None

    @property
    def scores(self) -> tuple[Points | None, ...]:
        """The hanchan scores in order, None where the player did not play."""
        return tuple(played.score if played else None for played in self.standing.hanchan)

    @property
    def deducted(self) -> Points:
        """The change of the total by penalties: zero or negative."""
        return -self.standing.penalties


def places_won(before: int | None, now: int | None) -> int | None:
    """By how many places somebody moved, up positive; None where there is no place to compare.

    >>> places_won(5, 2), places_won(None, 2)
    (3, None)
    """
    return None if before is None or now is None else before - now


@dataclass(frozen=True)
class Ranking:
    """The standings of `tournament` (an id) after hanchan `after` of `hanchan_count`.

    `mode` says whether they are official; `as_of` is when the last thing that counts here changed. `tied` is a line of
    a cut that runs between equals, called `tied_names`: it, and all after it, wait for a decision. `is_partial`: only
    the first places are shown. `moved_cuts` say of each cut that a correction moved later who the finalists are.
    `everybody` has those, too, who are not listed.
    """

    tournament: int
    after: int
    hanchan_count: int
    mode: ResultMode
    as_of: datetime | None
    rows: tuple[StandingsRow, ...]
    by: StandingRules = PLAIN
    tied: TiedLine | None = None
    tied_names: tuple[str, ...] = ()
    freeze: Freeze = NOTHING_FROZEN
    is_partial: bool = False
    moved_cuts: tuple[Message, ...] = ()
    everybody: tuple[Standing, ...] = ()
    not_played: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """The hanchan with tables at which nobody played, and these."""

    @property
    def tables_not_played(self) -> str:
        """These tables in words, "" for none: `hanchan 2, table 5; hanchan 3, tables 1–4`."""
        return spoken_tables((number, table) for number, tables in self.not_played for table in tables)

    @cached_property
    def problem(self) -> Message | None:
        """The reason why a cut cannot be made, in a sentence that names the players."""
        return self.tied.text(dict(zip(self.tied.players, self.tied_names, strict=True))) if self.tied else None

    @cached_property
    def is_plain(self) -> bool:
        """Return whether every hanchan counts and equal totals share a place."""
        return self.by.is_plain and not self.breakers_used and not any(row.standing.uncounted for row in self.rows)

    @cached_property
    def has_cuts(self) -> bool:
        """Return whether a cut was made before these standings, so that totals were carried over."""
        return any(row.standing.carried for row in self.rows)

    @cached_property
    def has_carried(self) -> bool:
        """Return whether somebody started with a score carried from an earlier event."""
        return any(row.standing.carried_in for row in self.rows)

    @cached_property
    def breakers_used(self) -> tuple[Breaker, ...]:
        """The tie-breaks that separated equal totals in these standings, in the order of the rows."""
        return tuple(dict.fromkeys(one.breaker for row in self.rows for one in row.standing.breaks))

    def reasons(self, number: int) -> tuple[Message, ...]:
        """Return why the player with this number stands where the row is: below the one above, above the one below."""
        pairs = pairwise(self.rows)
        return tuple(
            reason(above.standing, below.standing, above.player.label, below.player.label)
            for above, below in pairs
            if number in (above.player.number, below.player.number) and above.standing.ranked
        )

    @cached_property
    def ranked(self) -> tuple[StandingsRow, ...]:
        return tuple(row for row in self.rows if row.standing.ranked)

    @cached_property
    def substitutes(self) -> tuple[StandingsRow, ...]:
        """Scored and not ranked; their totals stand in parentheses."""
        return self._with(Status.SUBSTITUTE)

    @cached_property
    def out(self) -> tuple[StandingsRow, ...]:
        """Withdrawn, then disqualified players: listed last, without a place (WRC 2025 §12.2)."""
        return self.withdrawn + self._with(Status.DISQUALIFIED)

    @cached_property
    def withdrawn(self) -> tuple[StandingsRow, ...]:
        return self._with(Status.WITHDRAWN)

    @cached_property
    def by_number(self) -> dict[int, StandingsRow]:
        """Rows by the players' numbers."""
        return {row.player.number: row for row in self.rows}

    @property
    def numbers(self) -> range:
        """The hanchan that count, as column headings."""
        return range(1, self.after + 1)

    @property
    def official(self) -> bool:
        return self.mode.is_official

    @property
    def state(self) -> str:
        return "official" if self.official else "provisional"

    @cached_property
    def bar_scale(self) -> Points:
        """The score of a full bar: one for all rows, the largest of all between 30P and 60P; larger ones are cut."""
        return min(max(self.largest_score, LEAST_SCALE), MOST_SCALE)

    @cached_property
    def largest_score(self) -> Points:
        """The largest score of a hanchan, whatever its sign; 0 without any."""
        return max((abs(score) for row in self.rows for score in row.scores if score is not None), default=0)

    @cached_property
    def digest(self) -> str:
        """A short name of everything that is shown here: equal when nothing moved, and telling nothing else."""
        shown = repr(
            (
                self.tournament,
                self.after,
                self.hanchan_count,
                self.mode,
                self.as_of,
                [_values(row) for row in self.rows],
                self.by,
                self.problem,
                self.freeze,
                self.moved_cuts,
                self.not_played,
            )
        )
        return blake2s(shown.encode(), digest_size=8).hexdigest()

    def _with(self, status: Status) -> tuple[StandingsRow, ...]:
        return tuple(row for row in self.rows if row.standing.status is status)


_of_result = attrgetter("score", "place", "table")
_of_player = attrgetter(*PlayerName.__slots__)
_of_standing = attrgetter(*(name for name in Standing.__slots__ if name != "hanchan"))


def _values(row: StandingsRow) -> tuple[object, ...]:
    """Return what a row shows as plain tuples, whose texts are made ten times as fast as those of the classes."""
    results = [None if one is None else _of_result(one) for one in row.standing.hanchan]
    return _of_standing(row.standing), results, _of_player(row.player), row.line, row.note


def standings_in(inputs: Inputs, after: int) -> tuple[tuple[Standing, ...], TiedLine | None]:
    """Everybody's standing after hanchan `after`, unlisted substitutes too, and a line of a cut that waits."""
    return standings_so_far_of(inputs.cards_after(after), inputs.by, inputs.decisions, inputs.played_divisions)


def running_in(inputs: Inputs, after: int) -> dict[int, Running]:
    """Return by id the place and total of everybody whom the standings after hanchan `after` list."""
    cards = inputs.cards_after(after)
    found = running_of(cards, inputs.by, inputs.decisions, inputs.played_divisions)
    return {
        int(key): one
        for key, one in found.items()
        if inputs.shows(int(key)) and _lists(cards.entrants[key].status, cards.cards[key])
    }


def running_through(inputs: Inputs) -> tuple[dict[int, Running], ...]:
    """Return the places and totals by id after hanchan 1, 2, ... as `running_in` does."""
    return tuple(running_in(inputs, after) for after in range(1, inputs.played + 1))


def ranking(tournament: int, inputs: Inputs, after: int | None = None) -> Ranking:
    """The standings that the inputs give after hanchan `after`, or after everything played."""
    last = inputs.played if after is None else after
    rows, tied = standings_in(inputs, last)
    moved = [one for one in moved_cuts(inputs) if one.cut.after <= last]
    is_played = last in inputs.played_divisions
    cut = None if tied or (is_played and last in [one.cut.after for one in moved]) else cut_at(inputs.by, last)
    tied = tied or (tied_at(rows, cut) if cut and not is_played else None)
    return Ranking(
        tournament=tournament,
        after=last,
        hanchan_count=len(inputs.hanchan),
        mode=mode_after(inputs, last),
        as_of=max(_changes(inputs, last), default=None),
        rows=tuple(_rows(inputs, [row for row in rows if _is_listed(row)], None if tied else cut)),
        by=inputs.by,
        tied=tied if inputs.shown is None else None,
        tied_names=tuple(inputs.names[int(one)].label for one in tied.players) if tied else (),
        freeze=inputs.freeze,
        is_partial=inputs.shown is not None,
        moved_cuts=tuple(one.sentence for one in moved) if inputs.shown is None else (),
        everybody=tuple(rows),
        not_played=tuple((one.number, one.not_played) for one in inputs.hanchan[:last] if one.not_played),
    )


def _rows(inputs: Inputs, standings: Sequence[Standing], cut: Cut | None) -> Iterator[StandingsRow]:
    """The rows with their names; lines and notes where there is anything but totals to tell."""
    plain = inputs.by.is_plain and not inputs.decisions
    lines = {} if plain else lines_after(standings, cut)
    above: StandingsRow | None = None
    for standing in standings:
        player = inputs.names[standing.player]
        line = lines.get(standing.player)
        note = (
            None if plain or above is None else tie_reason(above.standing, standing, above.player.label, player.label)
        )
        if not inputs.shows(standing.player):
            above = None
            continue
        above = StandingsRow(standing, player, line, note)
        yield above


def _is_listed(row: Standing) -> bool:
    """A substitute who never played is not in the standings, nor is somebody who withdrew without a hanchan played."""
    return _lists(row.status, row.hanchan)


def _lists(status: Status, hanchan: Sequence[HanchanResult | None]) -> bool:
    return status not in (Status.SUBSTITUTE, Status.WITHDRAWN) or any(hanchan)


def _changes(inputs: Inputs, last: int) -> Iterator[datetime]:
    """Return when the results after hanchan `last` were last changed."""
    for hanchan in inputs.hanchan[:last]:
        yield from (at for at in (hanchan.released_at, hanchan.changed_at) if at)
    for given in inputs.penalties:
        if given.hanchan is None or given.hanchan <= last:
            yield given.changed_at
    yield from (decided.changed_at for decided in inputs.decided if decided.after <= last)


def finalists(ranked: Ranking) -> tuple[StandingsRow, ...]:
    """Return who is above the line of the cut on these standings, else of the last cut before; () without a cut."""
    first = tuple(row for row in ranked.ranked if row.standing.tier == 0)
    cut = cut_at(ranked.by, ranked.after) if ranked.after else None
    if cut:
        return first[: cut.sizes[0]]
    return first if ranked.has_cuts else ()


def penalties_of(inputs: Inputs, player: int, after: int) -> tuple[GivenPenalty, ...]:
    """One player's penalties that count after hanchan `after`, warnings and dead hands too."""
    return tuple(
        one for one in inputs.counting if one.player == player and (one.hanchan is None or one.hanchan <= after)
    )


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """One player's row before and after."""

    before: StandingsRow
    after: StandingsRow


def place_changes(before: Ranking, after: Ranking) -> tuple[PlaceChange, ...]:
    """Everybody in both standings whose place or total is another, in the order of the new ones."""
    rows = ((before.by_number.get(row.player.number), row) for row in after.rows)
    pairs = [PlaceChange(old, row) for old, row in rows if old is not None]
    return tuple(move for move in pairs if _visible_part(move.before) != _visible_part(move.after))


def _visible_part(row: StandingsRow) -> tuple[object, ...]:
    return row.standing.place, row.standing.shared, row.standing.total
