"""`python -m scoring table POINTS…`: the problems of a sheet, or the scores of the table."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scoring.cli.arguments import RULES, Argument, Number, WrongCall, full_points
from scoring.cli.command import Command, Reply
from scoring.cli.shape import Shape
from scoring.game import DEPOSIT, RowScore, score_points
from scoring.points import Points, Unit, write, write_p
from scoring.rules import Ruleset
from scoring.sheet import problems
from scoring.winds import WINDS, Wind

NUMBERS = {3: "three", 4: "four"}
LETTERS = "".join(WINDS)


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


def _table(options: argparse.Namespace) -> Reply:
    points: list[Points] = options.points
    rules: Ruleset = options.rules
    if len(points) != rules.players:
        number = NUMBERS[rules.players]
        raise WrongCall(f"a table has {number} scores, not {len(points)}; --rules NAME names another rule set")
    yakitori, takers = _marks(options)
    found = problems(points, options.deposits, rules, Unit.FULL, yakitori=yakitori, busted_by=takers)

    def rows() -> tuple[RowScore, ...]:
        return score_points(points, rules, options.deposits, yakitori, takers)

    return Reply(lambda: RESULT(rows=rows_result(rows())), _sheet(rules, rows, options.deposits), found)


def _marks(options: argparse.Namespace) -> tuple[list[bool], list[Wind | None]]:
    """Return, for each row, whether the player won no hand and who took their last points."""
    seats, takers = WINDS[: options.rules.players], dict(options.busted)
    for wind in (*options.yakitori, *takers):
        if wind not in seats:
            raise WrongCall(f"nobody sits as {wind} at a table of {NUMBERS[len(seats)]}")
    if len(takers) < len(options.busted):
        raise WrongCall("one player's last points are taken once")
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


def rows_result(rows: Sequence[RowScore]) -> list[dict[str, object]]:
    """Return the scores of a table in JSON types, by starting wind; amounts received are positive, paid negative."""
    return [ROW(row, wind=wind) for wind, row in zip(WINDS, rows, strict=False)]


def _sheet(rules: Ruleset, score: Callable[[], Sequence[RowScore]], deposits: int) -> Iterator[str]:
    """Yield the lines of the table, with numbers aligned on the decimal point."""
    rows = score()
    worth = (UMA_AND_OKA if rules.oka else UMA, BUST, SCORE)
    left, right = ([column for column in columns if column.is_shown(rows)] for columns in ((POINTS, *MOVED), worth))
    heading = f"  {'Wind':<8}{_headings(left)}{'Place':>7}{_headings(right)}"
    rule = "  " + "─" * (len(heading) - 2)
    yield from (f"  {rules.title}", "", heading, rule)
    for wind, row in zip(WINDS, rows, strict=False):
        yield f"  {wind.glyph} {wind.label:<5}{_cells(left, [row])}{_place(row):>7}{_cells(right, [row])}"
    yield from (rule, f"  {'Sum':<8}{_cells(left, rows)}{'':7}{_cells(right, rows)}")
    if deposits:
        yield f"  {'Deposits':<8}{write(deposits * DEPOSIT):>9}"


def _headings(columns: Sequence[SheetColumn]) -> str:
    return "".join(f"{column.heading:>{column.width}}" for column in columns)


def _cells(columns: Sequence[SheetColumn], rows: Sequence[RowScore]) -> str:
    """Return the sum of each column over the rows."""
    return "".join(f"{column.written(sum(map(column.of, rows))):>{column.width}}" for column in columns)


def _place(row: RowScore) -> str:
    return f"{row.place}{'=' if row.shared else ' '}"


ROW = Shape(RowScore, "points yakitori collected place shared uma bust score", wind=Wind)
ROWS = [ROW, "by starting wind, East first"]
RESULT = Shape(rows=ROWS)
COMMAND = Command(
    "table",
    "score one table",
    _table,
    RESULT,
    (
        Argument("points", "POINTS", "the end points of E, S, W and, of four, N, in full", full_points, nargs="*"),
        *RULES,
        Number("--deposits", "riichi deposits left on the table (default: 0)", default=0),
        Argument("--yakitori", "WINDS", "who won no hand, as SN; with --set yakitori=9000", winds, default=()),
        Argument(
            "--busted",
            "N=E",
            "East took the last points of North; with --set bust=below-zero --set bust_prize=10000",
            busted,
            action="append",
            default=[],
        ),
    ),
    json="one JSON value, amounts in points, rows from 0",
)
