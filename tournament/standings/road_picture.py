"""A player's road through the event as one line: the place after each hanchan as a number in a ring. Pure.

Coordinates are for an SVG without a single inline style. Higher is better; the places near the first lie further apart,
as (place − 1)^CURVE.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from tournament.standings.ceremony_list import Road

CURVE = 0.6
"""The power of a place that its height follows."""
MOST_RINGS = 12
"""Up to so many hanchan have a ring each; of twice as many every second one stays without."""
LEAST_WORST = 8
"""The place at the bottom of a road that never went so far down."""


@dataclass(frozen=True, slots=True)
class RoadLayout:
    """Sizes in units of the drawing. The first place lies `top` under the edge, the worst `depth` below it; the labels
    stand at the bottom; the first ring has its middle `inset` from the side."""

    width: int
    height: int
    inset: int
    radius: int
    top: int
    depth: int


ALONE_ROAD = RoadLayout(width=1776, height=360, inset=50, radius=36, top=50, depth=193)
WINNER_ROAD = RoadLayout(width=1776, height=250, inset=50, radius=36, top=48, depth=95)
PHONE_ROAD = RoadLayout(width=358, height=112, inset=16, radius=13, top=18, depth=56)


@dataclass(frozen=True, slots=True)
class RoadPoint:
    """A hanchan on the road. `place` is "" where the player missed it and where the line goes on without a number."""

    x: int
    y: int
    place: str
    label: str
    has_ring: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class RoadPicture:
    """A road as it is drawn: the parts of its line, each the corners of a polyline, and its points."""

    layout: RoadLayout
    lines: tuple[str, ...]
    points: tuple[RoadPoint, ...]


def road_picture(road: Road, labels: Sequence[str], layout: RoadLayout) -> RoadPicture:
    """Return the drawing; `labels` are what the hanchan are called, in order."""
    count = len(road.places)
    between = (layout.width - 2 * layout.inset) / max(count - 1, 1)
    worst = max(LEAST_WORST, *road.places)
    every = ceil(count / MOST_RINGS) if count > 2 * MOST_RINGS else 1
    points = []
    for at, (place, label) in enumerate(zip(road.places, labels, strict=False)):
        behind = count - 1 - at
        is_shown = behind % every == 0
        depth = layout.depth * ((max(place, 1) - 1) / (worst - 1)) ** CURVE
        points.append(
            RoadPoint(
                x=round(layout.inset + at * between),
                y=round(layout.top + depth),
                place=str(place) if place and is_shown else "",
                label=label if is_shown else "",
                has_ring=is_shown and (every > 1 or count <= MOST_RINGS or behind % 2 == 0),
                is_last=not behind,
            )
        )
    return RoadPicture(layout, tuple(_lines(road, points)), tuple(points))


def _lines(road: Road, points: Sequence[RoadPoint]) -> Iterator[str]:
    """Yield the corners of each part of the line, which a missed hanchan interrupts."""
    for is_there, part in groupby(zip(road.places, points, strict=False), key=lambda one: bool(one[0])):
        corners = " ".join(f"{point.x},{point.y}" for _place, point in part)
        if is_there and " " in corners:
            yield corners
