"""The matrix of meetings as a drawing: a row and a column for each player, a mark where two meet.

Each kind of meeting has a colour and a shape of its own: a dot once, a ring with the number again but late, a filled
square with the number again too early. A table beside the drawing has the same content.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.seating_report.matrix import MeetingKind
from tournament.seating_report.report import SeatingReport
from tournament.translation.formats import enumeration, isolated, write

CELL = 20
"""Side of a cell, in units of the drawing."""
MOST_NAMED = 60
"""Up to this many players, rows have names and both halves are drawn."""
MOST_DRAWN = 400
"""No drawing for more players: a mark would be smaller than a pixel, and the page very large."""
NAME_WIDTH, NUMBER_WIDTH = 215, 150
LONGEST_NAME = 22
LARGER = 3
"""In large drawings, the least size of the mark of a repeat in cells."""
LARGEST_OF_PAGE = 9
"""Size of letters, in parts of 500 of a page's width: a little over 8 pt."""
TWO_FIGURES = 10
"""From so many players on the numbers of columns are on two lines in turn, or they would run into each other."""
EVERY = 10
"""In large drawings every tenth row and column has its number."""


@dataclass(frozen=True, slots=True)
class MatrixDrawing:
    """The drawing and its size in units; `whole` when both halves are drawn."""

    svg: SafeString
    width: int
    height: int
    whole: bool


def draw_matrix(subject: SeatingReport, most_named: int = MOST_NAMED) -> MatrixDrawing | None:
    """Return the drawing, with names for up to `most_named` players; None for too many players."""
    count = len(subject.people)
    if not 0 < count <= MOST_DRAWN:
        return None
    named = count <= most_named
    left, top = (NAME_WIDTH, 30) if named else (NUMBER_WIDTH, 70)
    parts = [*_grid(subject, left, top, named), *_marks(subject, left, top, whole=named)]
    margin = (2, 2) if named else (2 * CELL, CELL)
    svg = mark_safe("".join(parts))  # noqa: S308 (numbers, and texts that went through escape())
    return MatrixDrawing(svg, left + count * CELL + margin[0], top + count * CELL + margin[1], named)


def _grid(subject: SeatingReport, left: int, top: int, named: bool) -> list[str]:
    """The field, the diagonal, the lines, and the labels of rows and columns."""
    count = len(subject.people)
    side = count * CELL
    drawn = [f'<rect class="matrix-field" x="{left}" y="{top}" width="{side}" height="{side}"/>']
    for at in range(0, count + 1, 1 if named else EVERY):
        along = at * CELL
        drawn.append(f'<path class="matrix-line" d="M{left + along} {top}v{side}M{left} {top + along}h{side}"/>')
    drawn += [
        f'<rect class="matrix-self" x="{left + at * CELL}" y="{top + at * CELL}" width="{CELL}" height="{CELL}"/>'
        for at in range(count)
    ]
    return drawn + [_heading(subject, at, left, top, named) for at in range(count) if named or (at + 1) % EVERY == 0]


def _heading(subject: SeatingReport, at: int, left: int, top: int, named: bool) -> str:
    player, middle = subject.people[at], at * CELL + CELL // 2
    name = str(player.number)
    if named and player.name != name:
        name = f"{name} {isolated(_short(player.name))}"
    size = "" if named else f' class="matrix-large" font-size="{_size(len(subject.people))}"'
    above = 30 if not named else 11 if at % 2 or len(subject.people) < TWO_FIGURES else 23
    return (
        f'<text{size} x="{left - 6}" y="{top + middle}" text-anchor="end">{escape(name)}</text>'
        f'<text{size} x="{left + middle}" y="{top - above}" text-anchor="middle">{player.number}</text>'
    )


def _size(count: int) -> int:
    """The size of letters that are 8 pt where the drawing is as wide as a page."""
    return max(44, LARGEST_OF_PAGE * (count * CELL + NUMBER_WIDTH) // 500)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _marks(subject: SeatingReport, left: int, top: int, *, whole: bool) -> list[str]:
    """A group for each kind of meeting, with its class."""
    larger = max(LARGER, -(-_size(len(subject.people)) // CELL))
    marks: dict[MeetingKind, list[str]] = {MeetingKind.ONCE: [], MeetingKind.LATE: [], MeetingKind.AGAIN: []}
    for (one, other), hanchan in subject.matrix.met.items():
        kind = subject.matrix.kind(hanchan)
        title = escape(_title(subject, one, other, hanchan))
        for row, column in ((other, one), (one, other)) if whole else ((other, one),):
            x, y = left + (column - 1) * CELL, top + (row - 1) * CELL
            marks[kind].append(_mark(kind, x, y, len(hanchan), title, 1 if whole else larger))
    return [f'<g class="matrix-{kind.value}">{"".join(found)}</g>' for kind, found in marks.items()]


def _mark(kind: MeetingKind, x: int, y: int, times: int, title: str, scale: int) -> str:
    """The mark of one cell; repeats are drawn `scale` times as large, to be visible among thousands."""
    title = f"<title>{title}</title>"
    across, down = x + CELL // 2, y + CELL // 2
    if kind is MeetingKind.ONCE:
        return f'<circle cx="{across}" cy="{down}" r="{5 if scale == 1 else 7}">{title}</circle>'
    half = (CELL // 2 - 1) * scale
    size = "" if scale == 1 else f' font-size="{half * 3 // 2}"'
    if kind is MeetingKind.LATE:
        shape = f'<circle cx="{across}" cy="{down}" r="{half - scale}"/>'
    else:
        shape = f'<rect x="{across - half}" y="{down - half}" width="{2 * half}" height="{2 * half}"/>'
    number = f'<text x="{across}" y="{down}"{size} text-anchor="middle">{times}</text>'
    return f"<g>{title}{shape}{number}</g>"


def _title(subject: SeatingReport, one: int, other: int, hanchan: tuple[int, ...]) -> str:
    names = {"one": isolated(subject.label(one)), "other": isolated(subject.label(other))}
    return _("{one} and {other}: hanchan {hanchan}").format(**names, hanchan=enumeration(hanchan))


PAIRS_SHOWN = 200


def meetings_of(subject: SeatingReport, most_named: int = MOST_NAMED) -> dict[str, Any]:
    """The drawing, its legend with how many pairs there are of each kind, and who meets again."""
    repeated = list(subject.matrix.repeated())
    pairs = [
        {
            "one": subject.label(one),
            "other": subject.label(other),
            "hanchan": enumeration(hanchan),
            "kind": _(subject.matrix.kind(hanchan).label),
        }
        for (one, other), hanchan in repeated[:PAIRS_SHOWN]
    ]
    return {
        "picture": draw_matrix(subject, most_named),
        "pairs": pairs,
        "more_pairs": len(repeated) - len(pairs),
        "legend": [(kind.value, _(kind.label), write(count)) for kind, count in subject.matrix.counts().items()],
    }
