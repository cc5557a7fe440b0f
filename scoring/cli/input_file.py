"""The file that a command reads, or standard input."""

import argparse
import io
import sys
from pathlib import Path

STANDARD_INPUT = "-"


def add_file(parser: argparse.ArgumentParser, about: str) -> None:
    """Add the argument FILE."""
    parser.add_argument("file", metavar="FILE", help=f"{about}; {STANDARD_INPUT} for standard input")


def text_of(options: argparse.Namespace) -> str:
    """Read the file, UTF-8 with or without a byte order mark; an unreadable file is a usage error."""
    parser: argparse.ArgumentParser = options.parser
    try:
        if options.file == STANDARD_INPUT:
            return _standard_input()
        return Path(options.file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        parser.error(f"“{options.file}” cannot be read: {problem}")


def _standard_input() -> str:
    """Read standard input, which may begin with a byte order mark, as a file may."""
    if sys.stdin is None:
        raise OSError("standard input is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict")
    return sys.stdin.read()
