"""A seating checked on its own, without a tournament or a database: its players are known from the file alone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from scoring.winds import WINDS
from seating.rounds import MOST_HANCHAN, MOST_WITH_WISHES
from tournament.core.messages import Message, Refused
from tournament.planning.importing.reading import ImportedSeating, seat_rows, seats_of
from tournament.planning.importing.seat_rows import SeatRows, columns_of
from tournament.planning.seat_faults import fault, once_each, tables_by_person, wrong_sizes
from tournament.players.lookup import Guest
from tournament.players.names import key, tidy
from tournament.reading.raw_table import Grid
from tournament.seats.seat_map import SeatMap, spans

THREE = 3
"""Players at a table of sanma."""
NORTH = 3
MOST_OTHERS = 250
"""A file may name at most this many people more than fit the tables, such as substitutes and players with a bye."""


@dataclass(frozen=True, slots=True)
class StandaloneSeating:
    """The seats in a file, its people and faults; `byes` are (hanchan, id), `winds`: the file has winds."""

    draft: SeatMap
    people: tuple[Guest, ...]
    faults: tuple[Message, ...]
    byes: frozenset[tuple[int, int]]
    winds: bool


def read_standalone(grid: Grid, *, may_sit_out: bool = False) -> StandaloneSeating:
    """Return the seating in a grid with all its faults. Raises Refused without the columns.

    A player without a seat in a hanchan is a fault, unless the file has a bye or `may_sit_out`. Numbers alone may be
    tables of four or of three: of three only when that reading has no fault and the other has.
    """
    if grid.lines and columns_of(grid) is not None:
        return _read(grid, may_sit_out, 4)
    try:
        found = _read(grid, may_sit_out, 4)
    except Refused:
        return _read(grid, may_sit_out, THREE)
    if found.faults:
        three = _read(grid, may_sit_out, THREE)
        return found if three.faults else three
    return found


def _read(grid: Grid, may_sit_out: bool, size: int) -> StandaloneSeating:
    entries = seat_rows(grid, needs_winds=False, size=size)
    guests = _Guests(entries)
    reading = seats_of(entries, guests)
    out = [*entries.byes, *entries.blank]
    byes = frozenset((hanchan, guests(text).pk) for _row, hanchan, text in out if text.strip())
    people = tuple(sorted(guests.known.values(), key=lambda guest: guest.number))
    found = reading.faults or _too_much(reading, people)
    if not found:
        found = [*_gaps(reading), *_sizes(reading), *_people(reading, people, byes, may_sit_out)]
    return StandaloneSeating(reading.draft, people, tuple(found), byes, entries.winds)


class _Guests:
    """A person for every text: by number when all are numbers, else by name in the order of the rows."""

    def __init__(self, entries: SeatRows):
        texts = [entry.text for entry in entries.seats]
        texts += [text for *_row, text in (*entries.byes, *entries.blank)]
        self.by_number = all(re.fullmatch(r"#?\s*\d{1,4}", text.strip()) for text in texts if text.strip())
        self.known: dict[str, Guest] = {}
        self.read: dict[str, Guest] = {}

    def __call__(self, text: str) -> Guest:
        if text not in self.read:
            self.read[text] = self._guest(tidy(text))
        return self.read[text]

    def _guest(self, name: str) -> Guest:
        if not name:
            raise Refused.of("player-missing", _("a player is missing."))
        if self.by_number:
            number = int(name.lstrip("# "))
            return self.known.setdefault(str(number), Guest(number, number, str(number), str(number)))
        number = len(self.known) + 1
        return self.known.setdefault(key(name), Guest(number, number, name, name))


def _too_much(reading: ImportedSeating, people: Sequence[Guest]) -> list[Message]:
    """Nothing to read, or too many hanchan or people; only without these are the other checks run."""
    if not reading.seats:
        return [fault("no-hanchan", _("The list contains no seats."))]
    last = max(reading.seats)
    if last > MOST_HANCHAN:
        text = _("The file goes up to hanchan {hanchan}; at most {most} hanchan can be read.")
        return [fault("no-such-hanchan", text, hanchan=last, most=MOST_HANCHAN)]
    usual = _usual(reading)
    most = max(usual * max(map(len, reading.seats.values())), len(people) - MOST_OTHERS)
    if most > MOST_WITH_WISHES + 3:
        text = _("{players} players are too many; at most {most} can be read.")
        return [fault("too-many", text, players=max(most, len(people)), most=MOST_WITH_WISHES)]
    return []


def _gaps(reading: ImportedSeating) -> list[Message]:
    """Hanchan follow each other from 1."""
    last = max(reading.seats)
    gap = set(range(1, last + 1)) - reading.seats.keys()
    if gap:
        text = _("Hanchan {numbers} is missing; the last hanchan in the file is {last}.")
        return [fault("gap", text, numbers=spans(gap), last=last, hanchan=min(gap))]
    return []


def _sizes(reading: ImportedSeating) -> list[Message]:
    """All tables have four players, or all have three."""
    usual = _usual(reading)
    return [wrong for hanchan, tables in sorted(reading.seats.items()) for wrong in wrong_sizes(hanchan, tables, usual)]


def _usual(reading: ImportedSeating) -> int:
    """Return the players per table of this file: three where all tables have three and nobody is North."""
    tables = [seats for tables in reading.seats.values() for seats in tables.values()]
    three = all(len(seats) == THREE and NORTH not in seats for seats in tables)
    return THREE if three else len(WINDS)


def _people(
    reading: ImportedSeating,
    people: Sequence[Guest],
    byes: frozenset[tuple[int, int]],
    may_sit_out: bool,
) -> list[Message]:
    found = []
    for hanchan, tables in reading.draft.items():
        seats = tables_by_person(tables)
        out = {pk for number, pk in byes if number == hanchan}
        is_wrong = any(len(at) > 1 for at in seats.values())
        missing = [guest for guest in people if guest.pk not in seats and guest.pk not in out]
        rows = {pk: reading.rows[hanchan, pk] for pk in seats}
        found += once_each(hanchan, tables, people, out, missing if is_wrong or not may_sit_out else (), rows)
    return found
