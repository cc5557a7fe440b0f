"""The cost of uneven winds and its lower bound: the distance of the counts from the best after every hanchan."""

from collections import Counter
from collections.abc import Iterable, Sequence

from seating.rounds import winds_had
from seating.task import Task

UNEVEN, ON_THE_WAY = 16, 4
"""The cost of one count too much at the end, and after a hanchan before it."""


def past_winds(task: Task, people: Sequence[int]) -> list[tuple[int, ...]]:
    """Return how often each has sat East, South, West and North."""
    had, none = winds_had(task.past, task.size), [0] * task.size
    return [tuple(had.get(player, none)) for player in people]


def levels(counts: Sequence[int]) -> tuple[int, ...]:
    """Return the least frequent winds."""
    least = min(counts)
    return tuple(wind for wind, count in enumerate(counts) if count == least)


def level_up(counts: Sequence[int], more: int) -> list[int]:
    """Return the counts after further hanchan, each with the least frequent wind."""
    level = list(counts)
    for _ in range(more):
        level[level.index(min(level))] += 1
    return level


def squares(counts: Sequence[int]) -> int:
    """The sum of the squares, which is least when the counts are even."""
    return sum(count * count for count in counts)


class WindCost(dict[int, int]):
    """The cost of a sequence of winds for somebody with this past; the k-th wind is the k-th digit of a number."""

    def __init__(self, counts: tuple[int, ...], sittings: int, unit: int = 1) -> None:
        self.counts, self.sittings, self.unit = counts, sittings, unit
        self.least = [squares(level_up(counts, more)) for more in range(1, sittings + 1)]

    def __missing__(self, code: int) -> int:
        """Return half the excess of the sum of squares over its minimum: 1 for each misplaced count."""
        counts, rest, price = list(self.counts), code, 0
        total = squares(counts)
        for step, least in enumerate(self.least, start=1):
            rest, wind = divmod(rest, len(counts))
            total += 2 * counts[wind] + 1
            counts[wind] += 1
            price += (total - least) // 2 * (UNEVEN if step == self.sittings else ON_THE_WAY)
        self[code] = price * self.unit
        return price * self.unit


def wind_costs(task: Task, people: Sequence[int], sittings: Iterable[int], unit: int = 1) -> list[WindCost]:
    """Return the wind cost of everybody; people with the same past share one."""
    kinds = list(zip(past_winds(task, people), sittings, strict=True))
    shared = {kind: WindCost(*kind, unit) for kind in set(kinds)}
    return [shared[kind] for kind in kinds]


def unavoidable_cost(task: Task, people: Sequence[int]) -> int:
    """Return the least cost of winds for any tables (in units of 1).

    Only said of hanchan in which everybody sits: there nobody's unevenness has been counted before.
    """
    everybody, last = frozenset(people), len(task.sitting)
    return sum(
        short * (UNEVEN if which == last else ON_THE_WAY)
        for which, (short, sitting) in enumerate(zip(wind_shortage(task, people), task.sitting, strict=True), start=1)
        if sitting == everybody
    )


def wind_shortage(task: Task, people: Sequence[int]) -> list[int]:
    """Return for each hanchan how many people at least cannot have even winds after it.

    After a hanchan each wind has been had as often as there were tables. If all people with even counts together
    cannot have had the winds of some set so often, then as many counts as are missing must be other than they should:
    the cut of a flow from people to winds.
    """
    size, had = task.size, past_winds(task, people)
    sets = [[wind for wind in range(size) if chosen >> wind & 1] for chosen in range(1, 1 << size)]
    sat = dict.fromkeys(people, 0)
    tables, found = 0, []
    for sitting in task.sitting:
        tables += len(sitting) // size
        for player in sitting:
            sat[player] += 1
        kinds = Counter(zip(had, (sat[player] for player in people), strict=True))
        most = [sum(_most_of(winds, *kind) * count for kind, count in kinds.items()) for winds in sets]
        found.append(max(0, *(len(winds) * tables - can for winds, can in zip(sets, most, strict=True))))
    return found


def _most_of(winds: Sequence[int], counts: Sequence[int], more: int) -> int:
    """Return how often somebody can have had these winds among so many further hanchan when the counts are even."""
    level, left = list(counts), more
    while left >= len(levels(level)):
        for wind in levels(level):
            level[wind] += 1
            left -= 1
    return sum(level[wind] - counts[wind] for wind in winds) + min(left, len(set(winds) & set(levels(level))))
