"""A command: its name, its arguments, and its answer, in lines for a person or in JSON for a program."""

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scoring.cli.arguments import (
    DONE,
    HAS_PROBLEMS,
    Alternatives,
    Argument,
    CommandParser,
    Flag,
    WrongCall,
    change_rules,
    print_error,
)
from scoring.cli.results_file import ResultsProblem
from scoring.cli.shape import Shape
from scoring.messages import InvalidValue, Level, Message
from scoring.rules.fields import RulesetProblem

Subparsers: TypeAlias = "argparse._SubParsersAction[CommandParser]"
PROBLEM = Shape(Message, "level code field", message=Message)
VERSION = 1  # of the answers; goes up when a program that reads them has to change


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a call: the lines that a person reads, and what makes the `result` that a program reads.

    With an error among the problems there is neither.
    """

    result: Callable[[], object]
    lines: Iterable[str]
    problems: Sequence[Message] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """A command: `ask` answers the options that its arguments make, with a result of the shape `result`, or of one of
    these shapes.

    It raises WrongCall or RulesetProblem for options that do not fit together, ResultsProblem or another InvalidValue
    for what cannot be.
    """

    name: str
    about: str
    ask: Callable[[argparse.Namespace], Reply]
    result: Shape | tuple[Shape, ...]
    arguments: Sequence[Argument | Flag | Alternatives]
    epilog: str | None = None
    json: str = "one JSON value, amounts in points"

    def add(self, commands: Subparsers) -> None:
        """Add the parser of the command, whose options cannot be shortened."""
        form = argparse.RawDescriptionHelpFormatter if self.epilog else argparse.HelpFormatter
        parser = commands.add_parser(
            self.name, help=self.about, epilog=self.epilog, formatter_class=form, allow_abbrev=False
        )
        for one in (*self.arguments, Flag("--json", self.json)):
            one.add(parser)
        parser.set_defaults(command=self, parser=parser)

    def run(self, options: argparse.Namespace) -> int:
        """Print the answer and return the exit status; a wrong call raises SystemExit(2)."""
        try:
            change_rules(options)
            found = self.ask(options)
        except (WrongCall, RulesetProblem) as problem:
            parser: argparse.ArgumentParser = options.parser
            parser.error(str(problem))
        except (ResultsProblem, InvalidValue) as problem:
            if options.json:
                told = problem.messages if isinstance(problem, ResultsProblem) else [problem.message]
                return answer(self.name, None, told)
            print_error(problem)
            return HAS_PROBLEMS
        ok = _is_ok(found.problems)
        if options.json:
            return answer(self.name, found.result() if ok else None, found.problems)
        for one in found.problems:
            print_error(f"{one.level} [{one.code}]: {one}")
        if not ok:
            return HAS_PROBLEMS
        print("\n".join(found.lines))
        return DONE


def answer(command: str, result: object, problems: Sequence[Message] = ()) -> int:
    """Print the answer of a command called with `--json`, one JSON value, and return the exit status.

    Every command answers in this form; docs/schemas has the form of each result. With an error there is no result.
    What JSON does not have, such as a message or a tile, is written as its text.
    """
    ok = _is_ok(problems)
    envelope = {
        "schema": f"sekigime/{command}/{VERSION}",
        "ok": ok,
        "problems": [PROBLEM(one, message=one) for one in problems],
        "result": result if ok else None,
    }
    print(json.dumps(envelope, default=str))
    return DONE if ok else HAS_PROBLEMS


def _is_ok(problems: Iterable[Message]) -> bool:
    return not any(problem.level is Level.ERROR for problem in problems)
