"""Lists with headings: a row per table, a row per seat, or a row per player with a column for each hanchan."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.winds import WINDS
from tournament.players.importing.grid import Grid, Line
from tournament.players.importing.headings import field_of
from tournament.problems import Refused
from tournament.seating.checks import Fault
from tournament.seating.importing.entries import Entries, Entry
from tournament.seating.importing.words import (
    PERSON_FIELDS,
    WIND_KEYS,
    counted,
    heading,
    is_bye,
    known_words,
    number_and_letters,
    numbered_hanchan,
    says_bye,
    wind_of,
)

HEAD_ROWS = 10
"""The headings stand in one of the first rows."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column is what; `winds` when the winds are columns, `hanchan` (by number) when the hanchan are."""

    at: dict[str, int]
    winds: dict[str, int]
    hanchan: dict[int, int]
    lines: tuple[Line, ...]


def columns_of(grid: Grid) -> Columns | None:
    """The columns of a list that has headings; None when no row looks like any."""
    best = max(grid.lines[:HEAD_ROWS], key=lambda line: known_words(line.cells))
    if known_words(best.cells) < 2 and not any(heading(cell) or field_of(cell) in PERSON_FIELDS for cell in best.cells):
        return None
    winds = _wind_columns(best.cells)
    at: dict[str, int] = {}
    for column, cell in enumerate(best.cells):
        person = field_of(cell)
        name = heading(cell) or (person if person in PERSON_FIELDS and column not in winds.values() else None)
        if name:
            at.setdefault(name, column)
    hanchan = {} if "table" in at else _hanchan_columns(best.cells, set(at.values()))
    return Columns(at, winds, hanchan, grid.lines[grid.lines.index(best) + 1 :])


def _wind_columns(cells: Sequence[str]) -> dict[str, int]:
    """The column of each wind when they all are columns (North may lack), else none: a lone N may be a number."""
    found: dict[str, int] = {}
    for column, cell in enumerate(cells):
        wind = None if cell.strip().isdigit() else wind_of(cell, cells)
        if wind:
            found.setdefault(wind, column)
    if len(found) < len(WINDS) and set(found) != set(WIND_KEYS[:3]):
        return {}
    return {wind: found[wind] for wind in WIND_KEYS if wind in found}


def _hanchan_columns(cells: Sequence[str], taken: set[int]) -> dict[int, int]:
    """The column of each hanchan by its number, where each has one: headed 1, 2, 3 or R1, R2, R3."""
    found: dict[int, int] = {}
    for column, cell in enumerate(cells):
        number = numbered_hanchan(cell) or (counted(cell) if cell.strip().isdecimal() else None)
        if number and column not in taken:
            found.setdefault(number, column)
    return found


def refuse_columns(columns: Columns, *, needs_winds: bool) -> None:
    """Say which column lacks, and what the first row should be."""
    at: Mapping[str, int] = columns.at
    shapes = _(
        "Write a first row that says what the columns are: hanchan, table, wind, player; or hanchan, table, E, S, W, N."
    )
    has_people = any(name in at for name in PERSON_FIELDS)
    if columns.hanchan and has_people:
        return
    if "hanchan" not in at:
        raise Refused(_("There is no column of hanchan.") + " " + shapes)
    if "table" not in at:
        raise Refused(_("There is no column of tables.") + " " + shapes)
    if columns.winds:
        return
    if not has_people:
        raise Refused(_("There is no column of players.") + " " + shapes)
    if "wind" not in at and needs_winds:
        raise Refused(_("There is no column of winds.") + " " + shapes)


def headed_entries(columns: Columns) -> Entries:
    """Everything in a list with headings."""
    found = Entries(winds=bool(columns.winds) or "wind" in columns.at)
    if columns.hanchan and "table" not in columns.at:
        for line in columns.lines:
            _player_row(line, columns, found)
        return found
    beside = [_cell(line, columns.at["wind"]) for line in columns.lines[:40]] if "wind" in columns.at else []
    listed: set[tuple[int, int]] = set()
    for line in columns.lines:
        _seat_row(line, columns, beside, listed, found)
    return found


def _seat_row(line: Line, columns: Columns, beside: list[str], listed: set[tuple[int, int]], found: Entries) -> None:
    hanchan = counted(_cell(line, columns.at["hanchan"]))
    said = _cell(line, columns.at["table"])
    if hanchan is not None and _sits_out(line, columns, said):
        found.byes += [(line.number, hanchan, text) for text in _without_seat(line, columns)]
        return
    table = counted(said)
    if hanchan is None or table is None:
        said = _cell(line, columns.at["hanchan"]) if hanchan is None else said
        message = (
            _("Row %(row)d: “%(text)s” is no hanchan. Write its number, as 3.")
            if hanchan is None
            else _("Row %(row)d: “%(text)s” is no table. Write its number, as 3, or bye.")
        )
        message %= {"row": line.number, "text": said}
        found.faults.append(Fault("no-number", message, hanchan, table, line.number))
        return
    if columns.winds and (hanchan, table) in listed:
        message = _("Row %(row)d: hanchan %(hanchan)d, table %(table)d is listed a second time.")
        message %= {"row": line.number, "hanchan": hanchan, "table": table}
        found.faults.append(Fault("table-twice", message, hanchan, table, line.number))
        return
    listed.add((hanchan, table))
    for wind, text in _seats(line, columns, beside):
        found.seats.append(Entry(line.number, hanchan, table, wind, text))


def _sits_out(line: Line, columns: Columns, said: str) -> bool:
    """Whether a row says bye: in place of the table, or where no table is said, in place of the wind."""
    if columns.winds:
        return says_bye(said)
    if said:
        return is_bye(said)
    return "wind" in columns.at and says_bye(_cell(line, columns.at["wind"]))


def _without_seat(line: Line, columns: Columns) -> list[str]:
    """Everybody in such a row: of a row per table, whoever stands in the columns of the winds."""
    if columns.winds:
        return [text for column in columns.winds.values() if (text := _cell(line, column))]
    return [_person(line, columns)]


def _seats(line: Line, columns: Columns, beside: list[str]) -> list[tuple[int | None, str]]:
    """(index of the wind, text of the person) of one row."""
    if columns.winds:
        return [
            (WIND_KEYS.index(wind), _cell(line, column))
            for wind, column in columns.winds.items()
            if _cell(line, column)
        ]
    if "wind" not in columns.at:
        return [(None, _person(line, columns))]
    wind = wind_of(_cell(line, columns.at["wind"]), beside)
    return [(WIND_KEYS.index(wind) if wind else -1, _person(line, columns))]


def _player_row(line: Line, columns: Columns, found: Entries) -> None:
    """A person, and for each hanchan the table, perhaps with the wind: “3”, “3E”, “E 3”, “12-S”."""
    person = _person(line, columns)
    if not person:
        return
    cells = [_cell(line, column) for column in columns.hanchan.values()]
    for number, cell in zip(columns.hanchan, cells, strict=True):
        if is_bye(cell):
            (found.byes if cell else found.blank).append((line.number, number, person))
            continue
        table, letters = number_and_letters(cell)
        wind = wind_of(letters, [re.sub(r"[\d\W_]+", "", other) for other in cells]) if letters else None
        found.winds = found.winds or wind is not None
        if table is None or (letters and wind is None):
            message = _(
                "Row %(row)d, hanchan %(hanchan)d: “%(text)s” is no table. Write its number, as 3, or with the wind, "
                "as 3E, or bye."
            )
            message %= {"row": line.number, "hanchan": number, "text": cell}
            found.faults.append(Fault("no-number", message, number, None, line.number))
            continue
        at = WIND_KEYS.index(wind) if wind else None
        found.seats.append(Entry(line.number, number, table, at, person))


def _person(line: Line, columns: Columns) -> str:
    """The person of a row: of several columns the first that is filled."""
    texts = [_cell(line, columns.at[name]) for name in PERSON_FIELDS if name in columns.at]
    return next((text for text in texts if text), "")


def _cell(line: Line, column: int) -> str:
    return line.cells[column].strip() if column < len(line.cells) else ""
