"""Repeats against closeness as a small picture: coordinates for an SVG without a single inline style."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 180
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 14, 34


@dataclass(frozen=True, slots=True)
class Dot:
    """One setting of the knob."""

    x: int
    y: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """The dots, the same as `points` of a polyline, and the numbers at the ends of both axes (mean spread as text)."""

    dots: tuple[Dot, ...]
    points: str
    most_repeats: int
    least_spread: str
    most_spread: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def drawn(points: Sequence[tuple[int, int]], chosen: int | None) -> Curve:
    """(repeats, mean spread in tenths) for each setting, from the closest to the one without repeats.

    >>> drawn([(10, 30), (0, 90)], 1).points
    '306,146 46,14'
    """
    repeats = max(1, *(one for one, _ in points))
    least, most = min(mean for _, mean in points), max(mean for _, mean in points)
    span = max(most - least, 1)
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    dots = tuple(
        Dot(LEFT + one * across // repeats, TOP + (most - mean) * down // span, at == chosen)
        for at, (one, mean) in enumerate(points)
    )
    return Curve(
        dots, " ".join(f"{dot.x},{dot.y}" for dot in dots), repeats, f"{least // 10}.{least % 10}",
        f"{most // 10}.{most % 10}",
    )  # fmt: skip
