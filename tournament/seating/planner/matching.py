"""Matchings in bipartite graphs: an edge for every vertex of one side, no two of them at one vertex of the other."""

from collections import deque
from collections.abc import Sequence

Edge = tuple[int, int]


def matching(edges: Sequence[Edge]) -> list[Edge]:
    """Edges so that every second end is in one of them and no first end in two; ``ValueError`` where there are none.

    Each second end in turn looks for a free first end along alternating paths, the shortest first (König, Hall).
    """
    at: dict[int, list[int]] = {}
    for one, other in edges:
        at.setdefault(other, []).append(one)
    taken: dict[int, int] = {}
    for other in at:
        _find(other, at, taken)
    return list(taken.items())


def _find(start: int, at: dict[int, list[int]], taken: dict[int, int]) -> None:
    """Give ``start`` a first end; whoever had it gets another."""
    came_from: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        other = waiting.popleft()
        for one in at[other]:
            if one in came_from:
                continue
            came_from[one] = other
            if one not in taken:
                _give(one, start, came_from, taken)
                return
            waiting.append(taken[one])
    raise ValueError(f"nothing is left for {start}")


def _give(free: int, start: int, came_from: dict[int, int], taken: dict[int, int]) -> None:
    """Move along the path: each second end on it takes the first end that was found from it."""
    had = {other: one for one, other in taken.items()}
    one = free
    while True:
        other = came_from[one]
        taken[one] = other
        if other == start:
            return
        one = had[other]
