"""The tables and penalties of an event, from a file of results; every problem names its hanchan and table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from scoring.cli.results_file import ResultRow, ResultsProblem, read_rows, results_error
from scoring.game import ScoreLine, Table
from scoring.messages import Level, Message, gettext_noop
from scoring.points import Points, Unit, write_p
from scoring.rules import Ruleset
from scoring.sheet import problems
from scoring.standings.values import Deduction

BY_TABLE = attrgetter("hanchan", "table")


@dataclass(frozen=True, slots=True)
class EventResults:
    """The tables and penalties of an event; `names` are the players, who are numbered from 1 in their order. `carried`
    are the scores from an earlier event by name."""

    tables: tuple[Table, ...]
    deductions: tuple[Deduction, ...]
    names: tuple[str, ...]
    warnings: tuple[Message, ...] = ()
    carried: Mapping[str, Points] = field(default_factory=dict)


def read_results(text: str, rules: Ruleset) -> EventResults:
    """Read a file of results. Raises ResultsProblem with all problems of its rows, or else with those of its tables."""
    rows = read_rows(text)
    number = {name: at for at, name in enumerate(dict.fromkeys(row.player for row in rows), 1)}
    tables, found = [], [*_seated_twice(rows), *_carried_twice(rows)]
    for (hanchan, table), group in groupby(sorted(rows, key=BY_TABLE), key=BY_TABLE):
        lines = list(group)
        wrong = list(_table_problems(lines, rules))
        found += [_at_table(hanchan, table, problem) for problem in wrong]
        if not any(problem.level is Level.ERROR for problem in wrong):
            seated = tuple(ScoreLine(row.wind, number[row.player], row.points) for row in lines)
            tables.append(Table(hanchan, table, seated, max(row.deposits for row in lines)))
    if any(problem.level is Level.ERROR for problem in found):
        raise ResultsProblem(found)
    fines = tuple(Deduction(number[row.player], row.penalty, row.hanchan) for row in rows if row.penalty)
    carried = {row.player: row.carried for row in rows if row.carried is not None}
    return EventResults(tuple(tables), fines, tuple(number), tuple(found), carried)


def _seated_twice(rows: Iterable[ResultRow]) -> Iterator[Message]:
    seats: dict[tuple[int, str], int] = {}
    for row in rows:
        before = seats.setdefault((row.hanchan, row.player), row.table)
        if before != row.table:
            template = gettext_noop("{player} sits at table {before} too.")
            problem = results_error(template, {"player": row.player, "before": before})
            yield _at_table(row.hanchan, row.table, problem)


def _carried_twice(rows: Iterable[ResultRow]) -> Iterator[Message]:
    carried: dict[str, Points] = {}
    for row in rows:
        if row.carried is not None and carried.setdefault(row.player, row.carried) != row.carried:
            template = gettext_noop("The carried score of {player} is {carried} here and {before} before.")
            amounts = {"carried": write_p(row.carried), "before": write_p(carried[row.player])}
            yield _at_table(row.hanchan, row.table, results_error(template, {"player": row.player, **amounts}))


def _table_problems(lines: list[ResultRow], rules: Ruleset) -> Iterator[Message]:
    """Yield what is wrong with a table: its seats, then its sheet."""
    winds = sorted((row.wind for row in lines), key=lambda wind: wind.index)
    if winds != list(rules.winds):
        template = gettext_noop("There is one row for each of {winds}, not for {found}.")
        yield results_error(template, {"winds": " ".join(rules.winds), "found": " ".join(winds)})
    elif len({row.player for row in lines}) < len(lines):
        yield results_error(gettext_noop("A player sits at this table twice."), {})
    elif len({row.deposits for row in lines} - {0}) > 1:
        yield results_error(gettext_noop("The rows of a table tell the same deposits, or one row tells them."), {})
    else:
        in_order = sorted(lines, key=lambda row: row.wind.index)
        deposits = max(row.deposits for row in lines)
        yield from problems([row.points for row in in_order], deposits, rules, Unit.FULL)


def _at_table(hanchan: int, table: int, problem: Message) -> Message:
    template = gettext_noop("Hanchan {hanchan}, table {table}: {problem}")
    params = {"hanchan": hanchan, "table": table, "problem": problem}
    return Message(problem.code, template, params, problem.level, f"hanchan {hanchan} table {table}")
