"""What the subcommands share: reading arguments, writing JSON and messages, the exit status."""

import argparse
import json
import re
import sys
import tomllib
from typing import Any, TypeAlias

from scoring.rules import PRESETS, Ruleset, RulesetProblem, preset

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
DONE, HAS_PROBLEMS, CALLED_WRONGLY = 0, 1, 2
WIDTH = 80
NAMES = ", ".join(PRESETS)
DEFAULT = "wrc-2022"


def add_parser(commands: Subparsers, name: str, about: str) -> argparse.ArgumentParser:
    """The parser of one subcommand; it takes no shortened options and its usage error is exit 2.

    The subcommand sets `run` to a function of the options that gives the exit status. It finds the parser again as
    `options.parser`, for what only all arguments together show to be a wrong call.
    """
    parser = commands.add_parser(name, help=about, allow_abbrev=False)
    parser.set_defaults(parser=parser)
    return parser


def add_rules(parser: argparse.ArgumentParser) -> None:
    """`--rules NAME [--set FIELD=VALUE]`, which give the options a Ruleset as `rules` (see `change_rules`)."""
    parser.add_argument(
        "--rules", type=named_preset, default=DEFAULT, metavar="NAME", help=f"one of: {NAMES} (default: {DEFAULT})"
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
    """A field of a rule set and its value, which is a number, true, false, a list, or else a word."""
    field, sign, value = text.partition("=")
    if not sign or not value:
        raise argparse.ArgumentTypeError(f"“{text}” is no change; type FIELD=VALUE, as yakitori=9000")
    try:
        return field, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return field, value


def change_rules(options: argparse.Namespace) -> None:
    """Put what `--set` says into the rules; the title tells that they are no longer the preset."""
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
        options.parser.error(f"--set {problem.field}: {problem.message}")


def add_json(parser: argparse.ArgumentParser, about: str = "one JSON value, amounts in points") -> None:
    """`--json`."""
    parser.add_argument("--json", action="store_true", help=about)


def whole(text: str) -> int:
    """A whole number as typed; its minus may be the one that is printed. Neither `25.3` nor twenty digits are read."""
    if not re.fullmatch(r"[+−-]?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number, or is too long")
    return int(text.replace("−", "-"))


def full_points(text: str) -> int:
    """Points typed in full; `25.3` and `25k` are refused, so that nobody's thousands are guessed."""
    try:
        return whole(text)
    except argparse.ArgumentTypeError as problem:
        raise argparse.ArgumentTypeError(f"{problem}; type points in full, as 25300 or -2800") from problem


def named_preset(name: str) -> Ruleset:
    """The rule set of that name."""
    if name not in PRESETS:
        raise argparse.ArgumentTypeError(f"“{name}” is not a rule set; there are: {NAMES}")
    return preset(name)


def print_json(value: object) -> None:
    """The one JSON value of a subcommand called with `--json`."""
    print(json.dumps(value))


def complain(message: object) -> None:
    """A message to the person at the terminal, on standard error."""
    print(message, file=sys.stderr)


def refuse(code: str, message: object, *, as_json: bool, **more: object) -> int:
    """Say the one thing that cannot be; `more` is what the JSON says besides. Gives the exit status."""
    if as_json:
        print_json({"ok": False, "problems": [{"level": "error", "code": code, "message": str(message), **more}]})
    else:
        complain(message)
    return HAS_PROBLEMS
