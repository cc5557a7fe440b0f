"""Reading a seating: from a file or pasted text to rows, from rows to the seats of the tournament's players."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

from django.utils.translation import gettext_noop as _

from scoring.messages import phrase
from scoring.winds import WINDS
from tournament.core.messages import Level, Message, Refused
from tournament.planning.basis import SeatingBasis
from tournament.planning.importing.headings import count_headings
from tournament.planning.importing.seat_rows import (
    COLUMNS,
    SeatRow,
    SeatRows,
    columns_of,
    number_rows,
    refuse_columns,
    rows_below,
    unnest,
)
from tournament.planning.seat_faults import fault, must_sit, row_of, seating_faults
from tournament.players.lookup import Directory, Guest
from tournament.players.models import Player
from tournament.reading import files
from tournament.reading.raw_table import Grid, Limits, Line
from tournament.seats.seat_map import SeatMap, Tables, seated, spans

LIMITS = Limits(megabytes=4, rows=20_000, columns=1_002)
"""A row for each seat of 1,000 players and 20 hanchan, or a row per hanchan with the four numbers of 250 tables."""


def read_pasted(text: str, *, source: str = "") -> Grid:
    """The lines of pasted rows, of a CSV, or of nested lists. Raises Refused."""
    return files.read_text(_rows(text), limits=LIMITS, source=source)


def read_file(name: str, content: bytes) -> Grid:
    """The lines of an uploaded XLSX or CSV. Raises Refused (field "file")."""
    return files.read_file(
        name, content, limits=LIMITS, has_headings=lambda cells: count_headings(cells) > 2, rewrite=_rows
    )


def _rows(text: str) -> str:
    nested = unnest(text)
    return text if nested is None else nested


def seat_rows(grid: Grid, *, needs_winds: bool, size: int = 4) -> SeatRows:
    """Return every seat in a grid of any accepted format, `size` to a table. Raises Refused without the columns."""
    if not grid.lines:
        raise Refused.of("empty", _("The file is empty: every row is blank."))
    columns = columns_of(grid)
    if columns is None:
        found = number_rows(grid, size)
        if found is None:
            raise Refused([_no_headings(grid.lines[0]), COLUMNS])
    else:
        refuse_columns(columns, needs_winds=needs_winds)
        found = rows_below(columns)
        if needs_winds and found.seats and not found.winds:
            text = _("The tables have no winds. Write the wind after each table: 3E, 3S, 3W or 3N.")
            raise Refused.of("no-winds", text)
    found.faults = [*_cell_faults(grid), *found.faults]
    return found


def _no_headings(line: Line) -> Message:
    text = _("Row {row} has no column headings: “{text}”.")
    return fault("no-headings", text, row=line.number, text=" ".join(line.cells)[:60])


def _cell_faults(grid: Grid) -> list[Message]:
    """Formulas without a value, and cells that show an error."""
    text = _("Row {row}, column {column}: {problem}")
    return [
        fault(remark.code, text, row=line.number, column=column + 1, problem=remark)
        for line in grid.lines
        for column, remark in line.remarks
        if remark.level == Level.ERROR
    ]


Finder = Callable[[str], Player | Guest]
"""Finds the person that a text means; raises Refused."""


@dataclass(slots=True)
class ImportedSeating:
    """The seats read from a file, by hanchan, table and wind, and its faults in the order of the rows.

    `rows` has the rows of a person (id) in each hanchan; `winds`: the file has winds. `byes` are the players who sit
    out, by hanchan; `same` the started hanchan that the file repeats unchanged.
    """

    seats: dict[int, dict[int, dict[int, int]]] = field(default_factory=dict)
    faults: list[Message] = field(default_factory=list)
    rows: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    winds: bool = True
    byes: dict[int, set[int]] = field(default_factory=dict)
    same: set[int] = field(default_factory=set)

    @property
    def draft(self) -> SeatMap:
        return {
            hanchan: {
                table: tuple(player for _, player in sorted(seats.items())) for table, seats in sorted(tables.items())
            }
            for hanchan, tables in sorted(self.seats.items())
        }


def read_seating(
    grid: Grid, basis: SeatingBasis, started: Mapping[int, Sequence[Tables]], *, may_sit_out: bool = False
) -> ImportedSeating:
    """The seating in a grid, with all its faults. Raises Refused when the columns are not understood.

    `started` has the seats of each hanchan that has started, perhaps in several notations, which are only compared,
    even if players have left since. `may_sit_out`: players not listed have a bye.
    """
    entries = seat_rows(grid, needs_winds=basis.winds, size=basis.size)
    finder = lru_cache(maxsize=None)(partial(Directory(basis.listed).find, parts=False))
    reading = seats_of(entries, finder)
    _read_byes(entries, finder, reading)
    reading.faults += wrong_winds(reading, basis.size)
    _compare(reading, started, drawn=not basis.winds)
    if may_sit_out:
        _let_sit_out(reading, basis.listed)
    unsure = _hanchan_with_faults(reading)
    if reading.same and not reading.seats:
        return reading
    found = seating_faults(reading.draft, basis, reading.byes)
    reading.faults += [one for one in found if one.params.get("hanchan") not in unsure]
    return reading


def _hanchan_with_faults(reading: ImportedSeating) -> set[object]:
    """The numbers of hanchan with faults, and None when a fault has no hanchan."""
    return {one.params.get("hanchan") for one in reading.faults}


def _read_byes(entries: SeatRows, find: Callable[[str], Player], reading: ImportedSeating) -> None:
    """Read the byes given by name, in hanchan that have seats in the file."""
    for row, hanchan, text in entries.byes:
        try:
            player = find(text)
        except Refused as unknown:
            message = _("Row {row} (hanchan {hanchan}): {problem}")
            problem = unknown.messages[0]
            reading.faults.append(fault("unknown", message, row=row, hanchan=hanchan, problem=problem))
            continue
        if hanchan in reading.seats:
            reading.byes.setdefault(hanchan, set()).add(player.pk)
        else:
            message = _("Row {row}: hanchan {hanchan} has byes but no seats. Add its tables.")
            reading.faults.append(fault("no-seats", message, row=row, hanchan=hanchan))


def _let_sit_out(reading: ImportedSeating, players: Sequence[Player]) -> None:
    """Give a bye to everybody who needs a seat and is not listed."""
    for hanchan, tables in reading.draft.items():
        out = {one.pk for one in players if must_sit(one)} - seated(tables)
        if out:
            reading.byes.setdefault(hanchan, set()).update(out)


def _compare(reading: ImportedSeating, started: Mapping[int, Sequence[Tables]], *, drawn: bool) -> None:
    """Take out the hanchan that have started; a different seating of one is a fault."""
    unsure = _hanchan_with_faults(reading)
    for hanchan, tables in reading.draft.items():
        if hanchan not in started or hanchan in unsure:
            continue
        other = min((_differing_tables(tables, one, drawn) for one in started[hanchan]), key=len)
        if other:
            message = _(
                "Hanchan {hanchan} has started and its seats are fixed; the file differs at tables {tables}. "
                "Leave hanchan {hanchan} out of the file."
            )
            reading.faults.append(fault("started", message, hanchan=hanchan, tables=spans(other), table=min(other)))
        else:
            reading.same.add(hanchan)
            del reading.seats[hanchan]
            reading.byes.pop(hanchan, None)


def _differing_tables(tables: Tables, started: Tables, drawn: bool) -> list[int]:
    """Drawn winds may be in any order."""
    seats = set if drawn else tuple
    return [
        table
        for table in tables.keys() | started.keys()
        if seats(tables.get(table, ())) != seats(started.get(table, ()))
    ]


def wrong_winds(reading: ImportedSeating, size: int) -> list[Message]:
    """Faults for winds that a table of this size does not have: North where three play."""
    message = _("Hanchan {hanchan}, table {table}: with three players there is no North. Write E, S and W.")
    return [
        fault("no-wind", message, hanchan=hanchan, table=table)
        for hanchan, tables in sorted(reading.seats.items())
        for table, seats in sorted(tables.items())
        if len(seats) == size and any(size <= wind < len(WINDS) for wind in seats)
    ]


def seats_of(entries: SeatRows, find: Finder) -> ImportedSeating:
    """Return the rows with people in place of texts; `find` finds a person by the text or raises Refused."""
    reading = ImportedSeating(faults=list(entries.faults), winds=entries.winds)
    for entry in entries.seats:
        _sit(entry, find, reading)
    reading.faults.sort(key=row_of)
    return reading


def _sit(entry: SeatRow, find: Finder, reading: ImportedSeating) -> None:
    where = {"row": entry.row, "hanchan": entry.hanchan, "table": entry.table}
    seats = reading.seats.setdefault(entry.hanchan, {}).setdefault(entry.table, {})
    try:
        player = find(entry.text)
    except Refused as unknown:
        text = _("Row {row} (hanchan {hanchan}, table {table}): {problem}")
        reading.faults.append(fault("unknown", text, **where, problem=unknown.messages[0]))
        return
    wind = len(seats) if entry.wind is None else entry.wind
    if wind < 0:
        text = _("Row {row} (hanchan {hanchan}, table {table}): the wind is missing or unknown.")
        reading.faults.append(fault("no-wind", text, **where))
    elif wind in seats:
        text = _("Row {row}: hanchan {hanchan}, table {table} has a second {wind}.")
        reading.faults.append(fault("seat-taken", text, **where, wind=phrase(WINDS[wind].label)))
    else:
        seats[wind] = player.pk
        reading.rows.setdefault((entry.hanchan, player.pk), []).append(entry.row)


def rows_of(grid: Grid) -> str:
    """The lines of a file as rows to paste, each with the number that it had."""
    rows = {line.number: "\t".join(line.cells) for line in grid.lines}
    return "\n".join(rows.get(number, "") for number in range(1, max(rows, default=0) + 1))


def as_text(draft: SeatMap, players: Sequence[Player], byes: Mapping[int, Collection[int]] | None = None) -> str:
    """The seats as rows that `read_seating` reads again: a row per table, players by start number.

    A bye has a row of its own, with “bye” in place of the table.
    """
    number: Mapping[int, int] = {player.pk: player.number for player in players}
    most = max((len(seats) for tables in draft.values() for seats in tables.values()), default=len(WINDS))
    rows = [["hanchan", "table", *WINDS[:most]]]
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
