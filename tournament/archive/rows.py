"""Read a table of text into rows, or report every problem by its line.

A *row* is one player at one table in one hanchan; one without hanchan, table, wind and points tells of a player alone,
or of a penalty outside any hanchan. Nothing is guessed, repaired or left out in silence.
"""

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from io import StringIO
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.messages import InvalidValue
from scoring.points import LIMIT, Unit, UnreadablePoints, parse_points
from scoring.winds import WINDS, Wind
from tournament.archive.entrants import PERSON, read_person
from tournament.core.messages import Level, Message, Refused
from tournament.players.names import tidy
from tournament.results.sheets.codes import MOST_TABLES

ALIASES = {
    "round": ("round", "hanchan"),
    "table": ("table",),
    "wind": ("wind", "seat"),
    "player": ("player", "name"),
    "points": ("points", "score"),
    "deposits": ("deposits_left_on_table", "deposits_left_on_the_table", "deposits"),
    "penalty": ("penalty_p", "penalties_p", "penalty", "penalties"),
    "uma": ("uma", "uma_typed", "uma_p"),
}
"""Our name of each column, and the headings that mean it; more about people is in PERSON."""
NEEDED = ("round", "table", "wind", "player", "points")
FOLLOWS = ("place", "shared", "score", "score_p", "total_p", "override", "override_reason")
"""Headings of our own files whose values follow from the others."""
AT_A_TABLE = ("round", "table", "wind", "points")
WINDS_BY_TEXT = {
    text: wind for i, wind in enumerate(WINDS) for text in (wind.value, wind.glyph, str(i + 1), wind.label.upper())
}
MOST_ROUNDS, MOST_DEPOSITS, LONGEST_NAME = 40, 100, 100
MOST_NAMED = 20


class BadFile(Refused):
    """A file that cannot be read: every problem, in the order of the lines."""

    def __init__(self, messages: Iterable[Message]):
        super().__init__(sorted(messages, key=_line))

    def __str__(self) -> str:
        more = len(self.messages) - MOST_NAMED
        rest = [_("… and {more} more.").format(more=more)] if more > 0 else []
        return "\n".join([*self.sentences[:MOST_NAMED], *rest])


def fault(line: int, code: str, text: str, /, **params: object) -> Message:
    """A problem in a line of the file; line 0 is the file as a whole."""
    problem = Message(code, text, params, Level.ERROR)
    return _in_line(line, problem) if line else problem


def _in_line(line: int, problem: Message) -> Message:
    params = {"line": line, "problem": problem}
    return Message(problem.code, gettext_noop("line {line}: {problem}"), params, Level.ERROR)


def _line(message: Message) -> int:
    line = message.params.get("line", 0)
    return line if isinstance(line, int) else 0


def _invalid(code: str, text: str, /, **params: object) -> InvalidValue:
    return InvalidValue(Message(code, text, params, Level.ERROR))


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


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A line about a player away from the tables; `penalty` in points, outside any hanchan, 0 for none."""

    line: int
    player: str
    penalty: int
    person: Mapping[str, Any]


def decoded(data: bytes) -> str:
    """The text of a file; raises BadFile for what is no UTF-8 text."""
    if data.startswith(b"PK\x03\x04"):
        text = gettext_noop("This is a workbook, not a CSV file. Save the sheet as “CSV UTF-8” and load that.")
        raise BadFile([fault(0, "workbook", text)])
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = gettext_noop("the file is written in UTF-16. Save it as “CSV UTF-8” and load that.")
        raise BadFile([fault(1, "utf-16", text)])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        text = gettext_noop("this is not UTF-8 text (byte {byte}). Save the file as “CSV UTF-8” and load that.")
        line = data.count(b"\n", 0, problem.start) + 1
        raise BadFile([fault(line, "encoding", text, byte=f"0x{data[problem.start]:02X}")]) from problem
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        damaged = gettext_noop("there is a NUL character: the file is damaged, or it is not a text file.")
        raise BadFile([fault(line, "nul", damaged)])
    return text


def read_rows(text: str, ignored: Collection[str] = ()) -> tuple[ArchiveRow | PersonRow, ...]:
    """Every row of the table; raises BadFile with every line that cannot be read, and with every column that is not
    read although it has values and is not among the `ignored` headings."""
    try:
        records = _records(text)
    except csv.Error as problem:
        unreadable = gettext_noop("This file cannot be read as a CSV table: {problem}.")
        raise BadFile([fault(0, "no-table", unreadable, problem=str(problem))]) from problem
    (_first, headings), *body = records or [(0, [])]
    columns = _columns(headings)
    _refuse_unread(headings, [cells for _line, cells in body], {*columns.values()}, {heading(one) for one in ignored})
    rows: list[ArchiveRow | PersonRow] = []
    wrong = []
    for line, cells in body:
        try:
            rows.append(_row(line, _by_column(cells, columns, len(headings))))
        except InvalidValue as problem:
            wrong.append(_in_line(line, problem.message))
    if wrong:
        raise BadFile(wrong)
    if not any(isinstance(row, ArchiveRow) for row in rows):
        empty = gettext_noop("the file has headings but no rows; it needs one row per player at each table.")
        raise BadFile([fault(1, "no-rows", empty)])
    return tuple(rows)


def heading(text: str) -> str:
    """A heading as it is compared.

    >>> heading(" Penalties (P)"), heading("Deposits left on the table")
    ('penalties_p', 'deposits_left_on_the_table')
    """
    return re.sub(r"\W+", "_", tidy(text).casefold()).strip("_")


def _refuse_unread(headings: list[str], body: list[list[str]], read: Collection[int], ignored: Collection[str]) -> None:
    """Refuse a column with values that nobody reads: a penalty under another heading would be lost."""
    unread = [
        tidy(text) or _("column {number}").format(number=at + 1)
        for at, text in enumerate(headings)
        if at not in read
        and heading(text) not in (*FOLLOWS, *ignored)
        and any(at < len(cells) and cells[at].strip() for cells in body)
    ]
    if unread:
        text = gettext_noop(
            "nothing reads what is under {names}. Give it a heading of the guide, or name it as a column to ignore "
            "(--ignore)."
        )
        raise BadFile([fault(1, "unread", text, names=_short(", ".join(f"“{name}”" for name in unread)))])


def _records(text: str) -> list[tuple[int, list[str]]]:
    """The filled lines with their numbers; the delimiter is the one that the heading uses most."""
    first = text.lstrip().partition("\n")[0]
    reader = csv.reader(StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    return [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]


def _columns(headings: list[str]) -> dict[str, int]:
    """Our name of each column -> where it stands."""
    if not headings:
        text = gettext_noop(
            "The file is empty: it needs a heading round,table,wind,player,points and a row per player."
        )
        raise BadFile([fault(0, "empty", text)])
    names = [heading(text) for text in headings]
    twice = [name for name, times in Counter(names).items() if name and times > 1]
    if twice:
        raise BadFile(
            [fault(1, "heading-twice", gettext_noop("the heading has {names} twice."), names=", ".join(twice))]
        )
    known = {**ALIASES, **PERSON}
    columns = {key: found for key, aliases in known.items() if (found := _place(names, aliases)) is not None}
    if "name" in columns and columns["name"] == columns.get("player"):
        del columns["name"]  # the only column of names
    missing = [key for key in NEEDED if key not in columns]
    if missing:
        text = gettext_noop("the heading lacks {missing}; it has {there}.")
        there = _short(", ".join(map(tidy, headings)))
        raise BadFile([fault(1, "heading-missing", text, missing=", ".join(missing), there=there)])
    return columns


def _place(names: list[str], aliases: Iterable[str]) -> int | None:
    return next((names.index(alias) for alias in aliases if alias in names), None)


def _by_column(cells: list[str], columns: Mapping[str, int], width: int) -> dict[str, str]:
    if any(cell.strip() for cell in cells[width:]):
        text = gettext_noop(
            "{cells} cells, but the heading has {width}. Put values that contain a comma in quotation marks."
        )
        raise _invalid("cells", text, cells=len(cells), width=width)
    return {key: cells[place].strip() if place < len(cells) else "" for key, place in columns.items()}


def _row(line: int, cells: Mapping[str, str]) -> ArchiveRow | PersonRow:
    if not any(cells[column] for column in AT_A_TABLE):
        return PersonRow(line, _player(cells["player"]), _penalty(cells.get("penalty") or "0"), read_person(cells))
    return ArchiveRow(
        line=line,
        hanchan=_count("round", cells["round"], 1, MOST_ROUNDS),
        table=_count("table", cells["table"], 1, MOST_TABLES),
        wind=_wind(cells["wind"]),
        player=_player(cells["player"]),
        points=_points(cells["points"]),
        deposits=_deposits(cells.get("deposits") or ""),
        penalty=_penalty(cells.get("penalty") or "0"),
        typed_uma=_points_of_p("uma", cells["uma"]) if cells.get("uma") else None,
        person=read_person(cells),
    )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"


def _player(text: str) -> str:
    """A name as it is kept; a number is a number however it is padded."""
    name = tidy(text)
    if not name:
        raise _invalid("no-player", gettext_noop("there is no player."))
    if len(name) > LONGEST_NAME:
        long = gettext_noop("the name “{name}” is longer than {most} characters.")
        raise _invalid("name-long", long, name=_short(name), most=LONGEST_NAME)
    return str(int(name)) if name.isdecimal() and len(name) < 5 else name


def _count(column: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        whole = gettext_noop("{column} is “{text}”, not a whole number.")
        raise _invalid("whole-number", whole, column=column, text=_short(text))
    if not least <= int(text) <= most:
        allowed = gettext_noop("{column} is {number}; it must be from {least} to {most}.")
        raise _invalid("range", allowed, column=column, number=int(text), least=least, most=most)
    return int(text)


def _deposits(text: str) -> int | None:
    return _count("deposits_left_on_table", text, 0, MOST_DEPOSITS) if text else None


def _wind(text: str) -> Wind:
    try:
        return WINDS_BY_TEXT[text.upper()]
    except KeyError:
        letters = gettext_noop("wind is “{text}”; it must be E, S, W or N (or 1, 2, 3, 4).")
        raise _invalid("wind", letters, text=_short(text)) from None


def _points(text: str) -> int:
    """Final points: a whole number is points, 300 too; anything else is read as the desk reads it in full."""
    plain = text.replace("−", "-")
    if re.fullmatch(r"[+-]?[0-9]{1,6}", plain):
        return int(plain)
    try:
        return parse_points(text, Unit.FULL)
    except UnreadablePoints as problem:
        raise _invalid("points", gettext_noop("points: {problem}"), problem=problem.message) from None


def _penalty(text: str) -> int:
    points = _points_of_p("penalty_p", text)
    if points < 0:
        minus = gettext_noop("penalty_p is “{text}”: enter the amount deducted, without a minus.")
        raise _invalid("penalty-minus", minus, text=_short(text))
    if points % 100:
        decimals = gettext_noop("penalty_p is “{text}”; an amount in P has one decimal.")
        raise _invalid("penalty-decimals", decimals, text=_short(text))
    return points


def _points_of_p(column: str, text: str) -> int:
    """Points from an amount written in P: "30.0" is 30,000, "1,5" is 1,500."""
    try:
        points = Decimal(text.replace("−", "-").replace("▲", "-").replace(",", ".")) * 1000
        fits = abs(points) < LIMIT and not points % 1
    except ArithmeticError:
        amount = gettext_noop("{column} is “{text}”, not an amount in P.")
        raise _invalid("amount", amount, column=column, text=_short(text)) from None
    if not fits:
        amount = gettext_noop("{column} is “{text}”; it must be an amount in P.")
        raise _invalid("amount", amount, column=column, text=_short(text))
    return int(points)
