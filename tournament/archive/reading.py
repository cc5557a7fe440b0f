"""A finished event from a table of text: the rows put together as tables, and what does not fit between them.

The columns are round, table, wind, player, points, and where the file has them deposits_left_on_table, penalty_p (an
amount taken off, in P) or penalty_points, uma (in P, typed by hand: compared, never used) and those about people
(entrants.py).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.game import ScoreLine, Table, score_table
from scoring.messages import Level, Message
from scoring.points import Unit, write_p
from scoring.rules import Ruleset
from scoring.sheet import problems
from scoring.winds import Wind
from tournament.archive.faults import BadFile, fault
from tournament.archive.rows import ArchiveRow, PersonRow, read_rows
from tournament.translation.formats import enumeration

Grouped = Mapping[tuple[int, int], list[ArchiveRow]]
MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class TypedUma:
    """A table whose hand-typed uma is not what the rules give, both in seat order, in points."""

    hanchan: int
    table: int
    typed: tuple[int, ...]
    computed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PastEvent:
    """A finished event as values: players in order of their numbers, tables with players as indexes into that order.

    `penalties` are (player index, hanchan or None, points); `notes` are sentences about what is unusual and still fits.
    `people` has what the file tells of each player, by our names of the fields, `status` among them.
    """

    players: tuple[str, ...]
    hanchan_count: int
    tables: tuple[Table, ...]
    penalties: tuple[tuple[int, int | None, int], ...]
    typed_uma_differs: tuple[TypedUma, ...]
    notes: tuple[str, ...]
    people: tuple[Mapping[str, object], ...] = ()


def read_event(
    text: str, rules: Ruleset, ignored: Collection[str] = (), chosen: Mapping[int, str] | None = None
) -> PastEvent:
    """The event that a CSV text tells; raises BadFile with every problem found, a column with values that is not read
    and not among the `ignored` ones too. What each column is may be `chosen` (rows.py)."""
    read = read_rows(text, ignored, chosen)
    rows = tuple(row for row in read if isinstance(row, ArchiveRow))
    grouped = _by_table(rows)
    _refuse([*_seating_faults(rows, grouped, rules.winds), *_penalty_faults(read, grouped)])
    players = _players(read)
    people = _people(read)
    index = {name: i for i, name in enumerate(players)}
    tables = tuple(_table(group, index) for group in grouped.values())
    _refuse(_sheet_faults(tables, grouped, rules))
    return PastEvent(
        players=players,
        hanchan_count=max(table.hanchan for table in tables),
        tables=tables,
        penalties=tuple((index[row.player], row.hanchan, row.penalty) for row in read if row.penalty),
        typed_uma_differs=tuple(_typed_uma(tables, grouped, rules)),
        notes=(*_absences(rows), *_remarks(read)),
        people=tuple(people.get(name, {}) for name in players),
    )


def _people(read: Iterable[ArchiveRow | PersonRow]) -> dict[str, dict[str, Any]]:
    """Return what the rows together tell of each player. Raises BadFile where two of them contradict each other."""
    people: dict[str, dict[str, Any]] = defaultdict(dict)
    first: dict[tuple[str, str], int] = {}
    faults = []
    for row in read:
        known = people[row.player]
        for column, value in row.person.items():
            line = first.setdefault((row.player, column), row.line)
            if known.setdefault(column, value) != value:
                text = gettext_noop("{column} of {player} is “{value}”, but “{other}” in line {first}.")
                written, other = (write_p(one) if column == "carried" else one for one in (value, known[column]))
                where = {"column": column, "player": row.player, "value": written, "other": other}
                faults.append(fault(row.line, "person-differs", text, **where, first=line))
    _refuse(faults)
    return people


def _refuse(faults: Iterable[Message]) -> None:
    found = tuple(faults)
    if found:
        raise BadFile(found)


def _by_table(rows: Iterable[ArchiveRow]) -> dict[tuple[int, int], list[ArchiveRow]]:
    grouped: dict[tuple[int, int], list[ArchiveRow]] = defaultdict(list)
    for row in rows:
        grouped[row.hanchan, row.table].append(row)
    return {key: sorted(grouped[key], key=lambda row: row.wind.index) for key in sorted(grouped)}


def _seating_faults(rows: tuple[ArchiveRow, ...], grouped: Grouped, winds: Sequence[Wind]) -> Iterator[Message]:
    yield from _doubled(rows)
    for (hanchan, table), group in grouped.items():
        line, where = min(row.line for row in group), {"hanchan": hanchan, "table": table}
        if [row.wind for row in group] != list(winds):
            text = gettext_noop("hanchan {hanchan} table {table} has {winds}; it needs {needed} once each.")
            has, needed = enumeration(row.wind.value for row in group), enumeration(winds)
            yield fault(line, "winds", text, **where, winds=has, needed=needed)
        deposits = sorted({row.deposits for row in group if row.deposits is not None})
        if len(deposits) > 1:
            text = gettext_noop(
                "hanchan {hanchan} table {table} has different deposits in its rows: {deposits}; "
                "write the table's number on each."
            )
            yield fault(line, "deposits", text, **where, deposits=enumeration(deposits))
    played = {row.hanchan for row in rows}
    for missing in sorted(set(range(1, max(played) + 1)) - played):
        text = gettext_noop("hanchan {hanchan} has no rows, but later hanchan have.")
        yield fault(1, "hanchan-missing", text, hanchan=missing)


def _penalty_faults(read: Iterable[ArchiveRow | PersonRow], grouped: Grouped) -> Iterator[Message]:
    """Penalties in a hanchan of which the file has no table."""
    played = {hanchan for hanchan, _table in grouped}
    for row in read:
        if row.hanchan is not None and row.hanchan not in played:
            text = gettext_noop("{player} has a penalty in hanchan {hanchan}, of which there is no table.")
            yield fault(row.line, "penalty-hanchan", text, player=row.player, hanchan=row.hanchan)


def _doubled(rows: tuple[ArchiveRow, ...]) -> Iterator[Message]:
    """Players who sit twice in a hanchan, and those missing there."""
    everybody = {row.player for row in rows}
    for hanchan, group in _by_hanchan(rows).items():
        absent = everybody - {row.player for row in group}
        text = (
            gettext_noop("{player} sits twice in hanchan {hanchan}, first in line {first}. Missing there: {names}.")
            if absent
            else gettext_noop("{player} sits twice in hanchan {hanchan}, first in line {first}.")
        )
        seen: dict[str, int] = {}
        for row in group:
            if row.player in seen:
                where = {"player": row.player, "hanchan": hanchan, "first": seen[row.player]}
                yield fault(row.line, "twice", text, **where, names=_named(absent))
            seen.setdefault(row.player, row.line)


def _by_hanchan(rows: Iterable[ArchiveRow]) -> dict[int, list[ArchiveRow]]:
    found: dict[int, list[ArchiveRow]] = defaultdict(list)
    for row in rows:
        found[row.hanchan].append(row)
    return dict(sorted(found.items()))


def _named(names: Iterable[str]) -> str:
    ordered = sorted(names, key=_order)
    more = len(ordered) - MOST_NAMED
    rest = [ngettext("{number} more", "{number} more", more).format(number=more)] if more > 0 else []
    return enumeration([*ordered[:MOST_NAMED], *rest])


def _order(name: str) -> tuple[int, str]:
    return (int(name), "") if name.isdecimal() else (0, name)


def _absences(rows: tuple[ArchiveRow, ...]) -> Iterator[str]:
    everybody = {row.player for row in rows}
    for hanchan, group in _by_hanchan(rows).items():
        absent = everybody - {row.player for row in group}
        if absent:
            yield _("Hanchan {hanchan} was played without {absent}.").format(hanchan=hanchan, absent=_named(absent))


def _remarks(read: Iterable[ArchiveRow | PersonRow]) -> list[str]:
    """The notes of the file, each once for a table or a player, with where they are."""
    at_table, of_player = _("Hanchan {hanchan}, table {table}: {note}"), _("{player}: {note}")
    said = (
        at_table.format(hanchan=row.hanchan, table=row.table, note=row.note)
        if isinstance(row, ArchiveRow)
        else of_player.format(player=row.player, note=row.note)
        for row in read
        if row.note
    )
    return list(dict.fromkeys(said))


def _players(rows: Iterable[ArchiveRow | PersonRow]) -> tuple[str, ...]:
    """Everybody once: by number where players are called by numbers, else in the order of the file."""
    names = tuple(dict.fromkeys(row.player for row in rows))
    return tuple(sorted(names, key=int)) if all(name.isdecimal() for name in names) else names


def _table(group: list[ArchiveRow], index: Mapping[str, int]) -> Table:
    lines = tuple(ScoreLine(wind=row.wind, player=index[row.player], points=row.points) for row in group)
    deposits = next((row.deposits for row in group if row.deposits is not None), 0)
    return Table(hanchan=group[0].hanchan, table=group[0].table, lines=lines, deposits=deposits)


def _sheet_faults(tables: Iterable[Table], grouped: Grouped, rules: Ruleset) -> Iterator[Message]:
    for table in tables:
        group = grouped[table.hanchan, table.table]
        for problem in problems([line.points for line in table.lines], table.deposits, rules, Unit.FULL):
            if problem.level is Level.ERROR:
                text = gettext_noop("hanchan {hanchan} table {table}: {problem}")
                line = min(row.line for row in group) if problem.row is None else group[problem.row].line
                yield fault(line, problem.code, text, hanchan=table.hanchan, table=table.table, problem=problem)


def _typed_uma(tables: Iterable[Table], grouped: Grouped, rules: Ruleset) -> Iterator[TypedUma]:
    for table in tables:
        typed: tuple[Any, ...] = tuple(row.typed_uma for row in grouped[table.hanchan, table.table])
        computed = tuple(row.uma for row in score_table(table, rules))
        if None not in typed and typed != computed:
            yield TypedUma(table.hanchan, table.table, typed, computed)
