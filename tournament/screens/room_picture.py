"""The plan of a room to scale, from above: the picture, the tables, and how far its names are read. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from tournament.screens.room_plan import RoomPlan

LEFT, RIGHT, FLOOR = 60, 680, 262
"""Where the picture hangs, where the last row sits at most, and the scale below them, in units of the drawing."""
MIDDLE, DEEP = 138, 200
SPREAD = 104
"""Half of what the cone of the picture is wide at the last row."""
STEPS = (1, 2, 5, 10, 20, 50)
MOST_STEPS = 5
FIRST_TABLE, LAST_TABLE = 0.15, 0.97
"""Where tables begin and end, of the way to the last row."""
LEAST_ROWS, MOST_ROWS, APART = 3, 7, 1.5
"""Rows of tables beside each other, and the metres between two tables behind each other."""


@dataclass(frozen=True, slots=True)
class Box:
    """A square table: its upper left corner."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Tick:
    x: int
    metres: int


@dataclass(frozen=True, slots=True)
class RoomPicture:
    """Coordinates of the plan. `near` is the ground up to which names are read at a glance, which ends at `reach`, and
    `far` the ground behind it, "" and None where all of it is near; `last` is the last row with its words `beyond` it,
    `top` and `tall` the picture, `label` the line of its words."""

    top: int
    tall: int
    near: str
    far: str
    reach: int | None
    last: int
    beyond: int
    label: int
    tables: tuple[Box, ...]
    side: int
    ticks: tuple[Tick, ...]


def room_picture(plan: RoomPlan, tables: int) -> RoomPicture:
    """Return the drawing of a plan for so many tables."""
    room = plan.room
    scale = min((RIGHT - LEFT) / room.metres, DEEP / (room.width / 100))
    half = room.width / 100 * scale / 2
    last = round(LEFT + room.metres * scale)
    reach = LEFT + plan.reach * scale

    is_near = plan.names.is_good

    def ground(start: float, end: float) -> str:
        wide = [round(half + (max(SPREAD, half) - half) * (x - LEFT) / (last - LEFT)) for x in (start, end)]
        x, to = round(start), round(end)
        return f"M{x} {MIDDLE - wide[0]}L{to} {MIDDLE - wide[1]}V{MIDDLE + wide[1]}L{x} {MIDDLE + wide[0]}Z"

    side, boxes = _tables(tables, room.metres, scale)
    return RoomPicture(
        top=round(MIDDLE - half),
        tall=round(2 * half),
        near=ground(LEFT, last if is_near else reach),
        far="" if is_near else ground(reach, last),
        reach=None if is_near else round(reach),
        last=last,
        beyond=last + 12,
        label=round(MIDDLE - half) - 10,
        tables=tuple(boxes),
        side=side,
        ticks=tuple(_ticks(room.metres, scale)),
    )


def _ticks(metres: int, scale: float) -> Iterator[Tick]:
    """A tick every few metres, and one at the last row."""
    step = next((step for step in STEPS if metres / step <= MOST_STEPS), STEPS[-1])
    return (Tick(round(LEFT + at * scale), at) for at in (*range(step, metres - step // 2, step), metres))


def _tables(count: int, metres: int, scale: float) -> tuple[int, Iterator[Box]]:
    """The side of a table and where each stands: rows beside each other, from the picture to the last row."""
    depth = metres * (LAST_TABLE - FIRST_TABLE)
    rows = range(LEAST_ROWS, MOST_ROWS)
    across = next((rows for rows in rows if ceil(count / rows) - 1 <= depth / APART), MOST_ROWS)
    behind = ceil(count / across)
    beside = min(46.0, 2 * SPREAD / across)
    side = int(min(18.0, 0.6 * depth * scale / behind, 0.6 * beside))
    gap = (depth * scale - side) / max(behind - 1, 1)
    start, top = LEFT + metres * FIRST_TABLE * scale, MIDDLE - beside * (across - 1) / 2 - side / 2

    def boxes() -> Iterator[Box]:
        for n in range(count):
            column, row = divmod(n, across)
            yield Box(round(start + column * gap), round(top + row * beside))

    return side, boxes()
