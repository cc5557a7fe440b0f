"""A room before the event: what its last row can read, how long names are waited for, and what would help. Pure.

Sizes are in % of the picture's height, as in the style sheets of the screens. Rows and pages are those of the screens
themselves (name_board.py, scoreboard.py); what their style sheets leave of the picture is said here again, and a test
in a browser holds both together (tests/e2e/test_room.py).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate, repeat
from math import atan, ceil, degrees, radians, tan

from tournament.core.hall_distance import CAP_HEIGHT, SEATS, HallDistance
from tournament.screens.models import Face
from tournament.screens.name_board import GAP, LARGE, LARGE_PAGES, PAGE_SECONDS, USUAL, NameRoom
from tournament.screens.scoreboard import FIRST_PAGES, MOST_PAGES
from tournament.screens.scoreboard import PAGE_SECONDS as SCORE_SECONDS

WIDE = 16 / 9
PIXEL = 100 / 1080
CODE, BELOW = 10.4, 2.2
"""The code in the corner, and the edge below it."""
WIDTHS = range(40, 1761, 10)
"""Of pictures in cm, a step apart."""
GOOD = 10
"""Minutes of arc that are read at a glance."""
PATIENCE = 60
"""Seconds after which a name is to be back."""
HALVES = 2
"""So many projectors share the names: the faces of a screen have halves."""


@dataclass(frozen=True, slots=True)
class Room:
    """A picture `width` cm wide, 16:9, whose last row sits `metres` away; `projectors` share the names of `players`."""

    width: int
    metres: int
    players: int
    projectors: int = 1
    teams: int = 0

    @property
    def share(self) -> int:
        """The names on one projector."""
        return -(-self.players // self.projectors)

    @property
    def width_in_metres(self) -> float:
        return self.width / 100

    @property
    def distance(self) -> HallDistance:
        return HallDistance(round(self.width / WIDE), self.metres)

    def minutes(self, size: float) -> float:
        """How high capitals of a size are for the last row, in minutes of arc."""
        return 60 * degrees(atan(self._capital(size) / self.metres))

    def readable_to(self, size: float, minutes: float = GOOD) -> float:
        """How far away capitals of a size are so many minutes of arc high, in metres.

        >>> round(Room(250, 20, 200).readable_to(41.5 / 10.8), 1)  # 41.5 px of 1,080
        13.5
        """
        return self._capital(size) / tan(radians(minutes / 60))

    def _capital(self, size: float) -> float:
        """How high capitals of a size are on the wall, in metres."""
        return size / 100 * CAP_HEIGHT * self.distance.height / 100


@dataclass(frozen=True, slots=True)
class ScreenPlan:
    """What one screen shows in a room: letters of `size` %, for how many seconds each of its pages. `is_large`: names
    have the room of large ones."""

    face: Face
    room: Room
    size: float
    pages: int = 1
    page_seconds: int = 0
    is_large: bool = False

    @property
    def a_page(self) -> int:
        """The names on a page of the seating."""
        return -(-self.room.share // self.pages)

    @property
    def seconds(self) -> int:
        """The time until a page is back; 0 for one that stays."""
        return self.pages * self.page_seconds if self.pages > 1 else 0

    @property
    def is_slow(self) -> bool:
        """Return whether who missed their page gives up before it is back."""
        return self.seconds > PATIENCE

    @property
    def pixels(self) -> int:
        return round(self.size / PIXEL)

    @property
    def capital(self) -> int:
        return round(self.size / PIXEL * CAP_HEIGHT)

    @property
    def minutes(self) -> float:
        return self.room.minutes(self.size)

    @property
    def is_good(self) -> bool:
        return self.minutes >= GOOD


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """The screens of a room, the names first, and what would help: the same screens with `larger` letters, with a
    `second` projector or a `wider` picture, each None where it changes nothing, and names on paper (`is_paper`)."""

    room: Room
    boards: tuple[ScreenPlan, ...]
    larger: ScreenPlan | None = None
    second: ScreenPlan | None = None
    wider: ScreenPlan | None = None

    @property
    def names(self) -> ScreenPlan:
        return self.boards[0]

    @property
    def reach(self) -> float:
        """How far away names are read at a glance, in metres."""
        return self.room.readable_to(self.names.size)

    @property
    def is_paper(self) -> bool:
        return self.names.is_slow

    @property
    def is_good(self) -> bool:
        return all(board.is_good for board in self.boards) and not self.is_paper


def room_plan(room: Room) -> RoomPlan:
    """Return what the screens are like in a room."""
    names = seating(room)
    plan = RoomPlan(room, (names, *_others(room)))
    if plan.is_good:
        return plan
    return replace(plan, larger=_larger(names), second=_second(names), wider=_wider(names))


def _others(room: Room) -> Iterator[ScreenPlan]:
    far = room.distance.far
    yield ScreenPlan(Face.STANDINGS, room, far, score_pages(room.distance, room.players), SCORE_SECONDS)
    if room.teams > 1:
        yield ScreenPlan(Face.TEAMS, room, far, score_pages(room.distance, room.teams, TEAM_ROWS), SCORE_SECONDS)
    yield ScreenPlan(Face.CLOCK, room, max(5.5, far))


# --- names ----------------------------------------------------------------------------------------------------------


def seating(room: Room) -> ScreenPlan:
    """Return the seating by name: large letters where few pages have room for them, on as many pages the largest."""
    distance, names = room.distance, room.share
    each = LARGE if _pages(distance, LARGE, names) <= LARGE_PAGES else USUAL
    pages = _pages(distance, each, names)
    grown = accumulate(repeat(0.05, 39), initial=1.0)
    grow = max(scale for scale in grown if scale == 1 or _pages(distance, each, names, scale) <= pages)
    size = distance.far if each is LARGE else 1.09 * distance.name
    return ScreenPlan(Face.SEATING, room, size * grow, pages, PAGE_SECONDS, is_large=each is LARGE)


def _pages(distance: HallDistance, each: NameRoom, names: int, scale: float = 1) -> int:
    return -(-names // names_a_page(distance, each, scale))


def names_a_page(distance: HallDistance, each: NameRoom, scale: float = 1) -> int:
    """Return how many names a page has room for, as `js/hall_seating.js` counts them."""
    head = max(9.6, 9.26, 1.25 * distance.far, 1.25 * 4.5)
    foot = max(CODE, 1.25 * max(3.15, distance.least))
    width, height, size = 100 * WIDE - 2 * 3.7, 100 - 1.8 - BELOW - head - foot, distance.far * scale
    columns = max(1, int((width + GAP * size) / ((each.wide + GAP) * size)))
    return columns * max(1, int((height + PIXEL) / (each.tall * size)))


# --- standings ------------------------------------------------------------------------------------------------------


ROWS, TEAM_ROWS = ((1.68, 1.387, 1.387), 1.226, 1.18), ((1.78, 1.42, 1.42), 1.28, 1.28)
"""How high rows are, in sizes of their type: the first three, the others of the first page, those of the next pages."""


def score_pages(distance: HallDistance, count: int, sizes: tuple[tuple[float, ...], float, float] = ROWS) -> int:
    """Return how many pages of so many rows are shown without a cut, as `js/hall_standings.js` counts them."""
    leaders, others, usual = sizes
    far, rows, pages = distance.far, 0, 0
    head = max(1.25 * far, 1.43 * max(5.2, distance.name))
    labels = 0.16 * far + 1.1 * distance.least + 4 * PIXEL
    foot = 1.2 + max(CODE, 1.25 * max(3.4, distance.least))
    room = 100 - 2.6 - BELOW - head - labels - foot - 6 * PIXEL
    while rows < count:
        heights = [*repeat(usual, count - rows)] if pages else [*leaders, *repeat(others, count)][:count]
        rows += max(sum(height * far <= room + PIXEL for height in accumulate(heights)), 1)
        pages += 1
    return FIRST_PAGES if pages > MOST_PAGES else max(pages, 1)


# --- what would help ------------------------------------------------------------------------------------------------


def _larger(names: ScreenPlan) -> ScreenPlan | None:
    """The names as a farther last row has them, the nearest with which this one reads them at a glance."""
    if names.is_good:
        return None
    farther = (seating(replace(names.room, metres=metres)) for metres in SEATS if metres > names.room.metres)
    return next((board for board in farther if names.room.minutes(board.size) >= GOOD), None)


def _second(names: ScreenPlan) -> ScreenPlan | None:
    """The names on two projectors, where they are back sooner."""
    if names.room.projectors >= HALVES:
        return None
    board = seating(replace(names.room, projectors=HALVES))
    return board if board.pages < names.pages else None


def _wider(names: ScreenPlan) -> ScreenPlan | None:
    """The names in the smallest picture, three times as wide at most, that needs half as many pages."""
    if names.pages == 1:
        return None
    wider = (width for width in WIDTHS if names.room.width < width <= 3 * names.room.width)
    boards = (seating(replace(names.room, width=width)) for width in wider)
    return next((board for board in boards if board.pages <= ceil(names.pages / 2)), None)
