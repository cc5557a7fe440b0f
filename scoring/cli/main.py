"""All commands, and how one is run: exit status, and terminals that cannot display every character."""

import argparse
import codecs
import io
import sys
from collections.abc import Sequence

from scoring.cli import (
    all_last,
    cut,
    draw,
    foul,
    last_hand,
    late,
    liability,
    payment,
    penalty,
    ranking,
    rules,
    standings,
    table,
    tie,
)
from scoring.cli.arguments import CALLED_WRONGLY, CommandParser, print_error
from scoring.cli.command import Command

COMMANDS = (
    table.COMMAND,
    rules.COMMAND,
    all_last.COMMAND,
    last_hand.COMMAND,
    draw.COMMAND,
    foul.COMMAND,
    late.COMMAND,
    penalty.COMMAND,
    payment.COMMAND,
    liability.COMMAND,
    standings.COMMAND,
    cut.COMMAND,
    tie.COMMAND,
    ranking.COMMAND,
)
PLAIN = str.maketrans(
    {"−": "-", "▲": "-", "△": "-", "–": "-", "─": "-", "“": '"', "”": '"', "’": "'", "…": "...", "§": "section "}
)


def run(arguments: Sequence[str] | None, commands: Sequence[Command]) -> int:
    """Run one command and return the exit status; a usage error raises SystemExit(2), as in every argparse program."""
    _write_what_the_terminal_can()
    options = _parser(commands).parse_args(arguments)
    try:
        status: int = options.command.run(options)
        sys.stdout.flush()
    except OSError as problem:  # a full disk; what could not be written is not tried again at the end
        sys.stdout = io.StringIO()
        print_error(f"the answer cannot be written: {problem}")
        return CALLED_WRONGLY
    return status


def _write_what_the_terminal_can() -> None:
    """Replace characters that the terminal cannot display with a question mark; minus signs are kept as `-`.

    Output to a closed stream is discarded, not redirected.
    """
    codecs.register_error("scoring.plain", _plainly)
    sys.stdout, sys.stderr = sys.stdout or io.StringIO(), sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="scoring.plain")


def _plainly(problem: UnicodeError) -> tuple[str, int]:
    """Return a replacement for characters that cannot be encoded."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    meant = problem.object[problem.start : problem.end].translate(PLAIN)
    return "".join(sign if sign.isascii() else "?" for sign in meant), problem.end


def _parser(commands: Sequence[Command]) -> argparse.ArgumentParser:
    parser = CommandParser(
        prog="python -m scoring", description="Scores a table and says the rules.", allow_abbrev=False
    )
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for one in commands:
        one.add(subparsers)
    return parser
