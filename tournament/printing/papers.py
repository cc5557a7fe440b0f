"""The contents of printed papers, as values: sheets for the tables and lists for the wall.

A *table sheet* is the paper for one table in one hanchan.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.winds import Wind, current_wind
from tournament.core.models import Tournament
from tournament.desk.forms import hands_of
from tournament.events.queries import names_of_hanchan
from tournament.players.models import Player
from tournament.players.name_order import name_key
from tournament.results.sheets.printings import printed_code
from tournament.seats.queries import Place, lineups, sitting_out

Item = TypeVar("Item")
WallPlace = tuple[int | None, Wind | None]


@dataclass(frozen=True, slots=True)
class Seated:
    """One player on a table sheet. `start` is the wind of the first hand, None while it is to be drawn; `last` the
    wind in the last hand of a round, when the dealer has gone once around."""

    number: int
    name: str
    country: str
    start: Wind | None
    last: Wind | None


@dataclass(frozen=True, slots=True)
class TableSheet:
    """The paper of one table in one hanchan. `seated` is in order of the starting `winds`. A spare has no names.

    `last_hand` is the hand after which a hanchan is usually over. `name` is that of the hanchan. `phone_page` is the QR
    code of the page on which the players type and sign it, "" where they do not; `staff_page` that of the sheet's page
    for staff.
    """

    hanchan: int | None
    table: int | None
    code: str
    seated: tuple[Seated, ...]
    winds: tuple[Wind, ...]
    last_hand: str
    name: str = ""
    phone_page: str = ""
    staff_page: str = ""

    @property
    def by_last_wind(self) -> tuple[tuple[Wind, Seated | None], ...]:
        """Return the players by their wind in the all-last, where it is known (S2: the sheet is by current wind)."""
        found = {seated.last: seated for seated in self.seated}
        return tuple((wind, found.get(wind)) for wind in self.winds)


def spare(tournament: Tournament) -> TableSheet:
    """A sheet for any table: hanchan, table and names are written by hand."""
    winds, last = tournament.ruleset.winds, hands_of(tournament.ruleset)[-1][1]
    starts = [None] * len(winds) if tournament.winds_are_drawn else winds
    return TableSheet(None, None, "", tuple(Seated(0, "", "", wind, None) for wind in starts), winds, last)


SheetCode = Callable[[int, int, str], str]
"""Returns a QR code for the sheet of a hanchan and table, with its code."""


def no_code(_hanchan: int, _table: int, _code: str) -> str:
    """Return the QR code of a sheet that has none."""
    return ""


def table_sheets(
    tournament: Tournament,
    hanchan: Collection[int],
    phone_page: SheetCode = no_code,
    staff_page: SheetCode = no_code,
) -> list[TableSheet]:
    """The paper of every table in these hanchan, in order of hanchan and table; four queries."""
    last = hands_of(tournament.ruleset)[-1][1]
    drawn, winds, names = tournament.winds_are_drawn, tournament.ruleset.winds, names_of_hanchan(tournament)

    def seated(places: Sequence[Place]) -> tuple[Seated, ...]:
        return tuple(_seated(place, drawn, len(winds)) for place in places)

    def paper(number: int, table: int, places: Sequence[Place]) -> TableSheet:
        code = printed_code(tournament, number, table, places)
        pages = phone_page(number, table, code), staff_page(number, table, code)
        return TableSheet(number, table, code, seated(places), winds, last, names.get(number, ""), *pages)

    return [
        paper(number, table, places)
        for number, tables in sorted(lineups(tournament, hanchan).items())
        for table, places in tables.items()
    ]


def _seated(place: Place, drawn: bool, players: int) -> Seated:
    player = place.player
    start = None if drawn else place.wind
    return Seated(player.number, player.label, player.country, start, start and current_wind(start, players, players))


@dataclass(frozen=True, slots=True)
class TablePage:
    """One page of the seating by table: tables of one hanchan, and who sits out."""

    hanchan: int
    name: str
    sheets: Sequence[TableSheet]
    out: Sequence[Player]


def in_pages(rows: Iterable[Item], per_page: int) -> list[list[Item]]:
    """Rows cut into pages.

    >>> in_pages([1, 2, 3, 4, 5], 2)
    [[1, 2], [3, 4], [5]]
    """
    listed = list(rows)
    return [listed[start : start + per_page] for start in range(0, len(listed), per_page)]


def in_even_pages(rows: Sequence[Item], most: int) -> list[list[Item]]:
    """Rows cut into as few pages as `most` a page allows, and these about equally full.

    >>> in_even_pages([1, 2, 3, 4, 5, 6, 7], 5)
    [[1, 2, 3, 4], [5, 6, 7]]
    """
    pages = -(-len(rows) // most)
    return in_pages(rows, -(-len(rows) // pages)) if pages else []


LETTERS_ACROSS = 100
"""Letters of the names of hanchan that fit on one line of a wall list, a little fewer than fit."""


def lines_of_names(named: Iterable[tuple[int, str]]) -> int:
    """Return how many rows of a wall list the names of these hanchan need, each with its number.

    >>> lines_of_names([]), lines_of_names([(8, "Final")]), lines_of_names([(n, "x" * 40) for n in range(1, 4)])
    (0, 1, 2)
    """
    letters = sum(len(name) + 6 for _number, name in named)
    return -(-letters // LETTERS_ACROSS)


@dataclass(frozen=True, slots=True)
class WallRow:
    """One player on the wall: table and wind by hanchan; a place without a table where they sit out."""

    number: int
    name: str
    places: Mapping[int, WallPlace]


def wall_rows(tournament: Tournament, hanchan: Sequence[int]) -> list[WallRow]:
    """Return the players of these hanchan in alphabetical order, with table and wind (None: drawn) in each; 4 queries.

    A player with a bye has a place without a table.
    """
    drawn = tournament.winds_are_drawn
    places: dict[int, dict[int, WallPlace]] = {}
    people = {}
    for number, tables in lineups(tournament, hanchan).items():
        for table, seats in tables.items():
            for seat in seats:
                people[seat.player.pk] = seat.player
                places.setdefault(seat.player.pk, {})[number] = (table, None if drawn else seat.wind)
    for number, resting in sitting_out(tournament, hanchan).items():
        for player in resting:
            people[player.pk] = player
            places.setdefault(player.pk, {})[number] = (None, None)
    ordered = sorted(people.values(), key=name_key)
    return [WallRow(one.number, one.listed_label, places[one.pk]) for one in ordered]
