"""Winds that those who play on cannot all have, whoever sits with whom: bounds from counting alone."""

from collections import Counter
from collections.abc import Sequence

from ..task import Task
from .unevenness import ON_THE_WAY, UNEVEN, levels, past_winds


def unavoidable(task: Task, people: Sequence[int]) -> int:
    """What the winds cost at least, whoever sits with whom (in units of 1).

    Only said of hanchan in which everybody sits: there nobody's unevenness has been counted before.
    """
    everybody, last = frozenset(people), len(task.sitting)
    return sum(
        short * (UNEVEN if which == last else ON_THE_WAY)
        for which, (short, sitting) in enumerate(zip(missing(task, people), task.sitting, strict=True), start=1)
        if sitting == everybody
    )


def missing(task: Task, people: Sequence[int]) -> list[int]:
    """After each hanchan, at least so many people cannot have the winds that they should have.

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
    """How often somebody can have had these winds among so many further hanchan when the counts are even."""
    level, left = list(counts), more
    while left >= len(levels(level)):
        for wind in levels(level):
            level[wind] += 1
            left -= 1
    return sum(level[wind] - counts[wind] for wind in winds) + min(left, len(set(winds) & set(levels(level))))
