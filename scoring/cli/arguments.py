"""Arguments, JSON output, messages and exit statuses shared by the commands."""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Sequence
from typing import Any, TypeAlias

from scoring.messages import InvalidValue, Level, Message
from scoring.rules import Ruleset, preset
from scoring.rules.fields import RulesetProblem
from scoring.rules.files import PRESETS

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
DONE, HAS_PROBLEMS, CALLED_WRONGLY = 0, 1, 2
WIDTH = 80
VERSION = 1  # of the answers; goes up when a program that reads them has to change
NAMES = ", ".join(PRESETS)
DEFAULT = "wrc-2022"


def add_parser(commands: Subparsers, name: str, about: str) -> argparse.ArgumentParser:
    """Return the parser of one subcommand; options cannot be shortened, and a usage error exits with 2.

    The subcommand sets `run` to a function of the options that returns the exit status. The parser is also in
    `options.parser`, for errors that only the combination of arguments shows; `options.command` is the name.
    """
    parser = commands.add_parser(name, help=about, allow_abbrev=False)
    parser.set_defaults(parser=parser, command=name)
    return parser


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add `--rules NAME [--set FIELD=VALUE]`; the options then have a Ruleset as `rules` (see `change_rules`)."""
    parser.add_argument(
        "--rules", type=preset_name, default=DEFAULT, metavar="NAME", help=f"one of: {NAMES} (default: {DEFAULT})"
    )
    parser.add_argument(
        "--set",
        type=_change,
        action="append",
        default=[],
        dest="changes",
        metavar="FIELD=VALUE",
        help="another value than the rule set's, as yakitori=9000 or hand.kiriage=true; repeatable",
    )


def _change(text: str) -> tuple[str, object]:
    """Parse FIELD=VALUE: a number, true, false, a list, or otherwise a word."""
    field, sign, value = text.partition("=")
    if not sign or not value:
        raise argparse.ArgumentTypeError(f"“{text}” is no change; type FIELD=VALUE, as yakitori=9000")
    try:
        return field, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return field, value


def change_rules(options: argparse.Namespace) -> None:
    """Apply `--set` to the rules; the title then says that they differ from the preset."""
    changes: dict[str, Any] = {}
    for field, value in getattr(options, "changes", ()):
        part, _, name = field.partition(".")
        inner: Any = changes.setdefault(part, {}) if name else changes
        if not isinstance(inner, dict) or (name or part) in inner:
            options.parser.error(f"--set {field} is there twice")
        inner[name or part] = value
    if not changes:
        return
    try:
        options.rules = options.rules.replace(**{"title": f"{options.rules.title}, changed", **changes})
    except RulesetProblem as problem:
        options.parser.error(f"--set {problem.field}: {problem}")


def add_json(parser: argparse.ArgumentParser, about: str = "one JSON value, amounts in points") -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help=about)


def integer(text: str) -> int:
    """Parse a whole number; `−` is accepted as a minus. `25.3` and numbers of twenty digits are refused."""
    if not re.fullmatch(r"[+−-]?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number, or is too long")
    return int(text.replace("−", "-"))


def full_points(text: str) -> int:
    """Parse points typed in full; `25.3` and `25k` are refused because their unit would be a guess."""
    try:
        return integer(text)
    except argparse.ArgumentTypeError as problem:
        raise argparse.ArgumentTypeError(f"{problem}; type points in full, as 25300 or -2800") from problem


def preset_name(name: str) -> Ruleset:
    """Check the name of a rule set."""
    if name not in PRESETS:
        raise argparse.ArgumentTypeError(f"“{name}” is not a rule set; there are: {NAMES}")
    return preset(name)


def answer(command: str, result: object, problems: Sequence[Message] = ()) -> int:
    """Print the answer of a command called with `--json`, one JSON value, and return the exit status.

    Every command answers in this form; docs/schemas has the form of each result. With an error there is no result.
    """
    ok = not any(problem.level is Level.ERROR for problem in problems)
    envelope = {
        "schema": f"sekigime/{command}/{VERSION}",
        "ok": ok,
        "problems": [_problem_json(problem) for problem in problems],
        "result": result if ok else None,
    }
    print(json.dumps(envelope))
    return DONE if ok else HAS_PROBLEMS


def _problem_json(problem: Message) -> dict[str, object]:
    return {"level": problem.level, "code": problem.code, "message": str(problem), "field": problem.field}


def print_error(message: object) -> None:
    """Print a message to standard error."""
    print(message, file=sys.stderr)


def refuse(options: argparse.Namespace, problem: InvalidValue) -> int:
    """Answer that what the call tells cannot be, and return the exit status."""
    if options.json:
        return answer(options.command, None, [problem.message])
    print_error(problem)
    return HAS_PROBLEMS
