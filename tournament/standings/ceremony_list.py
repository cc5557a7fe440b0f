"""What a ceremony announces, as it is stored from its start to its end: the final places and the prizes besides them.

Each is stored as a row that ends with the id of a player, so that names are those of now (`lists_of_ids` in
tournament/core/records.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.points import Points
from tournament.events.models import PrizeKind

ANNOUNCED: tuple[str, ...] = (PrizeKind.HANCHAN, PrizeKind.NEWCOMER, PrizeKind.COUNTRY, PrizeKind.TEAM)
"""The kinds of prizes that have steps of their own in a ceremony, in their order."""


@dataclass(frozen=True, slots=True)
class Road:
    """A player's way through the event: the place after each hanchan, 0 for one that the player missed; how many of
    them the player won, and the best score of one, in points."""

    places: tuple[int, ...]
    firsts: int
    best: Points

    @property
    def played(self) -> int:
        """How many hanchan the player played."""
        return sum(1 for place in self.places if place)


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """One player on the list that a ceremony reveals: place, total in points, and the player's id; of those whom it
    announces alone, their road, which makes no other list of it."""

    place: int
    shared: bool
    total: Points
    player: int
    road: Road | None = field(default=None, compare=False)

    def stored(self) -> list[object]:
        """Return the row as `final_places_from` reads it."""
        road = [] if self.road is None else [[list(self.road.places), self.road.firsts, self.road.best]]
        return [self.place, self.shared, self.total, *road, self.player]


@dataclass(frozen=True, slots=True)
class FinalPrize:
    """One winner of a prize that is for no place: kind (a PrizeKind) and place of the prize, what it is, for the
    biggest hanchan the score in points and the number of the hanchan, else 0; the code of a country or the name of a
    team, else "", and the id of the player. The player of a team or country is its best one, whose name is not
    announced."""

    kind: str
    place: int
    what: str
    score: Points
    hanchan: int
    group: str
    player: int

    def stored(self) -> list[object]:
        """Return the row as `final_prizes_from` reads it."""
        return [self.kind, self.place, self.what, self.score, self.hanchan, self.group, self.player]


def final_places_from(known: object) -> tuple[FinalPlace, ...]:
    """Read the list of a ceremony as it is stored. Raises TypeError or ValueError for anything else."""
    return tuple(_final_place(row) for row in _rows(known, "final_places"))


def _final_place(row: Sequence[object]) -> FinalPlace:
    match row:
        case [int(place), bool(shared), int(total), int(player)] if not _has_flag(place, total, player):
            return FinalPlace(place, shared, total, player)
        case [int(place), bool(shared), int(total), list(road), int(player)] if not _has_flag(place, total, player):
            return FinalPlace(place, shared, total, player, _road(road))
    raise ValueError("a final place is a place, whether it is shared, a total, maybe a road, and a player")


def _road(row: Sequence[object]) -> Road:
    match row:
        case [list(places), int(firsts), int(best)] if all(type(place) is int for place in places):
            return Road(tuple(places), firsts, best)
    raise ValueError("a road is a list of places, the number of firsts, and the best score")


def final_prizes_from(known: object) -> tuple[FinalPrize, ...]:
    """Read the prizes of a ceremony as they are stored. Raises TypeError or ValueError for anything else."""
    return tuple(_final_prize(row) for row in _rows(known, "final_prizes"))


def _final_prize(row: Sequence[object]) -> FinalPrize:
    match row:
        case [str(kind), int(place), str(what), int(score), int(hanchan), str(group), int(player)] if (
            kind in ANNOUNCED and not _has_flag(place, score, hanchan, player)
        ):
            return FinalPrize(kind, place, what, score, hanchan, group, player)
    raise ValueError("a final prize is a kind, a place, what it is, a score, a hanchan, a group, and a player")


def _rows(known: object, name: str) -> list[list[object]]:
    if not isinstance(known, list) or not all(isinstance(row, list) for row in known):
        raise TypeError(f"{name} is not a list of rows")
    return known


def _has_flag(*values: int) -> bool:
    """Return whether one of them is true or false, which are integers, too."""
    return any(isinstance(value, bool) for value in values)
