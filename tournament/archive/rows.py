"""A table of text as rows, or everything that is wrong with it, line by line.

A *row* is one player at one table in one hanchan. Nothing is repaired: what cannot be read without guessing is told.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.points import LIMIT, Unit, Unreadable, read
from scoring.winds import WINDS, Wind
from tournament.players.names import tidy
from tournament.sheets.codes import MOST_TABLES

ALIASES = {
    "round": ("round", "hanchan"),
    "table": ("table",),
    "wind": ("wind", "seat"),
    "player": ("player", "name"),
    "points": ("points", "score"),
    "deposits": ("deposits_left_on_table", "deposits"),
    "penalty": ("penalty_p", "penalty"),
    "uma": ("uma", "uma_typed"),
}
NEEDED = ("round", "table", "wind", "player", "points")
WINDS_BY_TEXT = {
    text: wind for i, wind in enumerate(WINDS) for text in (wind.value, wind.glyph, str(i + 1), wind.label.upper())
}
MOST_ROUNDS, MOST_DEPOSITS, LONGEST_NAME = 40, 100, 100
MOST_TOLD = 20


class Fault(NamedTuple):
    """What is wrong in which line; line 0 is the file as a whole."""

    line: int
    text: str

    def __str__(self) -> str:
        return _("line %(line)d: %(text)s") % {"line": self.line, "text": self.text} if self.line else self.text


class BadFile(Exception):
    """Everything that is wrong with a file, one sentence each, in the order of its lines."""

    def __init__(self, *faults: Fault):
        self.messages = tuple(map(str, sorted(faults)))
        super().__init__("\n".join(self._told()))

    def _told(self) -> list[str]:
        more = len(self.messages) - MOST_TOLD
        return [*self.messages[:MOST_TOLD], *([_("… and %(more)d more.") % {"more": more}] if more > 0 else [])]


@dataclass(frozen=True, slots=True)
class Row:
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


def decoded(data: bytes) -> str:
    """The text of a file; raises BadFile for what is no UTF-8 text."""
    if data.startswith(b"PK\x03\x04"):
        raise BadFile(Fault(0, _("This is a workbook, not a CSV file. Save the sheet as “CSV UTF-8” and load that.")))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadFile(Fault(1, _("the file is written in UTF-16. Save it as “CSV UTF-8” and load that.")))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        wrong = _("this is not UTF-8 text (byte %(byte)s). Save the file as “CSV UTF-8” and load that.")
        line = data.count(b"\n", 0, problem.start) + 1
        raise BadFile(Fault(line, wrong % {"byte": f"0x{data[problem.start]:02X}"})) from problem
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise BadFile(Fault(line, _("there is a NUL character: the file is damaged, or it is no text file.")))
    return text


def read_rows(text: str) -> tuple[Row, ...]:
    """Every row of the table; raises BadFile with every line that cannot be read."""
    try:
        records = _records(text)
    except csv.Error as problem:
        raise BadFile(Fault(0, _("This is not a table of text: %(problem)s.") % {"problem": problem})) from problem
    (line, headings), *body = records or [(0, [])]
    columns = _columns(headings)
    rows, wrong = [], []
    for line, cells in body:
        try:
            rows.append(_row(line, _by_column(cells, columns, len(headings))))
        except ValueError as problem:
            wrong.append(Fault(line, str(problem)))
    if wrong:
        raise BadFile(*wrong)
    if not rows:
        raise BadFile(Fault(1, _("there is a heading and no row: one for each player at each table is needed.")))
    return tuple(rows)


def _records(text: str) -> list[tuple[int, list[str]]]:
    """The filled lines with their numbers; the delimiter is the one that the heading uses most."""
    heading = text.lstrip().partition("\n")[0]
    reader = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t", key=heading.count), strict=True)
    return [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]


def _columns(headings: list[str]) -> dict[str, int]:
    """Our name of each column -> where it stands."""
    if not headings:
        told = _("The file is empty: it needs a heading round,table,wind,player,points and a row per player.")
        raise BadFile(Fault(0, told))
    names = [heading.strip().casefold() for heading in headings]
    twice = [name for name, times in Counter(names).items() if name and times > 1]
    if twice:
        raise BadFile(Fault(1, _("the heading has %(names)s twice.") % {"names": ", ".join(twice)}))
    columns = {key: found for key, aliases in ALIASES.items() if (found := _place(names, aliases)) is not None}
    missing = [key for key in NEEDED if key not in columns]
    if missing:
        lacks = {"missing": ", ".join(missing), "there": _short(", ".join(names))}
        raise BadFile(Fault(1, _("the heading lacks %(missing)s; it has %(there)s.") % lacks))
    return columns


def _place(names: list[str], aliases: Iterable[str]) -> int | None:
    return next((names.index(alias) for alias in aliases if alias in names), None)


def _by_column(cells: list[str], columns: Mapping[str, int], width: int) -> dict[str, str]:
    if any(cell.strip() for cell in cells[width:]):
        told = _("%(cells)d cells under a heading of %(width)d: put a value with a comma into quotation marks.")
        raise ValueError(told % {"cells": len(cells), "width": width})
    return {key: cells[place].strip() if place < len(cells) else "" for key, place in columns.items()}


def _row(line: int, cells: Mapping[str, str]) -> Row:
    return Row(
        line=line,
        hanchan=_count("round", cells["round"], 1, MOST_ROUNDS),
        table=_count("table", cells["table"], 1, MOST_TABLES),
        wind=_wind(cells["wind"]),
        player=_player(cells["player"]),
        points=_points(cells["points"]),
        deposits=_deposits(cells.get("deposits") or ""),
        penalty=_penalty(cells.get("penalty") or "0"),
        typed_uma=_points_of_p("uma", cells["uma"]) if cells.get("uma") else None,
    )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"


def _player(text: str) -> str:
    """A name as it is kept; a number is a number however it is padded."""
    name = tidy(text)
    if not name:
        raise ValueError(_("there is no player."))
    if len(name) > LONGEST_NAME:
        wrong = {"name": _short(name), "most": LONGEST_NAME}
        raise ValueError(_("the name “%(name)s” is longer than %(most)d characters.") % wrong)
    return str(int(name)) if name.isdecimal() and len(name) < 5 else name


def _count(column: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        wrong = {"column": column, "text": _short(text)}
        raise ValueError(_("%(column)s is “%(text)s”, not a whole number.") % wrong)
    if not least <= int(text) <= most:
        wrong = {"column": column, "number": int(text), "least": least, "most": most}
        raise ValueError(_("%(column)s is %(number)d; it must be from %(least)d to %(most)d.") % wrong)
    return int(text)


def _deposits(text: str) -> int | None:
    return _count("deposits_left_on_table", text, 0, MOST_DEPOSITS) if text else None


def _wind(text: str) -> Wind:
    try:
        return WINDS_BY_TEXT[text.upper()]
    except KeyError:
        told = _("wind is “%(text)s”; it must be E, S, W or N (or 1, 2, 3, 4).")
        raise ValueError(told % {"text": _short(text)}) from None


def _points(text: str) -> int:
    """Final points: a whole number is points, 300 too; anything else is read as the desk reads it in full."""
    plain = text.replace("−", "-")
    if re.fullmatch(r"[+-]?[0-9]{1,6}", plain):
        return int(plain)
    try:
        return read(text, Unit.FULL)
    except Unreadable as problem:
        raise ValueError(_("points: %(problem)s") % {"problem": problem.said(_)}) from None


def _penalty(text: str) -> int:
    points = _points_of_p("penalty_p", text)
    if points < 0:
        told = _("penalty_p is “%(text)s”: write what is taken off, without a minus.")
        raise ValueError(told % {"text": _short(text)})
    if points % 100:
        told = _("penalty_p is “%(text)s”; an amount in P has one decimal.")
        raise ValueError(told % {"text": _short(text)})
    return points


def _points_of_p(column: str, text: str) -> int:
    """Points from an amount written in P: "30.0" is 30,000, "1,5" is 1,500."""
    try:
        points = Decimal(text.replace("−", "-").replace("▲", "-").replace(",", ".")) * 1000
        fits = abs(points) < LIMIT and not points % 1
    except ArithmeticError:
        wrong = {"column": column, "text": _short(text)}
        raise ValueError(_("%(column)s is “%(text)s”, not an amount in P.") % wrong) from None
    if not fits:
        wrong = {"column": column, "text": _short(text)}
        raise ValueError(_("%(column)s is “%(text)s”; it must be an amount in P.") % wrong)
    return int(points)
