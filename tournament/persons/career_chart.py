"""The picture on the page of a person: each event as a circle over its day, by its base rank. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tournament.persons.career import CareerEvent

YEARS = timedelta(days=731)
LABEL_ROOM = 40
RULES = (1_000, 750, 500, 250, 0)


@dataclass(frozen=True, slots=True)
class ChartLayout:
    """Sizes in units of the drawing; `foot` is the room for places below the axis, 0 for none."""

    left: int
    right: int
    width: int
    height: int
    foot: int
    radius: float

    @property
    def bottom(self) -> int:
        return TOP + self.height


TOP = 12
DESK = ChartLayout(left=60, right=1_110, width=1_180, height=152, foot=56, radius=4.2)
PHONE = ChartLayout(left=38, right=346, width=358, height=150, foot=8, radius=3.2)


@dataclass(frozen=True, slots=True)
class ChartCircle:
    """An event: its circle, and whether its place is written below; of two that are close the heavier one's is."""

    x: int
    y: int
    radius: float
    event: CareerEvent
    is_labelled: bool


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A ranking, and what it said of a person from each of these days on."""

    name: str
    slug: str
    steps: tuple[tuple[date, int], ...]


@dataclass(frozen=True, slots=True)
class CareerChart:
    """Everything that is drawn. `line` are the corners of the steps of a ranking, as SVG has them; "" for none."""

    layout: ChartLayout
    circles: tuple[ChartCircle, ...]
    rules: tuple[tuple[int, int], ...]
    years: tuple[tuple[int, int], ...]
    line: str = ""

    @property
    def bottom(self) -> int:
        return self.layout.bottom

    @property
    def height(self) -> int:
        return self.layout.bottom + self.layout.foot

    @property
    def is_wide(self) -> bool:
        return self.layout is DESK


def career_chart(
    events: Sequence[CareerEvent],
    today: date,
    layout: ChartLayout = DESK,
    *,
    everything: bool = False,
    line: Iterable[tuple[date, int]] = (),
) -> CareerChart | None:
    """Return the picture of the last two years, or of everything; None without an event that has a day and a rank.

    `line` is what a ranking said from each of these days on.
    """
    known = [one for one in events if one.ended and one.rank is not None]
    shown = [one for one in known if everything or (one.ended and one.ended > today - YEARS)]
    if not shown:
        return None
    days = [one.ended for one in shown if one.ended]
    first, last = min(days) - timedelta(days=30), max(today, *days)

    def x(day: date) -> int:
        return layout.left + (day - first).days * (layout.right - layout.left) // max((last - first).days, 1)

    def y(rank: int) -> int:
        return TOP + (1_000 - rank) * layout.height // 1_000

    steps = [(x(day), y(value)) for day, value in line if first <= day <= last]
    ends = [*(at for at, _level in steps[1:]), layout.right]
    corners = [f"{at},{level} {end},{level}" for (at, level), end in zip(steps, ends, strict=False)]
    starts = [date(year, 1, 1) for year in range(first.year + 1, last.year + 1)]
    return CareerChart(
        layout=layout,
        circles=tuple(_circles(shown, x, y, layout.radius)),
        rules=tuple((y(rank), rank) for rank in RULES),
        years=tuple((x(day), day.year) for day in starts),
        line=" ".join(corners),
    )


def _circles(
    shown: Iterable[CareerEvent], x: Callable[[date], int], y: Callable[[int], int], radius: float
) -> Iterator[ChartCircle]:
    """Yield the circles, the heaviest first, so that a lighter one is drawn above."""
    labelled: list[int] = []
    for one in sorted(shown, key=lambda event: -(event.weight or 1)):
        if one.ended is not None and one.rank is not None:
            at = x(one.ended)
            is_free = all(abs(at - other) >= LABEL_ROOM for other in labelled)
            labelled += [at] if is_free else []
            yield ChartCircle(at, y(one.rank), round(radius * float(one.weight or 1) ** 0.5, 1), one, is_free)
