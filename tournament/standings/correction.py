"""The standings before and after a correction of sheets that are in: who moves, who crosses a cut. Pure."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from scoring.standings.cut import Cut
from scoring.standings.values import Standing
from tournament.results.penalties.queries import GivenPenalty
from tournament.results.tie_decisions import DecidedTie
from tournament.standings.cuts import shared_places
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.ranking import Ranking, ranking, standings_in

MOST_ARCS, MOST_PLACES = 4, 60


@dataclass(frozen=True, slots=True)
class Shift:
    """One player's row before and after; None where the standings do not list the player. `old_division` and `division`
    are those of the cut, 0 above its first line; None for somebody who is not ranked, or tied across a line."""

    player: PlayerName
    before: Standing | None
    after: Standing | None
    is_meant: bool
    old_division: int | None = None
    division: int | None = None
    is_first_out: bool = False

    @property
    def was_in(self) -> bool | None:
        """Return whether the player was above the first line."""
        return None if self.old_division is None else self.old_division == 0

    @property
    def is_in(self) -> bool | None:
        """Return whether the player is above the first line."""
        return None if self.division is None else self.division == 0

    @property
    def crosses(self) -> bool:
        return self.old_division != self.division

    @property
    def places(self) -> tuple[int, int] | None:
        """The places before and after, None unless the player is ranked in both."""
        if self.before is None or self.after is None or self.before.place is None or self.after.place is None:
            return None
        return self.before.place, self.after.place

    @property
    def gain(self) -> int:
        """The places that the player rises; negative for places lost."""
        return self.places[0] - self.places[1] if self.places else 0

    @property
    def rise(self) -> int:
        return max(self.gain, 0)

    @property
    def fall(self) -> int:
        return max(-self.gain, 0)

    @property
    def moves(self) -> bool:
        """Return whether place or total is another."""
        return _shown(self.before) != _shown(self.after)

    @property
    def same_total(self) -> bool:
        return self.before is not None and self.after is not None and self.before.total == self.after.total


def _shown(row: Standing | None) -> tuple[object, ...] | None:
    return None if row is None else (row.place, row.shared, row.total)


@dataclass(frozen=True)
class Correction:
    """The effect of a correction of hanchan `hanchan`: `inputs` are those of the standings as they are, `changed` as
    they would be, `people` the ids of those whom it is about. `last` is the hanchan after which both are compared, None
    for everything played."""

    tournament: int
    inputs: Inputs
    changed: Inputs
    hanchan: int
    people: frozenset[int]
    last: int | None = None

    @cached_property
    def before(self) -> Ranking:
        return ranking(self.tournament, self.inputs, self.last)

    @cached_property
    def after(self) -> Ranking:
        return ranking(self.tournament, self.changed, self.before.after)

    @cached_property
    def cut(self) -> Cut | None:
        """The first cut that this hanchan counts for."""
        return next((cut for cut in self.inputs.by.cuts if cut.after >= self.hanchan), None)

    @property
    def is_made(self) -> bool:
        """Return whether the cut is made on results that are in, not only as it stands now."""
        return self.cut is not None and self.cut.after <= self.before.after

    @cached_property
    def shifts(self) -> tuple[Shift, ...]:
        """Everybody who is listed, in the order of the new standings."""
        old, new = _by_player(self.before), _by_player(self.after)
        was, will_be = self._divisions(self.inputs), self._divisions(self.changed)
        return tuple(
            Shift(
                self.inputs.names[player],
                old.get(player),
                new.get(player),
                player in self.people,
                was.get(player),
                will_be.get(player),
            )
            for player in {**new, **old}
        )

    def _divisions(self, inputs: Inputs) -> dict[int, int]:
        """Player to the division of the cut, as the hanchan after it was played if it has started; without those tied
        across a line. Who is out by an earlier cut is below all lines."""
        if self.cut is None:
            return {}
        if self.cut.after in inputs.played_divisions:
            return dict(inputs.played_divisions[self.cut.after])
        rows, _tied = standings_in(inputs, min(self.cut.after, self.before.after))
        first = [row for row in rows if row.ranked and row.tier == 0]
        found, above = dict[int, int](), 0
        for _place, group in groupby(first, key=lambda row: row.place):
            players = [row.player for row in group]
            highest, lowest = self.cut.division(above), self.cut.division(above + len(players) - 1)
            if highest == lowest:
                found |= dict.fromkeys(players, highest)
            above += len(players)
        return found | {row.player: len(self.cut.sizes) for row in rows if row.ranked and row.tier}

    @cached_property
    def main(self) -> tuple[Shift, ...]:
        """Those whom it is about, those who cross the cut, and the last one inside it."""
        inside = [one for one in self.shifts if one.is_in]
        last = inside[-1] if inside and self.cut_changes else None
        shown = [one for one in self.shifts if one.is_meant or one.crosses or one is last]
        first_out = next((at for at, one in enumerate(shown) if at and shown[at - 1].is_in and one.is_in is False), -1)
        return tuple(replace(one, is_first_out=at == first_out) for at, one in enumerate(shown))

    @cached_property
    def others(self) -> tuple[Shift, ...]:
        """Everybody else who moves."""
        told = {one.player.id for one in self.main}
        return tuple(one for one in self.shifts if one.moves and one.player.id not in told)

    @cached_property
    def cut_changes(self) -> bool:
        return any(one.crosses for one in self.shifts)

    @cached_property
    def order_changes(self) -> bool:
        return any(one.moves for one in self.shifts)

    @cached_property
    def lost_ties(self) -> tuple[DecidedTie, ...]:
        """The decisions about ties that hold now and would not any more, because the players are no longer equal."""
        holding = [one for one in self.inputs.decided if one.cancelled_at is None and one.after >= self.hanchan]
        return tuple(one for one in holding if _is_needed(self.inputs, one) and not _is_needed(self.changed, one))

    @property
    def penalties(self) -> tuple[GivenPenalty, ...]:
        """The penalties of this hanchan that somebody has whom it is about."""
        return tuple(p for p in self.inputs.counting if p.hanchan == self.hanchan and p.player in self.people)

    @cached_property
    def strip(self) -> "PlaceStrip | None":
        """The drawing of who goes where; None where it would be too long or too full."""
        arcs = [one for one in self.main if one.places and one.gain]
        count = max((max(one.places) for one in arcs if one.places), default=0)
        if not arcs or len(arcs) > MOST_ARCS or count > MOST_PLACES:
            return None
        line = self.cut.sizes[0] if self.cut and self.cut.sizes[0] <= count else None
        return PlaceStrip(min(count + 2, len(self.after.ranked)), tuple(arcs), line)


def _by_player(ranked: Ranking) -> dict[int, Standing]:
    return {row.player.id: row.standing for row in ranked.rows}


def _is_needed(inputs: Inputs, decided: DecidedTie) -> bool:
    """Return whether the players of a decision would share a place without it."""
    alone = replace(inputs, decided=tuple(one for one in inputs.decided if one.id != decided.id))
    rows = [row.standing for row in ranking(0, alone, decided.after).rows]
    return sorted(decided.order) in map(sorted, shared_places(rows).values())


CELL, MIDDLE = 34, 68
"""Width of a place in the drawing, and the height of its middle."""


@dataclass(frozen=True, slots=True)
class PlaceArc:
    """One player's way from place to place: a path in the drawing, above the places upwards, below downwards."""

    shift: Shift
    path: str
    head: str
    x: int
    y: int

    @property
    def name(self) -> str:
        """The last name, or the last word of the name; of a namesake with the start number."""
        player = self.shift.player
        name = player.last_name or player.name.rpartition(" ")[2]
        return f"{name} {player.number}" if player.distinction else name

    @property
    def rises(self) -> bool:
        return self.shift.gain > 0


@dataclass(frozen=True, slots=True)
class PlaceStrip:
    """The places 1 to `count` in a row with an arc for each of `shifts`; `line` is the place above the cut."""

    count: int
    shifts: tuple[Shift, ...]
    line: int | None

    @property
    def width(self) -> int:
        return self.count * CELL

    @property
    def cells(self) -> list[tuple[int, int, str]]:
        """(place, middle in the drawing, "from", "up", "down" or "") for each place."""
        ends = {one.places[1]: "up" if one.gain > 0 else "down" for one in self.shifts if one.places}
        starts = dict.fromkeys((one.places[0] for one in self.shifts if one.places), "from")
        kinds = starts | ends
        return [(place, _middle(place), kinds.get(place, "")) for place in range(1, self.count + 1)]

    @property
    def line_x(self) -> int | None:
        return self.line * CELL if self.line else None

    @property
    def arcs(self) -> list[PlaceArc]:
        return [_arc(one, *one.places) for one in self.shifts if one.places]


def _middle(place: int) -> int:
    return place * CELL - CELL // 2


def _arc(shift: Shift, before: int, after: int) -> PlaceArc:
    """A flat curve; farther ways are higher."""
    start, end = _middle(before), _middle(after)
    side = -1 if after < before else 1
    high = min(44, 14 + 4 * abs(before - after))
    near, far = MIDDLE + side * 14, MIDDLE + side * (14 + high)
    path = f"M{start} {near}C{start} {far} {end} {far} {end} {near}"
    label = MIDDLE + side * (14 + high * 3 // 4) + (-4 if side < 0 else 14)
    head = f"M{end - 5} {near + side * 6}L{end} {near}L{end + 5} {near + side * 6}"
    return PlaceArc(shift, path, head, (start + end) // 2, label)
