"""The quality report cut into pages of paper, by heights that are estimated and never too small.

A page has a `kind`: "text" is two columns of the card, the worst cases and the groups that meet; "matrix", "pairs" and
"paths" are what they say. A small matrix has the paths below it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TypeVar

from tournament.seating_report.report import SharedMeetings, WorstCase
from tournament.seating_report.tables import PathRow

Item = TypeVar("Item")

COLUMN_LETTERS, NAME_LETTERS = 40, 18  # letters to a line, a little fewer than fit
LINE, GAP, HEADING, CASE_HEAD = 50, 10, 90, 75  # tenths of millimetres
CARD_HEAD, CARD_ROW = 160, 78
GROUPS_HEAD, GROUP_HEAD, GROUP_ROW = 230, 190, 52
PATHS_HEAD, PATH, PATH_LETTERS = 100, 44, 28
ROOM = {"a4": 2_400, "letter": 2_224}
ROWS = {"a4": 50, "letter": 45}
PAIRS = 34
FEW = 16
"""The players whose matrix and paths are on one page."""


@dataclass(frozen=True, slots=True)
class ReportBlock:
    """A piece of a column: of the kind "card", "case" or "groups"; the first of its kind has the heading of all."""

    kind: str
    of: WorstCase | SharedMeetings | None
    is_first: bool
    height: int


@dataclass(frozen=True, slots=True)
class ReportPage:
    """One page: its rows, or its two columns of blocks."""

    kind: str
    rows: Sequence[object] = ()
    columns: Sequence[Sequence[ReportBlock]] = ()


def report_pages(
    card_lines: int,
    cases: Sequence[WorstCase],
    shared: Sequence[SharedMeetings],
    pairs: Sequence[object],
    paths: Sequence[PathRow],
    paper: str,
) -> list[ReportPage]:
    """Return the pages of the report on `paper`, with a card of so many lines. Paths that have room below the text or a
    small matrix are there."""
    room = ROOM[paper]
    split = split_cases(cases, room - HEADING)
    blocks = [
        ReportBlock("card", None, True, CARD_HEAD + CARD_ROW * card_lines),
        *(ReportBlock("case", one, not at, case_height(one) + HEADING * (not at)) for at, one in enumerate(split)),
        *(
            ReportBlock("groups", one, not at, shared_height(one) + GROUPS_HEAD * (not at))
            for at, one in enumerate(shared)
        ),
    ]
    columns = packed(blocks, room, height_of)
    texts: list[Sequence[Sequence[ReportBlock]]] = [columns[at : at + 2] for at in range(0, len(columns), 2)]
    texts[-1] = balanced([block for column in texts[-1] for block in column])
    left = room - max(sum(map(height_of, column)) for column in texts[-1])
    below_text = paths if paths_height(paths) <= left else ()
    below_matrix = paths if not below_text and len(paths) <= FEW else ()
    return [
        *(ReportPage("text", columns=text) for text in texts[:-1]),
        ReportPage("text", below_text, texts[-1]),
        ReportPage("matrix", below_matrix),
        *(ReportPage("pairs", rows) for rows in even(pairs, PAIRS)),
        *(ReportPage("paths", rows) for rows in even(() if below_text or below_matrix else paths, ROWS[paper])),
    ]


def height_of(block: ReportBlock) -> int:
    """The height of a block, in tenths of millimetres."""
    return block.height


def balanced(blocks: Sequence[ReportBlock]) -> list[Sequence[ReportBlock]]:
    """The blocks in two columns, the longer of which is as short as may be."""
    heights = [sum(map(height_of, blocks[:at])) for at in range(len(blocks) + 1)]
    at = min(range(1, len(blocks) + 1), key=lambda at: max(heights[at], heights[-1] - heights[at]))
    return [column for column in (blocks[:at], blocks[at:]) if column]


def paths_height(paths: Sequence[PathRow]) -> int:
    """The height of the table of everybody's path, in tenths of millimetres."""
    return PATHS_HEAD + PATH * sum(1 + (len(str(one.name)) > PATH_LETTERS) for one in paths)


def case_height(case: WorstCase) -> int:
    """The height of a case in a column, in tenths of millimetres.

    >>> case_height(WorstCase("winds", "Winds", ["Aiko Brandt (1) sits East 4 times."], 0))
    135
    """
    lines = sum(len(wrap(sentence, COLUMN_LETTERS)) for sentence in case.sentences)
    return GAP * len(case.sentences) + LINE * (lines + bool(case.more)) + CASE_HEAD


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
    """The height of the table of one kind of group in a column, in tenths of millimetres."""
    lines = sum(len(wrap(str(group.name), NAME_LETTERS)) or 1 for group in shared.groups)
    return GROUP_HEAD + GROUP_ROW * (lines + bool(shared.more))


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
