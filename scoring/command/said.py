"""What the subcommands share: reading arguments, writing JSON and messages, the exit status."""

import argparse
import json
import re
import sys
from typing import TypeAlias

from scoring.rules import PRESETS, Ruleset, preset

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
    """`--rules NAME`, which gives the options a Ruleset as `rules`."""
    parser.add_argument(
        "--rules", type=named_preset, default=DEFAULT, metavar="NAME", help=f"one of: {NAMES} (default: {DEFAULT})"
    )


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
