"""What stands on paper, as values: sheets for the tables and lists for the wall.

A *table sheet* is the paper that lies on one table in one hanchan. Two of them share a page; they are laid out so that
the stack is in order after one cut.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeVar

from scoring.winds import WINDS, Wind, current_wind
from tournament.events.models import Tournament
from tournament.seating.queries import Place, folded, lineups
from tournament.sheets.codes import sheet_code

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Seated:
    """One player on a table sheet. `start` is the wind of the first hand, None while it is to be drawn; `last` the
    wind in the fourth hand of a round, when the dealer has gone once around."""

    number: int
    name: str
    country: str
    start: Wind | None
    last: Wind | None


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The paper of one table in one hanchan. `seated` is in order of the starting winds; empty on a spare."""

    hanchan: int | None
    table: int | None
    code: str
    seated: tuple[Seated, ...]

    @property
    def by_last_wind(self) -> tuple[tuple[Wind, Seated | None], ...]:
        """Who is East, South, West, North in the all-last, where that is known (S2: the sheet is by current wind)."""
        found = {seated.last: seated for seated in self.seated}
        return tuple((wind, found.get(wind)) for wind in WINDS)


SPARE = TableSheet(None, None, "", tuple(Seated(0, "", "", wind, None) for wind in WINDS))


def table_sheets(tournament: Tournament, hanchan: Collection[int]) -> list[TableSheet]:
    """The paper of every table in these hanchan, in order of hanchan and table; three queries."""
    drawn = tournament.winds_are_drawn
    return [
        TableSheet(number, table, sheet_code(number, table), tuple(_seated(place, drawn) for place in places))
        for number, tables in sorted(lineups(tournament, hanchan).items())
        for table, places in tables.items()
    ]


def _seated(place: Place, drawn: bool) -> Seated:
    player = place.player
    start = None if drawn else place.wind
    return Seated(player.number, player.name, player.country, start, start and current_wind(start, 4))


def in_halves(items: Sequence[Item]) -> list[tuple[Item, Item | None]]:
    """Pairs for the two halves of a page: cut the stack, lay the lower half under the upper one, and it is in order.

    >>> in_halves([1, 2, 3, 4, 5])
    [(1, 4), (2, 5), (3, None)]
    """
    upper = (len(items) + 1) // 2
    return list(zip_longest(items[:upper], items[upper:]))  # type: ignore[arg-type]


def in_pages(rows: Iterable[Item], per_page: int) -> list[list[Item]]:
    """Rows cut into pages.

    >>> in_pages([1, 2, 3, 4, 5], 2)
    [[1, 2], [3, 4], [5]]
    """
    listed = list(rows)
    return [listed[start : start + per_page] for start in range(0, len(listed), per_page)]


@dataclass(frozen=True, slots=True)
class WallRow:
    """One player on the wall: where they sit in each printed hanchan, None where they do not."""

    number: int
    name: str
    country: str
    places: tuple[tuple[int, Wind | None] | None, ...]


def wall_rows(tournament: Tournament, hanchan: Sequence[int]) -> list[WallRow]:
    """Every seated player in the order of the alphabet with table and wind (None: drawn) in each of these hanchan."""
    drawn = tournament.winds_are_drawn
    by_hanchan = lineups(tournament, hanchan)
    found: dict[int, dict[int, tuple[int, Wind | None]]] = {}
    people = {}
    for number, tables in by_hanchan.items():
        for table, places in tables.items():
            for place in places:
                people[place.player.pk] = place.player
                found.setdefault(place.player.pk, {})[number] = (table, None if drawn else place.wind)
    ordered = sorted(people.values(), key=lambda player: (folded(player.name), player.number))
    return [
        WallRow(player.number, player.name, player.country, tuple(found[player.pk].get(number) for number in hanchan))
        for player in ordered
    ]
