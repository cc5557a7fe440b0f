"""Tables by rank alone (neighbours, the snake, written patterns), and lots within classes of rank (groups, pots).

Groups hold positions in the order, counted from 0.
"""

import re
from collections import Counter
from collections.abc import Sequence

from seating.notes import CannotPlan, gettext_noop

Groups = list[list[int]]
"""The people of each table, as positions in the order."""

MOST_WRITTEN = 4_000
"""Characters of a pattern that are read: a thousand ranks."""


def chunks(count: int, size: int = 4) -> Groups:
    """1-2-3-4, 5-6-7-8, ... Raises `ValueError` if they do not fill tables.

    >>> chunks(8)
    [[0, 1, 2, 3], [4, 5, 6, 7]]
    """
    _check_full(count, size)
    return [list(range(first, first + size)) for first in range(0, count, size)]


def snake(count: int, size: int = 4) -> Groups:
    """To and fro over the tables, so that all are of equal strength: 1-8-9-16, 2-7-10-15, ... where four tables play.

    Raises `ValueError` if they do not fill tables.

    >>> snake(8)
    [[0, 3, 4, 7], [1, 2, 5, 6]]
    """
    _check_full(count, size)
    tables = count // size
    groups: Groups = [[] for _ in range(tables)]
    for first in range(0, count, tables):
        row = range(first, first + tables)
        for table, one in enumerate(row if first // tables % 2 == 0 else reversed(row)):
            groups[table].append(one)
    return groups


def _check_full(count: int, size: int) -> None:
    if size < 1 or count < size or count % size:
        raise ValueError(f"{count} players do not fill tables of {size}")


def parse_pattern(text: str, count: int, size: int = 4) -> Groups:
    """A pattern as it is written, "1-4-5-8 / 2-3-6-7": tables parted by / ; or lines, ranks by anything else.

    A pattern for fewer people goes on below them: ranks 9-12-13-16 follow for the next eight. Raises
    `CannotPlan`, naming what is wrong with it.

    >>> parse_pattern("1-4-5-8 / 2-3-6-7", 8)
    [[0, 3, 4, 7], [1, 2, 5, 6]]
    """
    tables = [[int(rank) for rank in re.findall(r"[0-9]{1,4}", table)] for table in _tables_of(text)]
    _check(tables, count, size)
    covered = size * len(tables)
    return [[first + rank - 1 for rank in table] for first in range(0, count, covered) for table in tables]


def _tables_of(text: str) -> list[str]:
    parts = [part for part in re.split(r"[/;\n]", text[:MOST_WRITTEN]) if part.strip()]
    if not parts:
        raise CannotPlan.because(
            "pattern_empty", gettext_noop("Enter which ranks sit together, for example 1-4-5-8 / 2-3-6-7.")
        )
    for part in parts:
        if strange := re.search(r"[^0-9\s,.\-–—+&]|[0-9]{5,}", part):
            raise CannotPlan.because(
                "pattern_unreadable",
                gettext_noop("“{what}” in “{table}” is not a rank; enter ranks as numbers, for example 1-4-5-8."),
                what=strange[0][:20],
                table=" ".join(part.split())[:40],
            )
    return parts


def _check(tables: Sequence[Sequence[int]], count: int, size: int) -> None:
    """Every table has its size, every rank from 1 on stands in the pattern once, and it fills the people evenly."""
    for number, table in enumerate(tables, start=1):
        if len(table) != size:
            raise CannotPlan.because(
                "pattern_table_size",
                gettext_noop("Table {table} of the pattern has {ranks} ranks; a table has {size} players.")
                if len(table) != 1
                else gettext_noop("Table {table} of the pattern has 1 rank; a table has {size} players."),
                table=number,
                ranks=len(table),
                size=size,
            )
    covered = size * len(tables)
    times = Counter(rank for table in tables for rank in table)
    twice = sorted(rank for rank, found in times.items() if found > 1)
    if twice:
        raise CannotPlan.because(
            "pattern_repeats_rank", gettext_noop("More than once in the pattern: rank {ranks}."), ranks=_listed(twice)
        )
    missing = [rank for rank in range(1, covered + 1) if rank not in times]
    if missing:
        beyond = sorted(rank for rank in times if not 1 <= rank <= covered)
        raise CannotPlan.because(
            "pattern_lacks_rank",
            gettext_noop(
                "Not in the pattern: rank {ranks}; instead it has {beyond}. Its {tables} tables seat ranks 1 to "
                "{covered}, each once."
            )
            if len(tables) > 1
            else gettext_noop(
                "Not in the pattern: rank {ranks}; instead it has {beyond}. Its table seats ranks 1 to {covered}, "
                "each once."
            ),
            ranks=_listed(missing),
            beyond=_listed(beyond),
            tables=len(tables),
            covered=covered,
        )
    if count % covered:
        raise CannotPlan.because(
            "pattern_does_not_divide",
            gettext_noop(
                "The pattern seats {covered} ranks, and {count} players cannot be divided into such groups. "
                "Enter a pattern for {count} players, or for a divisor of {count}."
            ),
            covered=covered,
            count=count,
        )


def _listed(ranks: Sequence[int]) -> str:
    return ", ".join(map(str, ranks[:8])) + (", …" if len(ranks) > 8 else "")
