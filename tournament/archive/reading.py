"""Reading a finished event from a table of text.

A *row* is one player at one table in one hanchan: round, table, wind, player, points, and where the file has them
deposits_left_on_table, penalty_p (an amount taken off, in P) and uma (in P, typed by hand; compared, never used).
Nothing is repaired: a file is read whole or it is told what is wrong with it, line by line.
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext as _

from scoring.game import Line, Table, score_table
from scoring.rules import Ruleset
from scoring.sheet import Level, problems
from scoring.winds import WINDS, Wind

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
Grouped = Mapping[tuple[int, int], list["Row"]]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the file. Points and penalty in points; `line` counts from 1, the heading being line 1."""

    line: int
    hanchan: int
    table: int
    wind: Wind
    player: str
    points: int
    deposits: int
    penalty: int
    typed_uma: int | None


@dataclass(frozen=True, slots=True)
class TypedUma:
    """A table whose hand-typed uma is not what the rules give, both in seat order, in points."""

    hanchan: int
    table: int
    typed: tuple[int, ...]
    computed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PastEvent:
    """A finished event as values: players in order of their numbers, tables with players as indexes into that order."""

    players: tuple[str, ...]
    hanchan_count: int
    tables: tuple[Table, ...]
    penalties: tuple[tuple[int, int, int], ...]
    typed_uma_differs: tuple[TypedUma, ...]
    notes: tuple[str, ...]


class BadFile(Exception):
    """Everything that is wrong with a file, one sentence each, the first thing first."""

    def __init__(self, messages: Iterable[str]):
        self.messages = tuple(messages)
        super().__init__("\n".join(self.messages))


def read_event(lines: Iterable[str], rules: Ruleset) -> PastEvent:
    """The event that a CSV file tells; raises BadFile with every problem found."""
    try:
        rows = _rows(_reader(list(lines)))
    except csv.Error as problem:
        raise BadFile([_("This is not a table of text: %(problem)s.") % {"problem": problem}]) from problem
    grouped = _by_table(rows)
    _refuse(_seating_problems(rows, grouped))
    players = _players(rows)
    index = {name: i for i, name in enumerate(players)}
    tables = tuple(_table(group, index) for group in grouped.values())
    _refuse(_sheet_problems(tables, grouped, rules))
    return PastEvent(
        players=players,
        hanchan_count=max(table.hanchan for table in tables),
        tables=tables,
        penalties=tuple((index[row.player], row.hanchan, row.penalty) for row in rows if row.penalty),
        typed_uma_differs=tuple(_typed_uma(tables, grouped, rules)),
        notes=tuple(_absences(rows, players)),
    )


def _refuse(messages: Iterable[str]) -> None:
    found = tuple(messages)
    if found:
        raise BadFile(found)


def _reader(lines: list[str]) -> "csv.DictReader[str]":
    """Rows by heading; the delimiter is the one that the heading uses most."""
    heading = lines[0] if lines else ""
    return csv.DictReader(lines, delimiter=max(",;\t", key=heading.count))


def _rows(reader: "csv.DictReader[str]") -> tuple[Row, ...]:
    columns = _columns(reader.fieldnames)
    rows, wrong = [], []
    for record in reader:
        try:
            rows.append(_row(reader.line_num, {key: (record[name] or "").strip() for key, name in columns.items()}))
        except ValueError as problem:
            wrong.append(_("line %(line)d: %(problem)s") % {"line": reader.line_num, "problem": problem})
    _refuse(wrong)
    if not rows:
        raise BadFile([_("The file has a heading and no rows: one row for each player at each table is needed.")])
    return tuple(rows)


def _columns(headings: Iterable[str] | None) -> dict[str, str]:
    """Our name of each column -> its heading in the file."""
    if not headings:
        raise BadFile([_("The file is empty: it needs a heading round,table,wind,player,points and a row per player.")])
    found = {heading.strip().lstrip("\ufeff").casefold(): heading for heading in headings if heading}
    columns = {key: found[alias] for key, aliases in ALIASES.items() for alias in aliases if alias in found}
    missing = [key for key in NEEDED if key not in columns]
    if missing:
        lacks = {"missing": ", ".join(missing), "there": ", ".join(found)}
        raise BadFile([_("line 1: the heading lacks %(missing)s; it has %(there)s.") % lacks])
    return columns


def _row(line: int, cells: Mapping[str, str]) -> Row:
    if not cells["player"]:
        raise ValueError(_("no player."))
    return Row(
        line=line,
        hanchan=_count("round", cells["round"], 1, 40),
        table=_count("table", cells["table"], 1, 1000),
        wind=_wind(cells["wind"]),
        player=cells["player"],
        points=_whole("points", cells["points"]),
        deposits=_count("deposits_left_on_table", cells.get("deposits") or "0", 0, 100),
        penalty=_points_of_p("penalty_p", cells.get("penalty") or "0"),
        typed_uma=_points_of_p("uma", cells["uma"]) if cells.get("uma") else None,
    )


def _whole(column: str, text: str) -> int:
    try:
        return int(text.replace("−", "-"))
    except ValueError:
        wrong = {"column": column, "text": text}
        raise ValueError(_("%(column)s is “%(text)s”, not a whole number.") % wrong) from None


def _count(column: str, text: str, least: int, most: int) -> int:
    number = _whole(column, text)
    if not least <= number <= most:
        raise ValueError(
            _("%(column)s is %(number)d; it must be from %(least)d to %(most)d.")
            % {"column": column, "number": number, "least": least, "most": most}
        )
    return number


def _wind(text: str) -> Wind:
    try:
        return WINDS_BY_TEXT[text.upper()]
    except KeyError:
        raise ValueError(_("wind is “%(text)s”; it must be E, S, W or N.") % {"text": text}) from None


def _points_of_p(column: str, text: str) -> int:
    """Points from an amount written in P: "30.0" is 30,000."""
    try:
        points = Decimal(text.replace("−", "-").replace(",", ".")) * 1000
    except InvalidOperation:
        raise ValueError(_("%(column)s is “%(text)s”, not a number.") % {"column": column, "text": text}) from None
    if not points.is_finite() or points % 100 or (column == "penalty_p" and points < 0):
        wrong = {"column": column, "text": text}
        raise ValueError(_("%(column)s is “%(text)s”; it must be an amount in P with one decimal.") % wrong)
    return int(points)


def _by_table(rows: Iterable[Row]) -> dict[tuple[int, int], list[Row]]:
    grouped: dict[tuple[int, int], list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row.hanchan, row.table].append(row)
    return {key: sorted(grouped[key], key=lambda row: row.wind.index) for key in sorted(grouped)}


def _seating_problems(rows: tuple[Row, ...], grouped: Grouped) -> Iterator[str]:
    yield from _doubled(rows)
    for (hanchan, table), group in grouped.items():
        where = {"line": group[0].line, "hanchan": hanchan, "table": table}
        if len(group) != 4 or len({row.wind for row in group}) != 4:
            winds = ", ".join(row.wind.value for row in group)
            message = _(
                "line %(line)d: hanchan %(hanchan)d table %(table)d has %(winds)s; it needs E, S, W, N once each."
            )
            yield message % {**where, "winds": winds}
        if len({row.deposits for row in group}) > 1:
            yield _("line %(line)d: hanchan %(hanchan)d table %(table)d has different deposits on its rows.") % where
    played = {row.hanchan for row in rows}
    for missing in sorted(set(range(1, max(played) + 1)) - played):
        yield _("line 1: hanchan %(hanchan)d has no rows, though there are later ones.") % {"hanchan": missing}


def _doubled(rows: tuple[Row, ...]) -> Iterator[str]:
    """Who sits twice in a hanchan, and who is missing there instead."""
    everybody = {row.player for row in rows}
    for hanchan in sorted({row.hanchan for row in rows}):
        present = Counter(row.player for row in rows if row.hanchan == hanchan)
        absent = ", ".join(sorted(everybody - set(present)))
        for player in sorted(name for name, times in present.items() if times > 1):
            line = [row.line for row in rows if row.hanchan == hanchan and row.player == player][1]
            message = _("line %(line)d: %(player)s sits twice in hanchan %(hanchan)d.") % {
                "line": line, "player": player, "hanchan": hanchan,
            }  # fmt: skip
            yield message + (" " + _("Missing there: %(absent)s.") % {"absent": absent} if absent else "")


def _absences(rows: tuple[Row, ...], players: tuple[str, ...]) -> Iterator[str]:
    for hanchan in sorted({row.hanchan for row in rows}):
        absent = set(players) - {row.player for row in rows if row.hanchan == hanchan}
        if absent:
            yield _("Hanchan %(hanchan)d was played without %(absent)s.") % {
                "hanchan": hanchan, "absent": ", ".join(sorted(absent)),
            }  # fmt: skip


def _players(rows: Iterable[Row]) -> tuple[str, ...]:
    """Everybody once: by number where players are called by numbers, else in the order of the file."""
    names = tuple(dict.fromkeys(row.player for row in rows))
    return tuple(sorted(names, key=int)) if all(name.isdecimal() for name in names) else names


def _table(group: list[Row], index: Mapping[str, int]) -> Table:
    lines = tuple(Line(wind=row.wind, player=index[row.player], points=row.points) for row in group)
    return Table(hanchan=group[0].hanchan, table=group[0].table, lines=lines, deposits=group[0].deposits)


def _sheet_problems(tables: Iterable[Table], grouped: Grouped, rules: Ruleset) -> Iterator[str]:
    for table in tables:
        group = grouped[table.hanchan, table.table]
        for problem in problems([line.points for line in table.lines], table.deposits, rules):
            if problem.level is Level.ERROR:
                yield _("line %(line)d: hanchan %(hanchan)d table %(table)d: %(problem)s") % {
                    "line": group[problem.row or 0].line, "hanchan": table.hanchan, "table": table.table,
                    "problem": problem.message,
                }  # fmt: skip


def _typed_uma(tables: Iterable[Table], grouped: Grouped, rules: Ruleset) -> Iterator[TypedUma]:
    for table in tables:
        typed: tuple[Any, ...] = tuple(row.typed_uma for row in grouped[table.hanchan, table.table])
        computed = tuple(row.uma for row in score_table(table, rules))
        if None not in typed and typed != computed:
            yield TypedUma(table.hanchan, table.table, typed, computed)
