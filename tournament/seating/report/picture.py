"""The matrix of meetings as a drawing: a row and a column for each player, a mark where two meet.

Each kind of meeting has a colour and a shape of its own: a dot once, a ring with the number again but late, a filled
square with the number again too early. What the marks say is also a table beside the drawing.
"""

from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.seating.planner.report import Meeting
from tournament.seating.report.subject import Subject

CELL = 20
"""Side of a cell, in units of the drawing."""
MOST_NAMED = 60
"""So many players have their names beside the rows, and both halves drawn."""
MOST_DRAWN = 400
"""More players than this are not drawn: a mark would be smaller than a pixel of a page, and the page heavy."""
NAME_WIDTH, NUMBER_WIDTH = 190, 110
LONGEST_NAME = 22
LARGER = 3
"""In large drawings repeats are so much larger than a cell."""
EVERY = 10
"""In large drawings every tenth row and column has its number."""
ISOLATED = "\u2068%s\u2069"
"""A name that keeps its own direction."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The drawing and its size in units; `whole` when both halves are drawn."""

    svg: SafeString
    width: int
    height: int
    whole: bool


def picture_of(subject: Subject) -> Picture | None:
    """The drawing; None when the players are too many."""
    count = len(subject.people)
    if not 0 < count <= MOST_DRAWN:
        return None
    named = count <= MOST_NAMED
    left, top = (NAME_WIDTH, 30) if named else (NUMBER_WIDTH, 70)
    parts = [*_grid(subject, left, top, named), *_marks(subject, left, top, whole=named)]
    margin = (2, 2) if named else (2 * CELL, CELL)
    svg = mark_safe("".join(parts))  # noqa: S308 (numbers, and texts that went through escape())
    return Picture(svg, left + count * CELL + margin[0], top + count * CELL + margin[1], named)


def _grid(subject: Subject, left: int, top: int, named: bool) -> list[str]:
    """The field, the diagonal, the lines and what stands at the rows and columns."""
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


def _heading(subject: Subject, at: int, left: int, top: int, named: bool) -> str:
    player, middle = subject.people[at], at * CELL + CELL // 2
    name = str(player.number)
    if named and player.name != name:
        name = f"{name} {ISOLATED % _short(player.name)}"
    size = "" if named else ' class="matrix-large"'
    return (
        f'<text{size} x="{left - 6}" y="{top + middle}" text-anchor="end">{escape(name)}</text>'
        f'<text{size} x="{left + middle}" y="{top - (12 if named else 30)}" text-anchor="middle">{player.number}</text>'
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _marks(subject: Subject, left: int, top: int, *, whole: bool) -> list[str]:
    """A group for each kind, so that one class draws them all."""
    marks: dict[Meeting, list[str]] = {Meeting.ONCE: [], Meeting.LATE: [], Meeting.AGAIN: []}
    for (one, other), hanchan in subject.matrix.met.items():
        kind = subject.matrix.kind(hanchan)
        told = escape(_told(subject, one, other, hanchan))
        for row, column in ((other, one), (one, other)) if whole else ((other, one),):
            x, y = left + (column - 1) * CELL, top + (row - 1) * CELL
            marks[kind].append(_mark(kind, x, y, len(hanchan), told, 1 if whole else LARGER))
    return [f'<g class="matrix-{kind.value}">{"".join(found)}</g>' for kind, found in marks.items()]


def _mark(kind: Meeting, x: int, y: int, times: int, told: str, scale: int) -> str:
    """The mark of one cell; repeats are drawn `scale` times as large, so that they are seen among thousands."""
    title = f"<title>{told}</title>"
    across, down = x + CELL // 2, y + CELL // 2
    if kind is Meeting.ONCE:
        return f'<circle cx="{across}" cy="{down}" r="{5 if scale == 1 else 7}">{title}</circle>'
    half = (CELL // 2 - 1) * scale
    if kind is Meeting.LATE:
        shape = f'<circle cx="{across}" cy="{down}" r="{half - scale}"/>'
    else:
        shape = f'<rect x="{across - half}" y="{down - half}" width="{2 * half}" height="{2 * half}"/>'
    number = f'<text x="{across}" y="{down}" text-anchor="middle">{times}</text>'
    return f"<g>{title}{shape}{number}</g>"


def _told(subject: Subject, one: int, other: int, hanchan: tuple[int, ...]) -> str:
    names = {"one": ISOLATED % subject.label(one), "other": ISOLATED % subject.label(other)}
    return _("%(one)s and %(other)s: hanchan %(hanchan)s") % {**names, "hanchan": ", ".join(map(str, hanchan))}


def legend() -> list[tuple[str, str]]:
    """(kind, what its mark means) for the legend under the drawing."""
    return [(kind.value, _(kind.label)) for kind in Meeting]
