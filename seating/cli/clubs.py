"""Clubs on the command line: sizes of groups of consecutive numbers."""

from argparse import ArgumentTypeError
from collections.abc import Sequence

Clubs = tuple[int, ...]
"""Sizes: players 1.. are the first club, the next ones the second, and so on."""


def parse_clubs(text: str) -> Clubs:
    """Parse "8,8,4"."""
    try:
        found = tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is not a list of sizes; write 8,8,4") from error
    if min(found) < 1:
        raise ArgumentTypeError("a club has at least one player")
    return found


def members(clubs: Clubs) -> list[frozenset[int]]:
    """Return the players of each club."""
    found, first = [], 1
    for size in clubs:
        found.append(frozenset(range(first, first + size)))
        first += size
    return found


def meetings(clubs: Clubs, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Count the meetings of two players of one club, over all hanchan."""
    pairs = 0
    for club in members(clubs):
        for tables in rounds:
            here = [len(club & set(table)) for table in tables]
            pairs += sum(count * (count - 1) // 2 for count in here)
    return pairs
