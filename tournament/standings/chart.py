"""A player's running total as a line: coordinates for an SVG without a single inline style."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.points import P, Points
from tournament.standings.player_card import PlayerCard

WIDTH, HEIGHT, MARGIN = 600, 140, 14
LEAST_SPAN = 40 * P


@dataclass(frozen=True, slots=True)
class ChartDot:
    """One hanchan on the line; `total` in points."""

    hanchan: int
    x: int
    y: int
    total: Points


@dataclass(frozen=True, slots=True)
class TotalLine:
    """The dots, the same as `points` of a polyline beginning at zero, and where zero is."""

    dots: tuple[ChartDot, ...]
    points: str
    zero: int
    width: int = WIDTH
    height: int = HEIGHT


def line(totals: Sequence[Points]) -> TotalLine:
    """Totals after hanchan 1, 2, ... in points, drawn from zero on the left.

    >>> line([30_000, -10_000]).points
    '14,98 300,14 586,126'
    """
    top, bottom = max(0, *totals, 0), min(0, *totals, 0)
    span = max(top - bottom, LEAST_SPAN)
    step = (WIDTH - 2 * MARGIN) // max(len(totals), 1)

    def y(total: Points) -> int:
        return MARGIN + (top - total) * (HEIGHT - 2 * MARGIN) // span

    dots = tuple(ChartDot(n, MARGIN + n * step, y(total), total) for n, total in enumerate(totals, start=1))
    return TotalLine(dots, " ".join([f"{MARGIN},{y(0)}", *(f"{dot.x},{dot.y}" for dot in dots)]), y(0))


def line_of(card: PlayerCard) -> TotalLine:
    """The running total of a player's page."""
    return line([step.running for step in card.steps])
