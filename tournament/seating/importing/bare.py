"""Lists without headings, as other programs write them: numbers alone, a row per table or a row per hanchan."""

import json
import re
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.players.importing.grid import Grid, Line
from tournament.problems import Refused
from tournament.seating.checks import Fault
from tournament.seating.importing.entries import Entries, Entry


def bare_entries(grid: Grid, size: int = 4) -> Entries | None:
    """The seats of a list of numbers, `size` to a table; None when it is none: when not even half of the rows are
    numbers alone, or the first is not."""
    split = [(line, tokens) for line in grid.lines if (tokens := _tokens(line)) is not None]
    odd = [line for line in grid.lines if _tokens(line) is None]
    if len(split) < len(odd) or grid.lines[0] in odd:
        return None
    found = _numbers(split, size)
    if found:
        found.faults += map(_no_numbers, odd)
    return found


def _numbers(split: "Split", size: int) -> Entries | None:
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
    """The numbers of a row, also of several in one cell (“1-5-9-13”); None when anything else stands there."""
    text = " ".join(line.cells)
    parts = [part for part in re.split(r"[\s,;:/|\-–()\[\]]+", text) if part]
    if not parts or not all(part.isdecimal() and len(part) <= 4 for part in parts):
        return None
    return [int(part) for part in parts]


def _no_numbers(line: Line) -> Fault:
    message = _("Row %(row)d: “%(text)s” is not all numbers, as the first row is. Correct it, or head the columns.")
    return Fault("no-number", message % {"row": line.number, "text": " ".join(line.cells)[:60]}, row=line.number)


def _short(line: Line, tokens: Sequence[int], width: int) -> Fault:
    message = _("Row %(row)d has %(count)d numbers; the others have %(width)d.")
    return Fault("width", message % {"row": line.number, "count": len(tokens), "width": width}, row=line.number)


def _seat(found: Entries, line: Line, hanchan: int, table: int, people: Sequence[int]) -> None:
    found.seats += [Entry(line.number, hanchan, table, wind, str(person)) for wind, person in enumerate(people)]


def _with_both(split: Split, width: int) -> Entries:
    """hanchan, table, E, S, W, N (where three play without N)."""
    found = Entries()
    listed: dict[tuple[int, int], int] = {}
    for line, tokens in split:
        if len(tokens) != width:
            found.faults.append(_short(line, tokens, width))
            continue
        place = (tokens[0], tokens[1])
        if place in listed:
            message = _("Row %(row)d: hanchan %(hanchan)d, table %(table)d is listed a second time.")
            params = {"row": line.number, "hanchan": place[0], "table": place[1]}
            found.faults.append(Fault("table-twice", message % params, *place, line.number))
            continue
        listed[place] = line.number
        _seat(found, line, *place, tokens[2:])
    return found


def _with_one(split: Split, width: int) -> Entries:
    """One number before those of a table: the hanchan where it stays the same from row to row, else the table."""
    first = [tokens[0] for _line, tokens in split]
    is_hanchan = len(first) > 1 and first == sorted(first) and len(set(first)) < len(first)
    found, hanchan, table, before = Entries(), 1, 0, 0
    for line, tokens in split:
        if len(tokens) != width:
            found.faults.append(_short(line, tokens, width))
            continue
        if is_hanchan:
            table = table + 1 if tokens[0] == hanchan else 1
            hanchan = tokens[0]
        else:
            hanchan += tokens[0] <= before
            table = before = tokens[0]
        _seat(found, line, hanchan, table, tokens[1:])
    return found


def _tables_alone(split: Split, width: int) -> Entries:
    """A table a row, nothing else: as many tables as there are before somebody comes a second time make a hanchan."""
    seen: set[int] = set()
    tables = 0
    for _line, tokens in split:
        if seen & set(tokens):
            break
        seen |= set(tokens)
        tables += 1
    found = Entries()
    for at, (line, tokens) in enumerate(split):
        if len(tokens) != width:
            found.faults.append(_short(line, tokens, width))
            continue
        hanchan, table = divmod(at, max(tables, 1))
        _seat(found, line, hanchan + 1, table + 1, tokens)
    return found


def _row_per_hanchan(split: Split, width: int, size: int) -> Entries | None:
    """All tables of a hanchan in one row, `size` numbers each; the hanchan's own number may stand before them."""
    lead = width % size
    if lead > 1 or width < size:
        return None
    found = Entries()
    for at, (line, tokens) in enumerate(split, start=1):
        if len(tokens) != width:
            found.faults.append(_short(line, tokens, width))
            continue
        hanchan = tokens[0] if lead else at
        people = tokens[lead:]
        for table in range(len(people) // size):
            _seat(found, line, hanchan, table + 1, people[table * size : (table + 1) * size])
    return found


def nested_rows(text: str) -> str | None:
    """Lists in lists - hanchan, tables, seats - as rows of hanchan, table and seats; None when the text is none.

    What stands before the first bracket (“seats = ”) does not matter. Raises Refused when the brackets do not fit.
    """
    start = re.match(r"\s*(?:[A-Za-z_]\w*\s*[:=]\s*)?(?=\[\s*\[\s*\[)", text)
    if start is None:
        return None
    shape = _("Lists in lists must be hanchan, tables and players: [[[1, 2, 3, 4], [5, 6, 7, 8]], …].")
    try:
        rounds: Any = json.loads(re.sub(r",\s*\]", "]", text[start.end() :]))
    except (ValueError, RecursionError) as error:
        raise Refused(shape) from error
    rows = ["hanchan\ttable\tE\tS\tW\tN"]
    for hanchan, tables in enumerate(rounds, start=1):
        for table, seats in enumerate(tables if isinstance(tables, list) else [], start=1):
            if not isinstance(seats, list) or not all(isinstance(one, int | str) for one in seats):
                raise Refused(shape)
            rows.append("\t".join(" ".join(str(one).split()) for one in (hanchan, table, *seats)))
    return "\n".join(rows)
