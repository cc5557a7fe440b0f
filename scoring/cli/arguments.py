"""Arguments, JSON output, messages and exit statuses shared by the commands."""

import argparse
import difflib
import json
import re
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from scoring.messages import OR, InvalidValue, Level, Message, list_text, phrase
from scoring.rules import Ruleset, rule_names
from scoring.rules.fields import RulesetProblem
from scoring.rules.files import offered
from scoring.rules.rule_file import RuleFileProblem, preset_today, read_rules

Subparsers: TypeAlias = "argparse._SubParsersAction[CommandParser]"
DONE, HAS_PROBLEMS, CALLED_WRONGLY = 0, 1, 2
WIDTH = 80
MOST_PROPOSED = 4
VERSION = 1  # of the answers; goes up when a program that reads them has to change
NAMES = ", ".join(offered())
DEFAULT = "wrc-2022"


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one line, with the nearest name for an unknown one; `--help` shows the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(CALLED_WRONGLY, f"{self.prog}: {message}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, no_such(f"there is no “{value}”", value, action.choices))


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
    about = f"one of: {NAMES} (default: {DEFAULT}); or a file.toml"
    parser.add_argument("--rules", type=rule_set, default=DEFAULT, metavar="NAME", help=about)
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
        options.parser.error(f"--set {problem.field}: {_with_proposal(problem)}")


def _with_proposal(problem: RulesetProblem) -> str:
    """Return the problem; of a value that there is not, with the nearest."""
    names = [one.name for one in rule_names()]
    parts = {name.partition(".")[0] for name in names}
    if problem.field in parts.union(names) or "near" in problem.message.params:
        return str(problem)
    return no_such(str(problem).removesuffix("."), problem.field, names, f"rules {DEFAULT} --json")


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


def rule_set(name: str) -> Ruleset:
    """Return the preset of this name, also of a former one with the same values, or the rule set of a file `*.toml`."""
    if name.endswith(".toml"):
        return _from_file(Path(name))
    try:
        found = preset_today(name)
    except RulesetProblem as problem:
        raise argparse.ArgumentTypeError(str(problem)) from problem
    if found is None:
        raise argparse.ArgumentTypeError(no_such(f"“{name}” is not a rule set", name, offered(), "rules"))
    return found


def _from_file(path: Path) -> Ruleset:
    try:
        return read_rules(path.read_text(encoding="utf-8"), path.stem)
    except RuleFileProblem as problem:
        lines = "\n".join(f"{path.name}: {one}" for one in problem.problems)
        raise argparse.ArgumentTypeError(lines) from problem
    except UnicodeDecodeError as problem:
        text = f"“{path}” is not a text file; a rule set is text in UTF-8, as `rules {DEFAULT} --toml` writes it"
        raise argparse.ArgumentTypeError(text) from problem
    except OSError as problem:
        why = _CANNOT_READ.get(type(problem), "cannot be read")
        raise argparse.ArgumentTypeError(f"“{path}” {why}") from problem


_CANNOT_READ = {
    FileNotFoundError: "does not exist",
    IsADirectoryError: "is a folder, not a file",
    PermissionError: "may not be read: its permissions forbid it",
}


def no_such(refusal: str, name: str, names: Iterable[str], found_with: str = "") -> str:
    """Return the refusal of an unknown name with the nearest of `names`. When none is near, it has the call that lists
    them, or all of them where there are few.

    >>> no_such("“wrc2025” is not a rule set", "wrc2025", ["wrc-2025", "own"])
    '“wrc2025” is not a rule set; did you mean wrc-2025?'
    """
    known = {one.casefold(): one for one in names}
    typed = name.casefold()
    begun = sorted((one for one in known if typed and one.startswith(typed)), key=len)
    if near := begun[:MOST_PROPOSED] or difflib.get_close_matches(typed, known, n=2):
        proposed = list_text([phrase("{name}", {"name": known[one]}) for one in near], OR)
        return f"{refusal}; did you mean {proposed}?"
    if found_with:
        return f"{refusal}; this lists them: python -m scoring {found_with}"
    return f"{refusal}; there are: {', '.join(known.values())}"


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
