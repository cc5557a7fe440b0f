"""A seating as *lines*: hanchan, table, wind, player; one for every seat. And its digest, by which it is known again.

The digest is the SHA-256 of a text with one line for each seat, ``hanchan table wind player``, and one for each bye,
``hanchan - - player``; numbers in decimal, winds E S W N, sorted by hanchan, table, wind (E first) and player, byes
last in their hanchan, every line ended by a line feed.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

WINDS = "ESWN"

Line = tuple[int, int, str, int]
"""Hanchan, table, wind, player: one seat."""

Bye = tuple[int, int]
"""Hanchan, player: somebody who sits out."""


def lines_of(seats: Sequence[Any]) -> list[Line]:
    """Rounds (hanchan, tables, players from East on) or rows (hanchan, table, wind, player) as sorted lines."""
    if are_rows(seats):
        rows = [(hanchan, table, str(wind), player) for hanchan, table, wind, player in seats]
    else:
        rows = [
            (hanchan, number, WINDS[at] if at < len(WINDS) else "?", player)
            for hanchan, tables in enumerate(seats, start=1)
            for number, table in enumerate(tables, start=1)
            for at, player in enumerate(table)
        ]
    return sorted(rows, key=lambda row: (row[0], row[1], WINDS.find(row[2]), row[3]))


def are_rows(seats: Sequence[Any]) -> bool:
    """Whether these are rows and not rounds: what comes first in the first of them is a number."""
    first: Sequence[Any] = next((one for one in seats if is_list(one) and one), [])
    return bool(first) and not is_list(first[0])


def is_list(value: Any) -> bool:
    """Whether something is a list of anything; text is none."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def digest(seats: Sequence[Any], byes: Iterable[Bye] = ()) -> str:
    """The name of a seating, 64 hex characters: another whenever anybody sits elsewhere (see the top of the module)."""
    return sha256(canonical(seats, byes).encode()).hexdigest()


def canonical(seats: Sequence[Any], byes: Iterable[Bye] = ()) -> str:
    """The text of which the digest is made.

    >>> canonical([[(3, 1, 2, 4)]], byes=[(1, 5)])
    '1 1 E 3\\n1 1 S 1\\n1 1 W 2\\n1 1 N 4\\n1 - - 5\\n'
    """
    written = [(line[0], 0, f"{line[0]} {line[1]} {line[2]} {line[3]}\n") for line in lines_of(seats)]
    written += [(hanchan, 1, f"{hanchan} - - {player}\n") for hanchan, player in sorted(byes)]
    return "".join(text for _, _, text in sorted(written, key=lambda one: one[:2]))
