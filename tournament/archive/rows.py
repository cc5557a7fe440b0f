"""Read a table of text into rows, or report every problem by its line.

A *row* is one player at one table in one hanchan; one without table, wind and points tells of a player alone, or of a
penalty away from the tables: in a hanchan, or outside any. Nothing is guessed, repaired or left out in silence.
"""

import csv
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from io import StringIO
from typing import Any

from django.utils.translation import gettext_noop

from scoring.messages import InvalidValue
from scoring.points import LIMIT, Unit, UnreadablePoints, parse_points
from scoring.winds import Wind
from tournament.archive.columns import chosen_columns, guessed_columns, refuse_missing, refuse_unread, unread_columns
from tournament.archive.entrants import read_person
from tournament.archive.faults import BadFile, fault, in_line, invalid, short
from tournament.core.tables import is_formula
from tournament.players.names import tidy
from tournament.results.sheets.codes import MOST_TABLES
from tournament.seats.wind_letters import is_unclear, wind_of, winds_among

AT_A_TABLE = ("table", "wind", "points")
MOST_ROUNDS, MOST_DEPOSITS, LONGEST_NAME = 40, 100, 100


@dataclass(frozen=True, slots=True)
class ArchiveRow:
    """One line of the file. Amounts in points; `line` counts from 1, the heading being line 1; `deposits` is None
    where the cell is empty, `typed_uma` where there is nothing to compare with."""

    line: int
    hanchan: int
    table: int
    wind: Wind
    player: str
    points: int
    deposits: int | None
    penalty: int
    typed_uma: int | None
    person: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A line about a player away from the tables; `penalty` in points, 0 for none, outside any `hanchan` for None."""

    line: int
    hanchan: int | None
    player: str
    penalty: int
    person: Mapping[str, Any]
    note: str = ""


@dataclass(frozen=True, slots=True)
class TextTable:
    """A file as a table of text: the headings, and every other line that has anything in it, with its number. `line`
    is the number of the headings."""

    headings: tuple[str, ...]
    lines: tuple[tuple[int, list[str]], ...]
    line: int

    @property
    def body(self) -> list[list[str]]:
        return [cells for _line, cells in self.lines]


def read_table(text: str) -> TextTable:
    """The table of a CSV text. Raises BadFile for what is no table, or has nothing in it."""
    try:
        records = _records(text)
    except csv.Error as problem:
        unreadable = gettext_noop("This file cannot be read as a CSV table: {problem}.")
        raise BadFile([fault(0, "no-table", unreadable, problem=str(problem))]) from problem
    if not records:
        empty = gettext_noop(
            "The file is empty: it needs a heading round,table,wind,player,points and a row per player."
        )
        raise BadFile([fault(0, "empty", empty)])
    (line, headings), *body = records
    return TextTable(tuple(headings), tuple(body), line)


def read_rows(
    text: str, ignored: Collection[str] = (), chosen: Mapping[int, str] | None = None
) -> tuple[ArchiveRow | PersonRow, ...]:
    """Every row of the table; raises BadFile with every line that cannot be read, and with every column that is not
    read although it has values and is not among the `ignored` headings.

    The headings say which column is which, unless somebody has `chosen` it by where it is, "" for one that is not to be
    read.
    """
    sheet = read_table(text)
    columns = guessed_columns(sheet.headings, sheet.line) if chosen is None else chosen_columns(chosen)
    refuse_missing(columns, sheet.headings, sheet.line)
    known = {*columns.values()} if chosen is None else {*chosen}
    refuse_unread(sheet.headings, unread_columns(sheet.headings, sheet.body, known, ignored), sheet.line)
    rows: list[ArchiveRow | PersonRow] = []
    wrong = []
    beside = winds_among(cells[columns["wind"]] for cells in sheet.body if columns["wind"] < len(cells))
    for line, cells in sheet.lines:
        try:
            rows.append(_row(line, _by_column(cells, columns, len(sheet.headings)), beside))
        except InvalidValue as problem:
            wrong.append(in_line(line, problem.message))
    if wrong:
        raise BadFile(wrong)
    if not any(isinstance(row, ArchiveRow) for row in rows):
        empty = gettext_noop("the file has headings but no rows; it needs one row per player at each table.")
        raise BadFile([fault(sheet.line, "no-rows", empty)])
    return tuple(rows)


def _records(text: str) -> list[tuple[int, list[str]]]:
    """The filled lines with their numbers; the delimiter is the one that the heading uses most."""
    first = text.lstrip().partition("\n")[0]
    reader = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    return [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]


def _by_column(cells: list[str], columns: Mapping[str, int], width: int) -> dict[str, str]:
    if any(cell.strip() for cell in cells[width:]):
        text = gettext_noop(
            "{cells} cells, but the heading has {width}. Put values that contain a comma in quotation marks."
        )
        raise invalid("cells", text, cells=len(cells), width=width)
    return {key: _cell(cells[place]) if place < len(cells) else "" for key, place in columns.items()}


def _cell(text: str) -> str:
    """The text without the apostrophe that keeps a spreadsheet from computing it in our own files."""
    return text.strip()[1:] if text.startswith("'") and is_formula(text) else text.strip()


def _row(line: int, cells: Mapping[str, str], beside: Collection[Wind]) -> ArchiveRow | PersonRow:
    penalty, note = _penalty(cells), tidy(cells.get("note", ""))
    if not any(cells[column] for column in AT_A_TABLE) and (penalty or not cells["round"]):
        hanchan = _hanchan(cells["round"]) if cells["round"] else None
        return PersonRow(line, hanchan, _player(cells["player"]), penalty, read_person(cells), note)
    return ArchiveRow(
        line=line,
        hanchan=_hanchan(cells["round"]),
        table=_count("table", cells["table"], 1, MOST_TABLES),
        wind=_wind(cells["wind"], beside),
        player=_player(cells["player"]),
        points=_points(cells["points"]),
        deposits=_deposits(cells.get("deposits") or ""),
        penalty=penalty,
        typed_uma=_uma(cells["uma"]) if cells.get("uma") else None,
        person=read_person(cells),
        note=note,
    )


def _player(text: str) -> str:
    """A name as it is kept; a number is a number however it is padded."""
    name = tidy(text)
    if not name:
        raise invalid("no-player", gettext_noop("there is no player."))
    if len(name) > LONGEST_NAME:
        long = gettext_noop("the name “{name}” is longer than {most} characters.")
        raise invalid("name-long", long, name=short(name), most=LONGEST_NAME)
    return str(int(name)) if name.isdecimal() and len(name) < 5 else name


def _count(column: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        whole = gettext_noop("{column} is “{text}”, not a whole number.")
        raise invalid("whole-number", whole, column=column, text=short(text))
    if not least <= int(text) <= most:
        allowed = gettext_noop("{column} is {number}; it must be from {least} to {most}.")
        raise invalid("range", allowed, column=column, number=int(text), least=least, most=most)
    return int(text)


def _hanchan(text: str) -> int:
    return _count("round", text, 1, MOST_ROUNDS)


def _deposits(text: str) -> int | None:
    return _count("deposits_left_on_table", text, 0, MOST_DEPOSITS) if text else None


def _wind(text: str, beside: Collection[Wind]) -> Wind:
    wind = wind_of(text, beside)
    if wind is None and is_unclear(text, beside):
        unclear = gettext_noop("wind is “{text}”, which is East in German, West in French and Spanish; write E or W.")
        raise invalid("wind", unclear, text=text)
    if wind is None:
        letters = gettext_noop("wind is “{text}”; it must be E, S, W or N (or 1, 2, 3, 4).")
        raise invalid("wind", letters, text=short(text))
    return wind


def _points(text: str) -> int:
    """Final points: a whole number is points, 300 too; anything else is read as the desk reads it in full."""
    plain = text.replace("−", "-")
    if re.fullmatch(r"[+-]?[0-9]{1,6}", plain):
        return int(plain)
    try:
        return parse_points(text, Unit.FULL)
    except UnreadablePoints as problem:
        raise invalid("points", gettext_noop("points: {problem}"), problem=problem.message) from None


def _penalty(cells: Mapping[str, str]) -> int:
    """Return the penalty in points: from a column in P, or from one in whole points as in our own CSV for programs."""
    in_p = _penalty_in_p(cells.get("penalty") or "0")
    points = _count("penalty_points", cells.get("penalty_points") or "0", 0, LIMIT)
    if points and in_p:
        both = gettext_noop("penalty_p and penalty_points both have a value: fill in one of them.")
        raise invalid("penalty-twice", both)
    if points % 100:
        step = gettext_noop("penalty_points is {points}; penalties are multiples of 100 points.")
        raise invalid("penalty-hundreds", step, points=points)
    return in_p or points


def _penalty_in_p(text: str) -> int:
    points = _points_of_p("penalty_p", text)
    if points < 0:
        minus = gettext_noop("penalty_p is “{text}”: enter the amount deducted, without a minus.")
        raise invalid("penalty-minus", minus, text=short(text))
    if points % 100:
        decimals = gettext_noop("penalty_p is “{text}”; an amount in P has one decimal.")
        raise invalid("penalty-decimals", decimals, text=short(text))
    return points


def _uma(text: str) -> int:
    """Points from an uma in P, or in whole points, as in our own CSV for programs: no uma is 100P."""
    plain = text.replace("−", "-")
    return int(plain) if re.fullmatch(r"[+-]?[0-9]{3,6}", plain) else _points_of_p("uma", text)


def _points_of_p(column: str, text: str) -> int:
    """Points from an amount written in P: "30.0" is 30,000, "1,5" is 1,500."""
    try:
        points = Decimal(text.replace("−", "-").replace("▲", "-").replace(",", ".")) * 1000
        fits = abs(points) < LIMIT and not points % 1
    except ArithmeticError:
        amount = gettext_noop("{column} is “{text}”, not an amount in P.")
        raise invalid("amount", amount, column=column, text=short(text)) from None
    if not fits:
        amount = gettext_noop("{column} is “{text}”; it must be an amount in P.")
        raise invalid("amount", amount, column=column, text=short(text))
    return int(points)
