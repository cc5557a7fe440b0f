"""The file that a command reads, or standard input."""

import argparse
import io
import sys
from pathlib import Path

from scoring.cli.arguments import Argument, WrongCall

STANDARD_INPUT = "-"


def file_argument(about: str) -> Argument:
    """Return the argument FILE."""
    return Argument("file", "FILE", f"{about}; {STANDARD_INPUT} for standard input")


def text_of(options: argparse.Namespace) -> str:
    """Read the file, UTF-8 with or without a byte order mark. Raises WrongCall for one that cannot be read."""
    return file_text(options.file)


def file_text(name: str) -> str:
    """Read a file as `text_of` does."""
    try:
        if name == STANDARD_INPUT:
            return _standard_input()
        return Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise WrongCall(f"“{name}” cannot be read: {problem}") from problem


def _standard_input() -> str:
    """Read standard input, which may begin with a byte order mark, as a file may."""
    if sys.stdin is None:
        raise OSError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict")
    return sys.stdin.read()
