"""The list of final places that a ceremony reveals, and what a correction would change in it. Pure.

The list is made when the ceremony starts, so that the screen does not change while the desk corrects a sheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2s

from scoring.points import Points
from tournament.standings.inputs import FinalPlace, Inputs, PlayerName
from tournament.standings.ranking import Ranking


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A final place with its player; the total in points."""

    place: int
    shared: bool
    total: Points
    player: PlayerName


@dataclass(frozen=True)
class Reveal:
    """The final places as far as everybody may see them: `rows`, the best first, of `count` ranked players; `coming` is
    the place that is next, None for none."""

    rows: tuple[FinalRow, ...]
    coming: int | None
    count: int

    @cached_property
    def latest(self) -> tuple[FinalRow, ...]:
        """The rows on the place that was revealed last."""
        return tuple(row for row in self.rows if row.place == self.rows[0].place)


@dataclass(frozen=True, slots=True)
class PlaceCorrection:
    """A player whom a correction moves: the row on the ceremony's list, and the one that the results give now, None
    where there is none. `was_revealed` and `is_revealed`: on the list, and on it as it would be corrected."""

    player: PlayerName
    before: FinalRow | None
    now: FinalRow | None
    was_revealed: bool
    is_revealed: bool


def final_places(final: Ranking) -> tuple[FinalPlace, ...]:
    """The list that a ceremony of these standings reveals."""
    return tuple(
        FinalPlace(row.standing.place or 0, row.standing.shared, row.standing.total, row.player.id)
        for row in final.ranked
    )


def final_rows(inputs: Inputs, places: Sequence[FinalPlace]) -> tuple[FinalRow, ...]:
    """The places with their players, by the names of now; without those who are no longer on the list of players."""
    listed = (one for one in places if one.player in inputs.names)
    return tuple(FinalRow(one.place, one.shared, one.total, inputs.names[one.player]) for one in listed)


def list_mark(places: Sequence[FinalPlace]) -> str:
    """Return a short name of a list, for the staff: it says which one a person was looking at."""
    return blake2s(repr(tuple(places)).encode(), digest_size=8).hexdigest()


def place_corrections(inputs: Inputs, now: Sequence[FinalPlace]) -> tuple[PlaceCorrection, ...]:
    """Return everybody whose place or total on the ceremony's list is no longer the one `now`, in the order of now."""
    first = inputs.freeze.revealed_from or 0
    before = {row.player.id: row for row in final_rows(inputs, inputs.freeze.places)}
    after = {row.player.id: row for row in final_rows(inputs, now)}
    pairs = [(before.get(player), after.get(player)) for player in {**after, **before}]
    return tuple(
        PlaceCorrection(
            player=row.player,
            before=old,
            now=new,
            was_revealed=old is not None and old.place >= first,
            is_revealed=new is not None and new.place >= first,
        )
        for old, new in pairs
        if old != new and (row := new or old) is not None
    )
