"""The rule book on the command line.

python -m scoring table --rules wrc-2022 41000 33000 26000 18000 --deposits 2 [--json]
python -m scoring rules [NAME] [--json]

Exit status: 0 done, 1 the sheet has errors, 2 called wrongly. Messages go to standard error; with --json
standard output carries one JSON value and nothing else.
"""

import argparse
import codecs
import io
import json
import re
import signal
import sys
from collections.abc import Sequence
from textwrap import fill

from scoring.game import DEPOSIT, RowScore, score_points
from scoring.points import Unit, write, write_p, write_price
from scoring.rules import PRESETS, Ruleset, preset
from scoring.sheet import Level, Problem, problems
from scoring.uma import FloatingUma
from scoring.winds import WINDS

DONE, HAS_PROBLEMS = 0, 1
WIDTH = 80
NAMES = ", ".join(PRESETS)
PLAIN = str.maketrans("−─“”", '--""')


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give the exit status; a wrong call raises SystemExit(2) like every argparse program."""
    _write_what_the_terminal_can()
    options = _parser().parse_args(arguments)
    status: int = options.run(options)
    return status


def _write_what_the_terminal_can() -> None:
    """A terminal without 東 shows a question mark instead of stopping the command; no minus is ever lost."""
    codecs.register_error("scoring.plain", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="scoring.plain")


def _plainly(problem: UnicodeError) -> tuple[str, int]:
    """What stands for characters that cannot be written."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    meant = problem.object[problem.start : problem.end].translate(PLAIN)
    return "".join(sign if sign.isascii() else "?" for sign in meant), problem.end


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scoring", description="Scores a table and says the rules.", allow_abbrev=False
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_table(commands.add_parser("table", help="score one table", allow_abbrev=False))
    _add_rules(commands.add_parser("rules", help="list the rule sets, or say one in sentences", allow_abbrev=False))
    return parser


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("points", nargs="*", type=_whole, metavar="POINTS", help="the end points of E, S, W and N")
    parser.add_argument("--rules", type=_preset, default="wrc-2022", metavar="NAME", help=f"one of: {NAMES}")
    parser.add_argument(
        "--deposits", type=_whole, default=0, metavar="N", help="riichi deposits left on the table (default: 0)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON value, amounts in points, rows from 0")
    parser.set_defaults(run=_table, parser=parser)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", type=_preset, metavar="NAME", help=f"one of: {NAMES}")
    parser.add_argument("--json", action="store_true", help="one JSON value, amounts in points")
    parser.set_defaults(run=_rules)


def _whole(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number; type points in full, as 25300 or -2800")
    return int(text)


def _preset(name: str) -> Ruleset:
    if name not in PRESETS:
        raise argparse.ArgumentTypeError(f"“{name}” is not a rule set; there are: {NAMES}")
    return preset(name)


def _table(options: argparse.Namespace) -> int:
    points: list[int] = options.points
    if len(points) != len(WINDS):
        options.parser.error(f"a table has four scores, not {len(points)}; the rule sets are: {NAMES}")
    found = problems(points, options.deposits, options.rules, Unit.FULL)
    ok = not any(problem.level is Level.ERROR for problem in found)
    rows = score_points(points, options.rules, options.deposits) if ok else ()
    for problem in () if options.json else found:
        print(f"{problem.level} [{problem.code}]: {problem.message}", file=sys.stderr)
    if options.json:
        _print_json(
            {"ok": ok, "problems": [_problem_json(one) for one in found], "rows": [_row_json(row) for row in rows]}
        )
    elif ok:
        print(_sheet(options.rules, rows, options.deposits))
    return DONE if ok else HAS_PROBLEMS


def _print_json(value: object) -> None:
    print(json.dumps(value))


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


def _rules(options: argparse.Namespace) -> int:
    if options.name is None:
        _list_rules(options.json)
    elif options.json:
        _print_json(_rules_json(options.name))
    else:
        print(_said(options.name))
    return DONE


def _list_rules(as_json: bool) -> None:
    if as_json:
        _print_json([{"key": key, "title": preset(key).title} for key in PRESETS])
        return
    for key in PRESETS:
        print(f"  {key:<10}{preset(key).title:<11}{_in_short(preset(key))}")


def _in_short(rules: Ruleset) -> str:
    uma = "floating" if isinstance(rules.uma, FloatingUma) else "/".join(write_price(own)[:-1] for own in rules.uma)
    return f"start {write(rules.start)}   goal {write(rules.goal)}   uma {uma:<12}   chonbo {write_price(rules.chonbo)}"


def _rules_json(rules: Ruleset) -> dict[str, object]:
    said = [{"field": one.field, "text": str(one), "source": one.source} for one in rules.sentences()]
    return {**rules.to_json(), "sentences": said}


def _said(rules: Ruleset) -> str:
    said = [
        (fill(str(one), WIDTH, initial_indent="  ", subsequent_indent="  "), one.source) for one in rules.sentences()
    ]
    return "\n".join([f"  {rules.title}", *(f"\n{text}\n  [{source}]" for text, source in said)])


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # `… | head` ends the command quietly
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
