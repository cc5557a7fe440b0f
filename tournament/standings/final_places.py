"""The list of final places that a ceremony reveals, and what a correction would change in it. Pure.

The list is made when the ceremony starts, so that the screen does not change while the desk corrects a sheet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2s

from django.utils.translation import pgettext

from scoring.points import Points
from scoring.standings.players import Running
from tournament.standings.ceremony_list import FinalPlace, Road
from tournament.standings.ceremony_steps import ALONE
from tournament.standings.inputs import Inputs, PlayerName
from tournament.standings.ranking import Ranking, StandingsRow


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A final place with its player; the total in points. `road` is there for those who are announced alone."""

    place: int
    shared: bool
    total: Points
    player: PlayerName
    road: Road | None = None


@dataclass(frozen=True)
class Reveal:
    """The final places as far as everybody may see them: `rows`, the best first, of `count` ranked players; `coming` is
    the position that is next, None for none."""

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


def final_places(final: Ranking, running: Sequence[Mapping[int, Running]] = ()) -> tuple[FinalPlace, ...]:
    """The list that a ceremony of these standings reveals; with roads where `running` has the places by id after
    hanchan 1, 2, ..."""
    return tuple(
        FinalPlace(
            row.standing.place or 0,
            row.standing.shared,
            row.standing.total,
            row.player.id,
            road_of(row, running) if running and (row.standing.place or 0) <= ALONE else None,
        )
        for row in final.ranked
    )


def road_of(row: StandingsRow, running: Sequence[Mapping[int, Running]]) -> Road:
    """Return the road of a player: the places after the hanchan that were played; who is not ranked then has none."""
    results = row.standing.hanchan
    then = [one.get(row.player.id) for one in running]
    played = [one for one in results if one]
    return Road(
        tuple((place and place.place) or 0 if result else 0 for result, place in zip(results, then, strict=False)),
        firsts=sum(1 for one in played if one.place == 1),
        best=max((one.score for one in played), default=0),
    )


def hanchan_labels(inputs: Inputs) -> tuple[str, ...]:
    """Return what the hanchan are called beside a road: their numbers, and the final where it is a single hanchan after
    the last cut."""
    last = len(inputs.hanchan)
    cut = max((one.after for one in inputs.by.cuts), default=0)
    names = [str(number) for number in range(1, last + 1)]
    if cut and cut == last - 1:
        names[-1] = pgettext("hanchan", "final")
    return tuple(names)


def final_rows(inputs: Inputs, places: Sequence[FinalPlace]) -> tuple[FinalRow, ...]:
    """The places with their players, by the names of now; without those who are no longer on the list of players."""
    listed = (one for one in places if one.player in inputs.names)
    return tuple(FinalRow(one.place, one.shared, one.total, inputs.names[one.player], one.road) for one in listed)


def list_mark(places: Sequence[FinalPlace]) -> str:
    """Return a short name of a list, for the staff: it says which one a person was looking at."""
    shown = [(one.place, one.shared, one.total, one.player) for one in places]
    return blake2s(repr(shown).encode(), digest_size=8).hexdigest()


def place_corrections(inputs: Inputs, now: Sequence[FinalPlace]) -> tuple[PlaceCorrection, ...]:
    """Return everybody whose place or total on the ceremony's list is no longer the one `now`, in the order of now."""
    first = inputs.freeze.revealed_from or 0
    before = {row.player.id: row for row in _without_roads(inputs, inputs.freeze.places)}
    after = {row.player.id: row for row in _without_roads(inputs, now)}
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


def _without_roads(inputs: Inputs, places: Sequence[FinalPlace]) -> tuple[FinalRow, ...]:
    return tuple(replace(row, road=None) for row in final_rows(inputs, places))
