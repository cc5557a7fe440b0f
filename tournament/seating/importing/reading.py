"""A seating for the people of a tournament: whom each text means, who has which seat, and all that is wrong."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from django.utils.translation import gettext as _

from scoring.winds import WINDS
from tournament.players.importing.grid import Grid
from tournament.players.models import Player
from tournament.seating.checks import Fault, faults, must_sit
from tournament.seating.draft import Draft, Tables, seated, spans
from tournament.seating.importing.entries import Entries, Entry
from tournament.seating.importing.files import entries_of
from tournament.seating.importing.words import WIND_KEYS
from tournament.seating.people import Directory, Unknown


@dataclass(slots=True)
class Reading:
    """The seats that were read, by hanchan, table and wind, and what is wrong, in the order of the rows.

    `rows` says where a person (id) stands in each hanchan; `winds` whether the file says who has which. `byes` are who
    sits out, by hanchan; `same` the hanchan that have started, which the file seats as they are: nothing is to be done.
    """

    seats: dict[int, dict[int, dict[int, int]]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    rows: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    winds: bool = True
    byes: dict[int, set[int]] = field(default_factory=dict)
    same: set[int] = field(default_factory=set)

    @property
    def draft(self) -> Draft:
        return {
            hanchan: {
                table: tuple(player for _, player in sorted(seats.items())) for table, seats in sorted(tables.items())
            }
            for hanchan, tables in sorted(self.seats.items())
        }


def read_seating(
    grid: Grid, players: Sequence[Player], *, hanchan_count: int, kept: Draft, drawn: bool, size: int = 4,
    started: Mapping[int, Sequence[Tables]] = MappingProxyType({}), may_sit_out: bool = False,
) -> Reading:  # fmt: skip
    """The seating in a grid, with all its faults. Raises Refused when the columns are not understood.

    `kept` is the seating that counts, for the hanchan that the grid has not; `drawn` when the order of seats is free;
    `size` sit at a table. `started` has for each hanchan that has started its seats, perhaps in several ways to write
    them: those are only compared, whoever has left since. `may_sit_out`: who plays and is not listed sits out.
    """
    entries, finder = entries_of(grid, needs_winds=not drawn, size=size), _Finder(players)
    reading = seats_of(entries, finder)
    _read_byes(entries, finder, reading)
    reading.faults += beyond(reading, size)
    _compare(reading, started, drawn)
    if may_sit_out:
        _let_sit_out(reading, players)
    unsure = {fault.hanchan for fault in reading.faults}
    if reading.same and not reading.seats:
        return reading
    found = faults(reading.draft, players, hanchan_count, kept, size, reading.byes)
    reading.faults += [fault for fault in found if fault.hanchan not in unsure]
    return reading


def _read_byes(entries: Entries, who: "_Finder", reading: Reading) -> None:
    """Who sits out by name; in a hanchan of which the file has seats."""
    for row, hanchan, text in entries.byes:
        try:
            player = who(text)
        except Unknown as unknown:
            message = _("Row %(row)d (hanchan %(hanchan)d):") % {"row": row, "hanchan": hanchan}
            reading.faults.append(Fault("unknown", f"{message} {unknown.message}", hanchan, None, row))
            continue
        if hanchan in reading.seats:
            reading.byes.setdefault(hanchan, set()).add(player.pk)
        else:
            message = _("Row %(row)d: hanchan %(hanchan)d has byes and no seats.") % {"row": row, "hanchan": hanchan}
            reading.faults.append(Fault("no-seats", message, hanchan, None, row))


def _let_sit_out(reading: Reading, players: Sequence[Player]) -> None:
    """Everybody who would have to sit and is not listed has a bye."""
    for hanchan, tables in reading.draft.items():
        out = {one.pk for one in players if must_sit(one)} - seated(tables)
        if out:
            reading.byes.setdefault(hanchan, set()).update(out)


def _compare(reading: Reading, started: Mapping[int, Sequence[Tables]], drawn: bool) -> None:
    """Hanchan that have started leave the reading; where the file seats them otherwise it is said."""
    unsure = {fault.hanchan for fault in reading.faults}
    for hanchan, tables in reading.draft.items():
        if hanchan not in started or hanchan in unsure:
            continue
        other = min((_others(tables, known, drawn) for known in started[hanchan]), key=len)
        if other:
            message = _(
                "Hanchan %(hanchan)d has started, and its seats stay; the file has others at tables %(tables)s. "
                "Leave hanchan %(hanchan)d out of the file."
            )
            params = {"hanchan": hanchan, "tables": spans(other)}
            reading.faults.append(Fault("started", message % params, hanchan, min(other)))
        else:
            reading.same.add(hanchan)
            del reading.seats[hanchan]
            reading.byes.pop(hanchan, None)


def _others(tables: Tables, known: Tables, drawn: bool) -> list[int]:
    """The tables that are not the same; drawn winds may stand in any order."""
    alike = set if drawn else tuple
    return [
        table
        for table in tables.keys() | known.keys()
        if alike(tables.get(table, ())) != alike(known.get(table, ()))  # type: ignore[operator]
    ]


def beyond(reading: Reading, size: int) -> list[Fault]:
    """Somebody has a wind that nobody has at a table of so many: North where three play."""
    message = _("Hanchan %(hanchan)d, table %(table)d: three play, and nobody is North. Write E, S and W.")
    return [
        Fault("no-wind", message % {"hanchan": hanchan, "table": table}, hanchan, table)
        for hanchan, tables in sorted(reading.seats.items())
        for table, seats in sorted(tables.items())
        if len(seats) == size and any(size <= wind < len(WINDS) for wind in seats)
    ]


class _Finder:
    """Finds a text's player; the same text means the same person in every row."""

    def __init__(self, players: Sequence[Player]):
        self.directory = Directory(players)
        self.known: dict[str, Player] = {}

    def __call__(self, text: str) -> Player:
        if text not in self.known:
            self.known[text] = self.directory.find(text, parts=False)
        return self.known[text]


def seats_of(entries: Entries, who: object) -> Reading:
    """The entries with people in place of texts; `who` finds one by the text, or raises Unknown."""
    reading = Reading(faults=list(entries.faults), winds=entries.winds)
    for entry in entries.seats:
        _sit(entry, who, reading)
    reading.faults.sort(key=lambda fault: fault.row or 0)
    return reading


def _sit(entry: Entry, who: object, reading: Reading) -> None:
    where = {"row": entry.row, "hanchan": entry.hanchan, "table": entry.table}
    seats = reading.seats.setdefault(entry.hanchan, {}).setdefault(entry.table, {})

    def fault(code: str, message: str) -> None:
        reading.faults.append(Fault(code, message, entry.hanchan, entry.table, entry.row))

    try:
        player = who(entry.text)  # type: ignore[operator]
    except Unknown as unknown:
        fault("unknown", _("Row %(row)d (hanchan %(hanchan)d, table %(table)d):") % where + f" {unknown.message}")
        return
    wind = len(seats) if entry.wind is None else entry.wind
    if wind < 0:
        fault(
            "no-wind", _("Row %(row)d (hanchan %(hanchan)d, table %(table)d): the wind is missing or unknown.") % where
        )
    elif wind in seats:
        message = _("Row %(row)d: hanchan %(hanchan)d, table %(table)d has a second %(wind)s.")
        taken = _(WINDS[wind].label) if wind < len(WINDS) else _("player")
        fault("seat-taken", message % {**where, "wind": taken})
    else:
        seats[wind] = player.pk
        reading.rows.setdefault((entry.hanchan, player.pk), []).append(entry.row)


def as_text(draft: Draft, players: Sequence[Player], byes: Mapping[int, Collection[int]] | None = None) -> str:
    """The draft as rows that `read_seating` reads again, a row per table, people by start number.

    Whoever has a bye stands in a row of its own, “bye” in place of the table.
    """
    number: Mapping[int, int] = {player.pk: player.number for player in players}
    most = max((len(seats) for tables in draft.values() for seats in tables.values()), default=len(WIND_KEYS))
    rows = [["hanchan", "table", *WIND_KEYS[:most]]]
    rows += [
        [str(hanchan), str(table), *(str(number[player]) for player in seats)]
        for hanchan, tables in sorted(draft.items())
        for table, seats in sorted(tables.items())
    ]
    rows += [
        [str(hanchan), "bye", person]
        for hanchan, people in sorted((byes or {}).items())
        for person in map(str, sorted(number[player] for player in people))
    ]
    return "\n".join("\t".join(row) for row in rows)
