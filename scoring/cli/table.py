"""`python -m scoring table POINTS…`: the problems of a sheet, or the scores of the table."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.cli.arguments import (
    DONE,
    HAS_PROBLEMS,
    Subparsers,
    add_json,
    add_parser,
    add_rules,
    answer,
    full_points,
    integer,
    print_error,
)
from scoring.game import DEPOSIT, RowScore, score_points
from scoring.messages import Level
from scoring.points import Points, Unit, write, write_p
from scoring.rules import Ruleset
from scoring.sheet import problems
from scoring.winds import WINDS, Wind

NUMBERS = {3: "three", 4: "four"}
LETTERS = "".join(WINDS)


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "table", "score one table")
    parser.add_argument(
        "points",
        nargs="*",
        type=full_points,
        metavar="POINTS",
        help="the end points of E, S, W and, of four, N, in full",
    )
    add_rules(parser)
    parser.add_argument(
        "--deposits", type=integer, default=0, metavar="N", help="riichi deposits left on the table (default: 0)"
    )
    parser.add_argument(
        "--yakitori", type=winds, default=(), metavar="WINDS", help="who won no hand, as SN; with --set yakitori=9000"
    )
    parser.add_argument(
        "--busted",
        type=busted,
        action="append",
        default=[],
        metavar="N=E",
        help="East took the last points of North; with --set bust=below-zero --set bust_prize=10000",
    )
    add_json(parser, "one JSON value, amounts in points, rows from 0")
    parser.set_defaults(run=_table)


def winds(text: str) -> tuple[Wind, ...]:
    """Parse starting winds by their letters."""
    if not text or set(text.upper()) - set(LETTERS):
        raise argparse.ArgumentTypeError(f"“{text}” is not one or more of the winds {LETTERS}")
    return tuple(Wind(letter) for letter in text.upper())


def busted(text: str) -> tuple[Wind, Wind]:
    """Return the bust players and who took their last points."""
    one, equals, other = text.upper().partition("=")
    if not equals or one not in WINDS or other not in WINDS:
        raise argparse.ArgumentTypeError(f"“{text}” does not say who took whose last points, as N=E")
    return Wind(one), Wind(other)


def _table(options: argparse.Namespace) -> int:
    points: list[Points] = options.points
    rules: Ruleset = options.rules
    if len(points) != rules.players:
        number = NUMBERS[rules.players]
        options.parser.error(f"a table has {number} scores, not {len(points)}; --rules NAME names another rule set")
    yakitori, takers = _marks(options)
    found = problems(points, options.deposits, rules, Unit.FULL, yakitori=yakitori, busted_by=takers)
    ok = not any(problem.level is Level.ERROR for problem in found)
    rows = score_points(points, rules, options.deposits, yakitori, takers) if ok else ()
    if options.json:
        return answer(options.command, {"rows": rows_json(rows)}, found)
    for problem in found:
        print_error(f"{problem.level} [{problem.code}]: {problem}")
    if ok:
        print(_sheet(rules, rows, options.deposits))
    return DONE if ok else HAS_PROBLEMS


def _marks(options: argparse.Namespace) -> tuple[list[bool], list[Wind | None]]:
    """Return, for each row, whether the player won no hand and who took their last points."""
    seats, takers = WINDS[: options.rules.players], dict(options.busted)
    for wind in (*options.yakitori, *takers):
        if wind not in seats:
            options.parser.error(f"nobody sits as {wind} at a table of {NUMBERS[len(seats)]}")
    if len(takers) < len(options.busted):
        options.parser.error("one player's last points are taken once")
    return [wind in options.yakitori for wind in seats], [takers.get(wind) for wind in seats]


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of numbers: heading, width, and the field it shows. `always`: printed even if all values are zero."""

    heading: str
    width: int
    field: str
    written: Callable[[Points], str]
    always: bool = True

    def is_shown(self, rows: Sequence[RowScore]) -> bool:
        return self.always or any(self.of(row) for row in rows)

    def of(self, row: RowScore) -> Points:
        points: Points = getattr(row, self.field)
        return points


POINTS = SheetColumn("Points", 9, "points", write)
MOVED = (SheetColumn("Yakitori", 10, "yakitori", write, False), SheetColumn("Deposits", 10, "collected", write, False))
UMA, UMA_AND_OKA = SheetColumn("Uma", 9, "uma", write_p), SheetColumn("Uma + oka", 12, "uma", write_p)
BUST = SheetColumn("Bust", 9, "bust", write_p, False)
SCORE = SheetColumn("Score", 9, "score", write_p)


def rows_json(rows: Sequence[RowScore]) -> list[dict[str, object]]:
    """Return the scores of a table in JSON types, by starting wind; amounts received are positive, paid negative."""
    return [
        {
            "wind": wind.value,
            "points": row.points,
            "yakitori": row.yakitori,
            "collected": row.collected,
            "place": row.place,
            "shared": row.shared,
            "uma": row.uma,
            "bust": row.bust,
            "score": row.score,
        }
        for wind, row in zip(WINDS, rows, strict=False)
    ]


def _sheet(rules: Ruleset, rows: Sequence[RowScore], deposits: int) -> str:
    """Print the table with numbers aligned on the decimal point."""
    worth = (UMA_AND_OKA if rules.oka else UMA, BUST, SCORE)
    left, right = ([column for column in columns if column.is_shown(rows)] for columns in ((POINTS, *MOVED), worth))
    lines = [
        f"  {wind.glyph} {wind.label:<5}{_cells(left, [row])}{_place(row):>7}{_cells(right, [row])}"
        for wind, row in zip(WINDS, rows, strict=False)
    ]
    heading = f"  {'Wind':<8}{_headings(left)}{'Place':>7}{_headings(right)}"
    rule = "  " + "─" * (len(heading) - 2)
    total = f"  {'Sum':<8}{_cells(left, rows)}{'':7}{_cells(right, rows)}"
    rest = [f"  {'Deposits':<8}{write(deposits * DEPOSIT):>9}"] if deposits else []
    return "\n".join([f"  {rules.title}", "", heading, rule, *lines, rule, total, *rest])


def _headings(columns: Sequence[SheetColumn]) -> str:
    return "".join(f"{column.heading:>{column.width}}" for column in columns)


def _cells(columns: Sequence[SheetColumn], rows: Sequence[RowScore]) -> str:
    """Return the sum of each column over the rows."""
    return "".join(f"{column.written(sum(map(column.of, rows))):>{column.width}}" for column in columns)


def _place(row: RowScore) -> str:
    return f"{row.place}{'=' if row.shared else ' '}"
