"""`python -m scoring table POINTS…`: what is wrong with a sheet, or the scores of the table."""

import argparse
from collections.abc import Sequence

from scoring.command.said import (
    DONE,
    HAS_PROBLEMS,
    NAMES,
    Subparsers,
    add_json,
    add_parser,
    add_rules,
    complain,
    print_json,
    whole,
)
from scoring.game import DEPOSIT, RowScore, score_points
from scoring.points import Unit, write, write_p
from scoring.rules import Ruleset
from scoring.sheet import Level, Problem, problems
from scoring.winds import WINDS


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "table", "score one table")
    parser.add_argument("points", nargs="*", type=whole, metavar="POINTS", help="the end points of E, S, W and N")
    add_rules(parser)
    parser.add_argument(
        "--deposits", type=whole, default=0, metavar="N", help="riichi deposits left on the table (default: 0)"
    )
    add_json(parser, "one JSON value, amounts in points, rows from 0")
    parser.set_defaults(run=_table)


def _table(options: argparse.Namespace) -> int:
    points: list[int] = options.points
    if len(points) != len(WINDS):
        options.parser.error(f"a table has four scores, not {len(points)}; the rule sets are: {NAMES}")
    found = problems(points, options.deposits, options.rules, Unit.FULL)
    ok = not any(problem.level is Level.ERROR for problem in found)
    rows = score_points(points, options.rules, options.deposits) if ok else ()
    for problem in () if options.json else found:
        complain(f"{problem.level} [{problem.code}]: {problem.message}")
    if options.json:
        print_json(
            {"ok": ok, "problems": [_problem_json(one) for one in found], "rows": [_row_json(row) for row in rows]}
        )
    elif ok:
        print(_sheet(options.rules, rows, options.deposits))
    return DONE if ok else HAS_PROBLEMS


def _problem_json(problem: Problem) -> dict[str, object]:
    return {"level": problem.level, "code": problem.code, "message": problem.message, "row": problem.row}


def _row_json(row: RowScore) -> dict[str, int]:
    return {"points": row.points, "place": row.place, "uma": row.uma, "score": row.score}


def _sheet(rules: Ruleset, rows: Sequence[RowScore], deposits: int) -> str:
    """The table for a person, numbers aligned on the decimal."""
    heading = f"  {'Wind':<8}{'Points':>9}{'Place':>7}{'Uma':>9}{'Score':>9}"
    rule = "  " + "─" * (len(heading) - 2)
    lines = [_line(f"{wind.glyph} {wind.label:<5}", _place(row), row) for wind, row in zip(WINDS, rows, strict=True)]
    total = _line(f"{'Sum':<8}", "", _total(rows))
    left = [f"  {'Deposits':<8}{write(deposits * DEPOSIT):>9}"] if deposits else []
    return "\n".join([f"  {rules.title}", "", heading, rule, *lines, rule, total, *left])


def _line(name: str, place: str, row: RowScore) -> str:
    return f"  {name}{write(row.points):>9}{place:>7}{write_p(row.uma):>9}{write_p(row.score):>9}"


def _total(rows: Sequence[RowScore]) -> RowScore:
    sums = (sum(amounts) for amounts in zip(*((row.points, row.uma, row.score) for row in rows), strict=True))
    points, uma, score = sums
    return RowScore(points, 0, False, uma, score)


def _place(row: RowScore) -> str:
    return f"{row.place}{'=' if row.shared else ' '}"
