"""Rows of a file as seats, whatever its shape: numbers alone, a row per table, per seat or per player."""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop as _

from scoring.messages import ngettext_lazy
from scoring.winds import WINDS, Wind
from tournament.core.messages import Level, Message, Refused
from tournament.planning.importing.headings import (
    PERSON_FIELDS,
    count_headings,
    heading,
    is_bye,
    is_bye_word,
    numbered_hanchan,
    parse_number,
    split_number,
)
from tournament.planning.seat_faults import fault
from tournament.players.importing.headings import field_of
from tournament.reading.raw_table import Grid, Line
from tournament.seats.wind_letters import is_unclear, wind_of, winds_among


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of a file: `wind` is the index from East, None when not given, -1 when not understood."""

    row: int
    hanchan: int
    table: int
    wind: int | None
    text: str


@dataclass(slots=True)
class SeatRows:
    """The seats and byes of a file in the order of its rows, and the faults of rows that could not be read.

    `byes` are (row, hanchan, text of the person), `blank` the same where a cell for the table is empty. `winds`:
    the file has winds.
    """

    seats: list[SeatRow] = field(default_factory=list)
    byes: list[tuple[int, int, str]] = field(default_factory=list)
    blank: list[tuple[int, int, str]] = field(default_factory=list)
    faults: list[Message] = field(default_factory=list)
    winds: bool = True


def number_rows(grid: Grid, size: int = 4) -> SeatRows | None:
    """The seats of a list of numbers, `size` to a table; None for another list: when fewer than half of the rows are
    numbers alone, or the first is not."""
    split = [(line, tokens) for line in grid.lines if (tokens := _tokens(line)) is not None]
    odd = [line for line in grid.lines if _tokens(line) is None]
    if len(split) < len(odd) or grid.lines[0] in odd:
        return None
    found = _numbers(split, size)
    if found:
        found.faults += map(_no_numbers, odd)
    return found


def _numbers(split: "Split", size: int) -> SeatRows | None:
    width = max(len(tokens) for _line, tokens in split)
    if width == size + 2:
        return _with_both(split, width)
    if width == size + 1:
        return _with_one(split, width)
    if width == size:
        return _tables_alone(split, width)
    return _row_per_hanchan(split, width, size)


Split = list[tuple[Line, list[int]]]


def _tokens(line: Line) -> list[int] | None:
    """The numbers of a row, several in one cell too (“1-5-9-13”); None when it has anything else."""
    text = " ".join(line.cells)
    parts = [part for part in re.split(r"[\s,;:/|\-–()\[\]]+", text) if part]
    if not parts or not all(part.isdecimal() and len(part) <= 4 for part in parts):
        return None
    return [int(part) for part in parts]


def _no_numbers(line: Line) -> Message:
    text = _("Row {row}: “{text}” is not all numbers, unlike the first row. Correct it, or add column headings.")
    return fault("no-number", text, row=line.number, text=" ".join(line.cells)[:60])


def _wrong_width(line: Line, tokens: Sequence[int], width: int) -> Message:
    text = ngettext_lazy(
        "Row {row} has {count} number; the others have {width}.",
        "Row {row} has {count} numbers; the others have {width}.",
    )
    return fault("width", text, row=line.number, count=len(tokens), width=width)


def _listed_twice(line: Line, hanchan: int, table: int) -> Message:
    text = _("Row {row}: hanchan {hanchan}, table {table} is listed twice.")
    return fault("table-twice", text, row=line.number, hanchan=hanchan, table=table)


def _seat(found: SeatRows, line: Line, hanchan: int, table: int, people: Sequence[int]) -> None:
    found.seats += [SeatRow(line.number, hanchan, table, wind, str(person)) for wind, person in enumerate(people)]


def _with_both(split: Split, width: int) -> SeatRows:
    """hanchan, table, E, S, W, N (where three play without N)."""
    found = SeatRows()
    listed: set[tuple[int, int]] = set()
    for line, tokens in split:
        if len(tokens) != width:
            found.faults.append(_wrong_width(line, tokens, width))
            continue
        place = (tokens[0], tokens[1])
        if place in listed:
            found.faults.append(_listed_twice(line, *place))
            continue
        listed.add(place)
        _seat(found, line, *place, tokens[2:])
    return found


def _with_one(split: Split, width: int) -> SeatRows:
    """One number before those of a table: the hanchan if it repeats from row to row, else the table."""
    first = [tokens[0] for _line, tokens in split]
    is_hanchan = len(first) > 1 and first == sorted(first) and len(set(first)) < len(first)
    found, hanchan, table, before = SeatRows(), 1, 0, 0
    for line, tokens in split:
        if len(tokens) != width:
            found.faults.append(_wrong_width(line, tokens, width))
            continue
        if is_hanchan:
            table = table + 1 if tokens[0] == hanchan else 1
            hanchan = tokens[0]
        else:
            hanchan += tokens[0] <= before
            table = before = tokens[0]
        _seat(found, line, hanchan, table, tokens[1:])
    return found


def _tables_alone(split: Split, width: int) -> SeatRows:
    """A table in each row; the rows before the first repeated player are hanchan 1 and give the number of tables."""
    seen: set[int] = set()
    tables = 0
    for _line, tokens in split:
        if seen & set(tokens):
            break
        seen |= set(tokens)
        tables += 1
    found = SeatRows()
    for at, (line, tokens) in enumerate(split):
        if len(tokens) != width:
            found.faults.append(_wrong_width(line, tokens, width))
            continue
        hanchan, table = divmod(at, max(tables, 1))
        _seat(found, line, hanchan + 1, table + 1, tokens)
    return found


def _row_per_hanchan(split: Split, width: int, size: int) -> SeatRows | None:
    """All tables of a hanchan in one row, `size` numbers each, perhaps after the number of the hanchan."""
    lead = width % size
    if lead > 1 or width < size:
        return None
    found = SeatRows()
    for at, (line, tokens) in enumerate(split, start=1):
        if len(tokens) != width:
            found.faults.append(_wrong_width(line, tokens, width))
            continue
        hanchan = tokens[0] if lead else at
        people = tokens[lead:]
        for table in range(len(people) // size):
            _seat(found, line, hanchan, table + 1, people[table * size : (table + 1) * size])
    return found


MOST_NESTED = 1_000_000
"""Characters of nested lists: 1,000 players in 20 hanchan, by name, take half."""
NESTED = _("Nested lists must be hanchan, tables and players: [[[1, 2, 3, 4], [5, 6, 7, 8]], …].")


def unnest(text: str) -> str | None:
    """Nested lists (hanchan, tables, seats) as rows of hanchan, table and seats; None for any other text.

    A name before the first bracket (“seats = ”) is ignored. Raises Refused when the brackets do not match.
    """
    start = re.match(r"\s*(?:[A-Za-z_]\w*\s*[:=]\s*)?(?=\[\s*\[\s*\[)", text)
    if start is None:
        return None
    if len(text) > MOST_NESTED:
        raise Refused.of(
            "nested-large", _("These nested lists are longer than any seating. Import fewer hanchan at once.")
        )
    try:
        rounds: Any = json.loads(re.sub(r",\s*\]", "]", text[start.end() :]))
    except (ValueError, RecursionError) as error:
        raise Refused.of("nested", NESTED) from error
    rows = ["hanchan\ttable\tE\tS\tW\tN"]
    for hanchan, tables in enumerate(rounds, start=1):
        for table, seats in enumerate(tables if isinstance(tables, list) else [], start=1):
            if not isinstance(seats, list) or not all(isinstance(one, int | str) for one in seats):
                raise Refused.of("nested", NESTED)
            rows.append("\t".join(" ".join(str(one).split()) for one in (hanchan, table, *seats)))
    return "\n".join(rows)


HEAD_ROWS = 10
"""The headings are in one of the first rows."""
COLUMNS = Message(
    "columns",
    _("The first row must name the columns: hanchan, table, wind, player; or hanchan, table, E, S, W, N."),
    {},
    Level.ERROR,
)


@dataclass(frozen=True, slots=True)
class SeatColumns:
    """The columns by content; `winds` when each wind has a column, `hanchan` (by number) when each hanchan has one."""

    at: dict[str, int]
    winds: dict[Wind, int]
    hanchan: dict[int, int]
    lines: tuple[Line, ...]


def columns_of(grid: Grid) -> SeatColumns | None:
    """Return the columns of a list with headings; None when no row has any."""
    best = max(grid.lines[:HEAD_ROWS], key=lambda line: count_headings(line.cells))
    if count_headings(best.cells) < 2 and not any(
        heading(cell) or field_of(cell) in PERSON_FIELDS for cell in best.cells
    ):
        return None
    winds = _wind_columns(best.cells)
    at: dict[str, int] = {}
    for column, cell in enumerate(best.cells):
        person = field_of(cell)
        name = heading(cell) or (person if person in PERSON_FIELDS and column not in winds.values() else None)
        if name:
            at.setdefault(name, column)
    hanchan = {} if "table" in at else _hanchan_columns(best.cells, set(at.values()))
    return SeatColumns(at, winds, hanchan, grid.lines[grid.lines.index(best) + 1 :])


def _wind_columns(cells: Sequence[str]) -> dict[Wind, int]:
    """The column of each wind when all have one (North is optional), else none: a lone N may be a number."""
    found: dict[Wind, int] = {}
    beside = winds_among(cells)
    for column, cell in enumerate(cells):
        wind = None if cell.strip().isdigit() else wind_of(cell, beside)
        if wind:
            found.setdefault(wind, column)
    if len(found) < len(WINDS) and set(found) != set(WINDS[:3]):
        return {}
    return {wind: found[wind] for wind in WINDS if wind in found}


def _hanchan_columns(cells: Sequence[str], taken: set[int]) -> dict[int, int]:
    """The column of each hanchan by its number, where each has one: headed 1, 2, 3 or R1, R2, R3."""
    found: dict[int, int] = {}
    for column, cell in enumerate(cells):
        number = numbered_hanchan(cell) or (parse_number(cell) if cell.strip().isdecimal() else None)
        if number and column not in taken:
            found.setdefault(number, column)
    return found


def refuse_columns(columns: SeatColumns, *, needs_winds: bool) -> None:
    """Refuse a list that lacks columns; the messages name each of them."""
    at = columns.at
    has_people = any(name in at for name in PERSON_FIELDS)
    if columns.hanchan and has_people:
        return
    missing = []
    if "hanchan" not in at:
        missing.append(fault("no-hanchan-column", _("No column for the hanchan was found.")))
    if "table" not in at:
        missing.append(fault("no-table-column", _("No column for the tables was found.")))
    if not columns.winds and not has_people:
        missing.append(fault("no-player-column", _("No column for the players was found.")))
    elif not columns.winds and needs_winds and "wind" not in at:
        missing.append(fault("no-wind-column", _("No column for the winds was found.")))
    if missing:
        raise Refused([*missing, COLUMNS])


def rows_below(columns: SeatColumns) -> SeatRows:
    """Return the seats, byes and faults of a list with headings."""
    found = SeatRows(winds=bool(columns.winds) or "wind" in columns.at)
    if columns.hanchan and "table" not in columns.at:
        beside = winds_among(_letters(cell) for line in columns.lines for cell in _hanchan_cells(line, columns))
        for line in columns.lines:
            _player_row(line, columns, beside, found)
        return found
    beside = winds_among(_wind(line, columns) for line in columns.lines)
    listed: set[tuple[int, int]] = set()
    for line in columns.lines:
        _seat_row(line, columns, beside, listed, found)
    return found


def _seat_row(
    line: Line, columns: SeatColumns, beside: Collection[Wind], listed: set[tuple[int, int]], found: SeatRows
) -> None:
    hanchan_cell, table_cell = _cell(line, columns.at["hanchan"]), _cell(line, columns.at["table"])
    hanchan, table = parse_number(hanchan_cell), parse_number(table_cell)
    if hanchan is None:
        text = _("Row {row}: “{text}” is not a hanchan. Write its number, for example 3.")
        found.faults.append(fault("no-number", text, row=line.number, table=table, text=hanchan_cell))
    elif _sits_out(line, columns, table_cell):
        found.byes += [(line.number, hanchan, person) for person in _without_seat(line, columns)]
    elif table is None:
        text = _("Row {row}: “{text}” is not a table. Write its number, for example 3, or bye.")
        found.faults.append(fault("no-number", text, row=line.number, hanchan=hanchan, text=table_cell))
    elif columns.winds and (hanchan, table) in listed:
        found.faults.append(_listed_twice(line, hanchan, table))
    elif is_unclear(_wind(line, columns), beside):
        found.faults.append(_unclear_wind(line, hanchan, table))
    else:
        listed.add((hanchan, table))
        seats = _seats(line, columns, beside)
        found.seats += [SeatRow(line.number, hanchan, table, wind, person) for wind, person in seats]


def _unclear_wind(line: Line, hanchan: int, table: int | None) -> Message:
    text = _(
        "Row {row} (hanchan {hanchan}, table {table}): the wind O is East in German, West in French and Spanish. Write "
        "E or W."
    )
    return fault("unclear-wind", text, row=line.number, hanchan=hanchan, table=table)


def _sits_out(line: Line, columns: SeatColumns, table: str) -> bool:
    """Return whether a row has a bye in place of the table or, without a table, in place of the wind."""
    if columns.winds:
        return is_bye_word(table)
    if table:
        return is_bye(table)
    return is_bye_word(_wind(line, columns))


def _without_seat(line: Line, columns: SeatColumns) -> list[str]:
    """Return everybody in a row with a bye: the cells of the wind columns, where there are any."""
    if columns.winds:
        return [text for column in columns.winds.values() if (text := _cell(line, column))]
    return [_person(line, columns)]


def _seats(line: Line, columns: SeatColumns, beside: Collection[Wind]) -> list[tuple[int | None, str]]:
    """(index of the wind, text of the person) of one row."""
    if columns.winds:
        return [(wind.index, _cell(line, column)) for wind, column in columns.winds.items() if _cell(line, column)]
    if "wind" not in columns.at:
        return [(None, _person(line, columns))]
    wind = wind_of(_wind(line, columns), beside)
    return [(wind.index if wind else -1, _person(line, columns))]


def _player_row(line: Line, columns: SeatColumns, beside: Collection[Wind], found: SeatRows) -> None:
    """A person, and for each hanchan the table, perhaps with the wind: “3”, “3E”, “E 3”, “12-S”."""
    person = _person(line, columns)
    if not person:
        return
    for number, cell in zip(columns.hanchan, _hanchan_cells(line, columns), strict=True):
        if is_bye(cell):
            (found.byes if cell else found.blank).append((line.number, number, person))
            continue
        table, letters = split_number(cell)
        if is_unclear(letters, beside):
            found.faults.append(_unclear_wind(line, number, table))
            continue
        wind = wind_of(letters, beside) if letters else None
        found.winds = found.winds or wind is not None
        if table is None or (letters and wind is None):
            text = _(
                "Row {row}, hanchan {hanchan}: “{text}” is not a table. Write its number, for example 3, or with the "
                "wind, 3E, or bye."
            )
            found.faults.append(fault("no-number", text, row=line.number, hanchan=number, text=cell))
            continue
        found.seats.append(SeatRow(line.number, number, table, wind.index if wind else None, person))


def _hanchan_cells(line: Line, columns: SeatColumns) -> list[str]:
    return [_cell(line, column) for column in columns.hanchan.values()]


def _letters(cell: str) -> str:
    _table, letters = split_number(cell)
    return letters


def _wind(line: Line, columns: SeatColumns) -> str:
    """The text in the column of winds, "" where there is none."""
    return _cell(line, columns.at["wind"]) if "wind" in columns.at else ""


def _person(line: Line, columns: SeatColumns) -> str:
    """The person of a row: the first of several columns that is filled."""
    texts = [_cell(line, columns.at[name]) for name in PERSON_FIELDS if name in columns.at]
    return next((text for text in texts if text), "")


def _cell(line: Line, column: int) -> str:
    return line.cells[column].strip() if column < len(line.cells) else ""
