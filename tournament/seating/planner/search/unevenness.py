"""What uneven winds cost somebody: how far the counts are, after every hanchan, from what they could be at best."""

from collections.abc import Iterable, Sequence

from ..counting import winds_had
from ..task import Task

UNEVEN, ON_THE_WAY = 16, 4
"""What one count too much costs at the end, and after a hanchan before it."""


def past_winds(task: Task, people: Sequence[int]) -> list[tuple[int, ...]]:
    """How often each has sat East, South, West and North."""
    had, none = winds_had(task.past, task.size), [0] * task.size
    return [tuple(had.get(player, none)) for player in people]


def levels(counts: Sequence[int]) -> tuple[int, ...]:
    """The winds had least."""
    least = min(counts)
    return tuple(wind for wind, count in enumerate(counts) if count == least)


def filled(counts: Sequence[int], more: int) -> list[int]:
    """The counts after so many further hanchan, if the wind had least is always next."""
    level = list(counts)
    for _ in range(more):
        level[level.index(min(level))] += 1
    return level


def squares(counts: Sequence[int]) -> int:
    """The sum of the squares, which is least when the counts are even."""
    return sum(count * count for count in counts)


class WindPrices(dict[int, int]):
    """What a sequence of winds costs somebody with this past; the k-th wind is the k-th digit of a number."""

    def __init__(self, counts: tuple[int, ...], sittings: int, unit: int = 1) -> None:
        self.counts, self.sittings, self.unit = counts, sittings, unit
        self.least = [squares(filled(counts, more)) for more in range(1, sittings + 1)]

    def __missing__(self, code: int) -> int:
        """Half of how much larger the sum of squares is than it had to be: 1 for each count that should be another."""
        counts, rest, price = list(self.counts), code, 0
        total = squares(counts)
        for step, least in enumerate(self.least, start=1):
            rest, wind = divmod(rest, len(counts))
            total += 2 * counts[wind] + 1
            counts[wind] += 1
            price += (total - least) // 2 * (UNEVEN if step == self.sittings else ON_THE_WAY)
        self[code] = price * self.unit
        return price * self.unit


def wind_prices(task: Task, people: Sequence[int], sittings: Iterable[int], unit: int = 1) -> list[WindPrices]:
    """For everybody, who sits in so many of the coming hanchan; people whose past is alike share theirs."""
    kinds = list(zip(past_winds(task, people), sittings, strict=True))
    shared = {kind: WindPrices(*kind, unit) for kind in set(kinds)}
    return [shared[kind] for kind in kinds]
