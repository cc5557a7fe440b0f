"""The quality report cut into pages of paper, by heights that are estimated and never too small.

A page has a `kind`: "quality" is the card with the first of the worst cases beside it, "cases" two columns of further
ones, "groups", "matrix", "pairs" and "paths" what they say.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TypeVar

from tournament.seating_report.report import SharedMeetings, WorstCase

Item = TypeVar("Item")

COLUMN_LETTERS, NAME_LETTERS = 40, 26  # letters to a line, a little fewer than fit
LINE, GAP, HEADING = 50, 10, 120  # tenths of millimetres
GROUP_HEAD, GROUP_ROW = 320, 44
ROOM = {"a4": 2_350, "letter": 2_170}
ROWS = {"a4": 42, "letter": 38}
PAIRS = 22


@dataclass(frozen=True, slots=True)
class ReportPage:
    """One page: its rows, or its one or two columns of cases."""

    kind: str
    rows: Sequence[object] = ()
    columns: Sequence[Sequence[WorstCase]] = ()


def report_pages(
    cases: Sequence[WorstCase],
    shared: Sequence[SharedMeetings],
    pairs: Sequence[object],
    paths: Sequence[object],
    paper: str,
) -> list[ReportPage]:
    """Return the pages of the report on `paper`."""
    columns = packed(split_cases(cases, ROOM[paper] - HEADING), ROOM[paper] - HEADING, case_height)
    return [
        ReportPage("quality", columns=columns[:1]),
        *(ReportPage("cases", columns=columns[at : at + 2]) for at in range(1, len(columns), 2)),
        *(ReportPage("groups", rows) for rows in packed(shared, ROOM[paper] - HEADING, shared_height)),
        ReportPage("matrix"),
        *(ReportPage("pairs", rows) for rows in even(pairs, PAIRS)),
        *(ReportPage("paths", rows) for rows in even(paths, ROWS[paper])),
    ]


def case_height(case: WorstCase) -> int:
    """The height of a case in a column, in tenths of millimetres.

    >>> case_height(WorstCase("winds", "Winds", ["Aiko Brandt (1) sits East 4 times."], 0))
    170
    """
    lines = sum(len(wrap(sentence, COLUMN_LETTERS)) for sentence in case.sentences)
    return GAP * len(case.sentences) + LINE * (lines + bool(case.more)) + HEADING - GAP


def split_cases(cases: Iterable[WorstCase], room: int) -> list[WorstCase]:
    """Cases that are longer than a column, in parts."""
    found = []
    for case in cases:
        while case_height(case) > room and len(case.sentences) > 1:
            fitting = next(
                n
                for n in range(len(case.sentences) - 1, 0, -1)
                if n == 1 or case_height(replace(case, sentences=case.sentences[:n], more=0)) <= room
            )
            found.append(replace(case, sentences=case.sentences[:fitting], more=0))
            case = replace(case, sentences=case.sentences[fitting:])
        found.append(case)
    return found


def shared_height(shared: SharedMeetings) -> int:
    """The height of the table of one kind of group, in tenths of millimetres."""
    lines = sum(1 + len(wrap(str(group.name), NAME_LETTERS)) for group in shared.groups)
    return GROUP_HEAD + GROUP_ROW * lines


def packed(items: Iterable[Item], room: int, height: Callable[[Item], int]) -> list[list[Item]]:
    """The items in their order, as many together as have room.

    >>> packed([3, 4, 5, 2], 8, lambda item: item)
    [[3, 4], [5, 2]]
    """
    found: list[list[Item]] = []
    left = 0
    for item in items:
        if not found or height(item) > left:
            found.append([])
            left = room
        found[-1].append(item)
        left -= height(item)
    return found


def even(rows: Sequence[Item], most: int) -> list[Sequence[Item]]:
    """Rows on as few pages as possible, about as many on each.

    >>> even("abcdefg", 5)
    ['abcd', 'efg']
    """
    pages = -(-len(rows) // most)
    size = -(-len(rows) // pages) if pages else 1
    return [rows[at : at + size] for at in range(0, len(rows), size)]
