"""The picture on the page of a person: each event as a circle over its day, by its base rank. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from tournament.persons.career import CareerEvent

LEFT, RIGHT, TOP, HEIGHT = 60, 1_110, 12, 152
WIDTH, FOOT = 1_180, 56
RADIUS = 4.2
YEARS = timedelta(days=731)
LABEL_ROOM = 40
RULES = (1_000, 750, 500, 250, 0)


@dataclass(frozen=True, slots=True)
class ChartCircle:
    """An event: its circle, and whether its place is written below; of two that are close the heavier one's is."""

    x: int
    y: int
    radius: float
    event: CareerEvent
    is_labelled: bool


@dataclass(frozen=True, slots=True)
class CareerChart:
    """Everything that is drawn. `line` are the corners of the steps of a ranking, as SVG has them; "" for none."""

    circles: tuple[ChartCircle, ...]
    rules: tuple[tuple[int, int], ...]
    years: tuple[tuple[int, int], ...]
    line: str = ""
    width: int = WIDTH
    height: int = TOP + HEIGHT + FOOT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = TOP + HEIGHT


def career_chart(
    events: Sequence[CareerEvent], today: date, *, everything: bool = False, line: Iterable[tuple[date, int]] = ()
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
        return LEFT + (day - first).days * (RIGHT - LEFT) // max((last - first).days, 1)

    def y(rank: int) -> int:
        return TOP + (1_000 - rank) * HEIGHT // 1_000

    steps = [(x(day), y(value)) for day, value in line if first <= day <= last]
    ends = [*(at for at, _level in steps[1:]), RIGHT]
    corners = [f"{at},{level} {end},{level}" for (at, level), end in zip(steps, ends, strict=False)]
    starts = [date(year, 1, 1) for year in range(first.year + 1, last.year + 1)]
    return CareerChart(
        circles=tuple(_circles(shown, x, y)),
        rules=tuple((y(rank), rank) for rank in RULES),
        years=tuple((x(day), day.year) for day in starts),
        line=" ".join(corners),
    )


def _circles(shown: Iterable[CareerEvent], x: Callable[[date], int], y: Callable[[int], int]) -> Iterator[ChartCircle]:
    """Yield the circles, the heaviest first, so that a lighter one is drawn above."""
    labelled: list[int] = []
    for one in sorted(shown, key=lambda event: -(event.weight or 1)):
        if one.ended is not None and one.rank is not None:
            at = x(one.ended)
            is_free = all(abs(at - other) >= LABEL_ROOM for other in labelled)
            labelled += [at] if is_free else []
            yield ChartCircle(at, y(one.rank), round(RADIUS * float(one.weight or 1) ** 0.5, 1), one, is_free)
