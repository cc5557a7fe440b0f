"""Arguments, messages and exit statuses that commands share."""

import argparse
import difflib
import re
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from scoring.messages import OR, list_text, phrase
from scoring.rules import Ruleset, rule_names
from scoring.rules.fields import RulesetProblem
from scoring.rules.files import offered
from scoring.rules.rule_file import RuleFileProblem, preset_today, read_rules
from scoring.rules.values import nested

Rules = TypeVar("Rules")
DONE, HAS_PROBLEMS, CALLED_WRONGLY = 0, 1, 2
WIDTH = 80
MOST_PROPOSED = 4
NAMES = ", ".join(offered())
DEFAULT = "wrc-2022"


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one line, with the nearest name for an unknown one; `--help` shows the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(CALLED_WRONGLY, f"{self.prog}: {message}\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, no_such(f"there is no “{value}”", value, action.choices))


class WrongCall(ValueError):
    """Arguments that do not fit together."""


class Argument:
    """An argument of a command: its name, what stands for its value in the usage, its help, what reads it, and what
    else `argparse` has.
    """

    def __init__(self, name: str, metavar: str, about: str, read: Callable[[str], object] = str, **more: Any) -> None:
        self.name, self.settings = name, {"metavar": metavar, "help": about, "type": read, **more}

    def add(self, parser: "argparse._ActionsContainer") -> None:
        parser.add_argument(self.name, **self.settings)


class Flag:
    """An option without a value."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = name, about

    def add(self, parser: "argparse._ActionsContainer") -> None:
        parser.add_argument(self.name, action="store_true", help=self.about)


class Alternatives:
    """Arguments of which a call has at most one."""

    def __init__(self, *arguments: Argument | Flag) -> None:
        self.arguments = arguments

    def add(self, parser: "argparse._ActionsContainer") -> None:
        group = parser.add_mutually_exclusive_group()
        for one in self.arguments:
            one.add(group)


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
    """Apply `--set` to the rules; the title then says that they differ from the preset. Raises WrongCall."""
    changes: dict[str, object] = {}
    for field, value in getattr(options, "changes", ()):
        if any(field == one or field.startswith(f"{one}.") or one.startswith(f"{field}.") for one in changes):
            raise WrongCall(f"--set {field} is there twice")
        changes[field] = value
    if not changes:
        return
    try:
        options.rules = options.rules.replace(**{"title": f"{options.rules.title}, changed", **nested(changes)})
    except RulesetProblem as problem:
        raise WrongCall(f"--set {problem.field}: {_with_proposal(problem)}") from problem


def _with_proposal(problem: RulesetProblem) -> str:
    """Return the problem; of a value that there is not, with the nearest."""
    names = [one.name for one in rule_names()]
    parts = {name.partition(".")[0] for name in names}
    if problem.field in parts.union(names) or "near" in problem.message.params:
        return str(problem)
    return no_such(str(problem).removesuffix("."), problem.field, names, f"rules {DEFAULT} --json")


def integer(text: str) -> int:
    """Parse a whole number; `−` is accepted as a minus. `25.3` and numbers of twenty digits are refused."""
    if not re.fullmatch(r"[+−-]?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number, or is too long")
    return int(text.replace("−", "-"))


class Number(Argument):
    """An argument that is a whole number."""

    def __init__(self, name: str, about: str, **more: Any) -> None:
        super().__init__(name, "N", about, integer, **more)


def full_points(text: str) -> int:
    """Parse points typed in full; `25.3` and `25k` are refused because their unit would be a guess."""
    try:
        return integer(text)
    except argparse.ArgumentTypeError as problem:
        raise argparse.ArgumentTypeError(f"{problem}; type points in full, as 25300 or -2800") from problem


def rule_set(name: str) -> Ruleset:
    """Return the preset of this name, also of a former one with the same values, or the rule set of a file `*.toml`."""
    if name.endswith(".toml"):
        return from_toml(Path(name), read_rules, f"a rule set is text in UTF-8, as `rules {DEFAULT} --toml` writes it")
    try:
        found = preset_today(name)
    except RulesetProblem as problem:
        raise argparse.ArgumentTypeError(str(problem)) from problem
    if found is None:
        raise argparse.ArgumentTypeError(no_such(f"“{name}” is not a rule set", name, offered(), "rules"))
    return found


def from_toml(path: Path, read: Callable[[str, str], Rules], form: str) -> Rules:
    """Return what `read` makes of a file's text and name; `form` says in which form such a file is."""
    try:
        return read(path.read_text(encoding="utf-8"), path.stem)
    except RuleFileProblem as problem:
        lines = "\n".join(f"{path.name}: {one}" for one in problem.problems)
        raise argparse.ArgumentTypeError(lines) from problem
    except UnicodeDecodeError as problem:
        raise argparse.ArgumentTypeError(f"“{path}” is not a text file; {form}") from problem
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


def print_error(message: object) -> None:
    """Print a message to standard error."""
    print(message, file=sys.stderr)


RULES = (
    Argument("--rules", "NAME", f"one of: {NAMES} (default: {DEFAULT}); or a file.toml", rule_set, default=DEFAULT),
    Argument(
        "--set",
        "FIELD=VALUE",
        "another value than the rule set's, as yakitori=9000 or hand.kiriage=true; repeatable",
        _change,
        action="append",
        default=[],
        dest="changes",
    ),
)
"""The options then have a Ruleset as `rules` (see `change_rules`)."""
