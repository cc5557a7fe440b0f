"""The command line: `python -m seating plan 100 10 --seed x --json`, `check FILE`, `bounds 40 8`; without Django.

Each command loads only what it needs: `check` and `bounds` never load the search.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from seating.cli.clubs import parse_clubs
from seating.notes import CannotPlan
from seating.rounds import SIZES

FAULTY, REFUSED = 1, 2
"""Exit codes: a seating with faults; a command that cannot be carried out."""


def main(argv: Sequence[str]) -> int:
    """Run one command; return its exit code."""
    options = parser().parse_args(argv)
    try:
        return COMMANDS[options.command](options)
    except (CannotPlan, OSError) as problem:
        print(f"seating: {problem}", file=sys.stderr)
        return REFUSED


def parser() -> ArgumentParser:
    """Return the parser of all commands."""
    parser = ArgumentParser(prog="python -m seating", description="Who sits where at a riichi mahjong tournament.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="plan | check | draw | bounds")
    plan = commands.add_parser("plan", help="seat players for all hanchan; the same seed gives the same seating")
    _add_numbers(plan)
    add_plan_options(plan)
    check = commands.add_parser("check", help="verify a seating with an independent count and print its figures")
    check.add_argument(
        "file",
        metavar="FILE",
        help="output of `plan --json`, or nested lists of hanchan, tables and players; - for standard input",
    )
    check.add_argument("--json", action="store_true", help="print one JSON value")
    draw = commands.add_parser("draw", help="recompute every seat of a draw from words")
    draw.add_argument("file", metavar="FILE", help="the published file, draw.json; - for standard input")
    draw.add_argument("words", metavar="WORDS", help="the words that were heard in the hall, in one pair of quotes")
    draw.add_argument(
        "--list", default="", metavar="DIGEST", help="the digest of the list, as you wrote it down before"
    )
    bounds = commands.add_parser("bounds", help="print the best figures that any seating of a size can have")
    _add_numbers(bounds)
    _add_size(bounds)
    bounds.add_argument("--json", action="store_true", help="print one JSON value")
    return parser


def _add_numbers(command: ArgumentParser) -> None:
    command.add_argument("players", type=int, help="number of players; they must fill all tables")
    command.add_argument("hanchan", type=int, help="number of hanchan")


def _add_size(command: ArgumentParser) -> None:
    command.add_argument("--at-a-table", type=int, choices=SIZES, default=4, help="players at a table (default: 4)")


def add_plan_options(command: ArgumentParser) -> None:
    """Add the options of `plan`, which `manage.py plan_seating` has as well."""
    _add_size(command)
    command.add_argument("--seed", default="1", help="a number or any text that decides the lots (default: 1)")
    command.add_argument(
        "--clubs",
        type=parse_clubs,
        default=(),
        metavar="8,8,4",
        help="sizes of groups kept apart as far as possible: players 1 to 8, 9 to 16, 17 to 20",
    )
    command.add_argument("--progress", action="store_true", help="report progress on standard error")
    command.add_argument("--json", action="store_true", help="print one JSON value")


def _plan(options: Namespace) -> int:
    from seating.cli.planning import as_json, as_text, planned, watched

    with watched(sys.stderr if options.progress else None) as watch:
        made = planned(options.players, options.hanchan, options.seed, options.clubs, watch, options.at_a_table)
    print(as_json(made) if options.json else as_text(made))
    return 0


def _check(options: Namespace) -> int:
    from seating.cli.checking import as_json, as_text, checked, read

    found = checked(read(options.file))
    print(as_json(found) if options.json else as_text(found))
    return FAULTY if found.notes else 0


def _draw(options: Namespace) -> int:
    from seating.cli.checking import read
    from seating.cli.drawing import as_text, recomputed

    found = recomputed(read(options.file), options.words, options.list)
    print(as_text(found))
    return 0 if all(one.holds for one in found) else FAULTY


def _bounds(options: Namespace) -> int:
    from seating.cli.bounds import as_json, as_text, bounds

    found = bounds(options.players, options.hanchan, options.at_a_table)
    print(as_json(found) if options.json else as_text(found))
    return 0


COMMANDS = {"plan": _plan, "check": _check, "draw": _draw, "bounds": _bounds}
