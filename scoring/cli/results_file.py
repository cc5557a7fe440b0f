"""The results of an event in a file: a row for each player, table and hanchan, as CSV or as a JSON list of objects.

The columns are those that `manage.py load_event` reads (docs/guides/archivist.md). Nothing is guessed or repaired;
every problem names its line and column.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.messages import Level, Message, gettext_noop, phrase
from scoring.points import STEP, P, Points
from scoring.winds import WINDS, Wind

COLUMNS = {
    "hanchan": ("hanchan", "round"),
    "table": ("table",),
    "wind": ("wind", "seat"),
    "player": ("player", "name"),
    "points": ("points", "score"),
    "deposits": ("deposits_left_on_table", "deposits"),
    "penalty": ("penalty_p", "penalty"),
    "penalty_points": ("penalty_points",),
    "carried": ("carried", "carried over", "carried_over", "carried score", "carry-over", "starting score"),
}
OPTIONAL = ("deposits", "penalty", "penalty_points", "carried")
Columns = Mapping[str, tuple[str, ...]]
"""The names that a column may have, in small letters, by ours."""
MOST = {"hanchan": 100, "table": 1_000, "deposits": 100, "penalty_points": 1_000_000}
_WINDS = {text: wind for at, wind in enumerate(WINDS, 1) for text in (wind.value, wind.glyph, str(at))}
_POINTS = re.compile(r"[+−-]?[0-9]{1,9}")
_SCORE = re.compile(r"(?P<sign>[+−▲-]?)(?P<whole>[0-9]{1,3})(?:[.,](?P<part>[0-9]{1,3}))?")
_IN_P = re.compile(r"(?P<whole>[0-9]{1,4})(?:[.,](?P<tenth>[0-9])0*)?")
LINE, ITEM = gettext_noop("Line {line}"), gettext_noop("Row {line}")
Place = tuple[str, int]  # how a row is named in a message, and its number


class ResultsProblem(ValueError):
    """Results that cannot be read or ranked; `messages` have every problem."""

    def __init__(self, messages: Iterable[Message]) -> None:
        self.messages = tuple(messages)
        super().__init__("\n".join(map(str, self.messages)))


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A player at a table in a hanchan; amounts in points. `carried` is the score carried from an earlier event, None
    where the row tells none."""

    hanchan: int
    table: int
    wind: Wind
    player: str
    points: Points
    deposits: int
    penalty: Points
    carried: Points | None


def read_rows(text: str) -> list[ResultRow]:
    """Read the rows. Raises ResultsProblem with everything that is wrong with them."""
    rows, wrong = [], []
    for place, cells in records(text, COLUMNS, OPTIONAL):
        found = _row(place, cells)
        if isinstance(found, ResultRow):
            rows.append(found)
        else:
            wrong += found
    if wrong or not rows:
        raise ResultsProblem(wrong or [results_error(gettext_noop("There are no results in the file."), {})])
    return rows


def records(text: str, columns: Columns, optional: Container[str]) -> Iterator[tuple[Place, Mapping[str, str]]]:
    """Yield the cells of each row by column, further columns too. Raises ResultsProblem for what cannot be read."""
    if text.lstrip().startswith("["):
        yield from _objects(text, columns, optional)
        return
    first, *_ = text.splitlines() or [""]
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count))
    heading: list[str] = []
    try:
        for cells in lines:
            if heading and any(cells):
                yield (LINE, lines.line_num), _cells((LINE, lines.line_num), heading, cells)
            heading = heading or _heading(cells, columns, optional)
    except csv.Error as problem:
        template = gettext_noop("This cannot be read as CSV: {problem}.")
        raise ResultsProblem([in_row((LINE, lines.line_num), "", phrase(template, {"problem": problem}))]) from problem


def _cells(place: Place, heading: list[str], cells: list[str]) -> dict[str, str]:
    if len(cells) == len(heading):
        return dict(zip(heading, cells, strict=True))
    template = gettext_noop("{found} cells under {expected} headings.")
    problem = phrase(template, {"found": len(cells), "expected": len(heading)})
    raise ResultsProblem([in_row(place, "", problem)])


def _heading(cells: Iterable[str], columns: Columns, optional: Container[str]) -> list[str]:
    """Return our name of each column, and the others as they are. Raises ResultsProblem for a missing one."""
    ours = {other: name for name, others in columns.items() for other in others}
    found = [ours.get(cell.strip().casefold(), cell) for cell in cells]
    for name in columns:
        if found.count(name) > 1:
            template = gettext_noop("There are two columns “{column}”.")
            raise ResultsProblem([results_error(template, {"column": name}, f"column {name}")])
        if name not in found and name not in optional:
            template = gettext_noop("There is no column “{column}”; the columns are: {columns}.")
            needed = ", ".join(one for one in columns if one not in optional)
            raise ResultsProblem([results_error(template, {"column": name, "columns": needed}, f"column {name}")])
    if {"penalty", "penalty_points"} <= {*found}:
        raise ResultsProblem([results_error(gettext_noop("There are penalties in P and in points: give one."), {})])
    return found


def _objects(text: str, columns: Columns, optional: Container[str]) -> Iterator[tuple[Place, Mapping[str, str]]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
        raise ResultsProblem([results_error(gettext_noop("This is not a list of objects in JSON."), {})])
    for number, one in enumerate(data, 1):
        heading = _heading(one, columns, optional)
        cells = ["" if value is None else str(value) for value in one.values()]
        yield (ITEM, number), dict(zip(heading, cells, strict=True))


def results_error(text: str, params: Mapping[str, object], field: str = "") -> Message:
    """Return a problem with the results; `field` names the line and the column."""
    return Message("results", text, params, Level.ERROR, field)


def in_row(place: Place, column: str, problem: Message) -> Message:
    """Return the problem with its line and column."""
    where = phrase(place[0], {"line": place[1]})
    params = {"where": where, "column": column, "problem": problem}
    template = gettext_noop("{where}, {column}: {problem}") if column else gettext_noop("{where}: {problem}")
    return results_error(template, params, f"{where} {column}".strip().casefold())


def _row(place: Place, cells: Mapping[str, str]) -> ResultRow | list[Message]:
    """Return the row, or everything that is wrong with it."""
    found: dict[str, Any] = {}
    wrong = []
    for name in COLUMNS:
        typed = cells.get(name, "").strip()
        value = _READERS[name](name, typed)
        if isinstance(value, Message):
            wrong.append(in_row(place, name, value))
        else:
            found[name] = value
    in_points = found.pop("penalty_points", 0)
    found["penalty"] = in_points or found.get("penalty")
    return wrong or ResultRow(**found)


def _number(name: str, typed: str) -> int | Message:
    least = 0 if name in OPTIONAL else 1
    if not typed and name in OPTIONAL:
        return 0
    if typed.isascii() and typed.isdecimal() and least <= int(typed[:9]) <= MOST[name]:
        return int(typed)
    template = gettext_noop("“{typed}” is not a number from {least} to {most}.")
    return phrase(template, {"typed": typed, "least": least, "most": MOST[name]})


def _wind(_name: str, typed: str) -> Wind | Message:
    wind = _WINDS.get(typed.upper())
    return wind or phrase(gettext_noop("“{typed}” is not a wind; it is E, S, W or N."), {"typed": typed})


def _player(_name: str, typed: str) -> str | Message:
    return typed or phrase(gettext_noop("There is no name."))


def _points(_name: str, typed: str) -> Points | Message:
    if _POINTS.fullmatch(typed):
        return int(typed.replace("−", "-"))
    template = gettext_noop("“{typed}” is not a score; type points in full, as 25300 or -2800.")
    return phrase(template, {"typed": typed})


def _in_p(_name: str, typed: str) -> Points | Message:
    read = _IN_P.fullmatch(typed or "0")
    if read is None:
        return phrase(gettext_noop("“{typed}” is not a penalty in P, as 30 or 7.5."), {"typed": typed})
    return int(read["whole"]) * P + int(read["tenth"] or 0) * STEP


def _carried(_name: str, typed: str) -> Points | Message | None:
    if not typed:
        return None
    read = _SCORE.fullmatch(typed)
    if read is None:
        return phrase(gettext_noop("“{typed}” is not a score in P, such as 12.3 or -4.5."), {"typed": typed})
    points = int(read["whole"]) * P + int((read["part"] or "").ljust(3, "0"))
    return points if read["sign"] in ("", "+") else -points


_READERS: Mapping[str, Callable[[str, str], object]] = {
    "hanchan": _number,
    "table": _number,
    "wind": _wind,
    "player": _player,
    "points": _points,
    "deposits": _number,
    "penalty": _in_p,
    "penalty_points": _number,
    "carried": _carried,
}
