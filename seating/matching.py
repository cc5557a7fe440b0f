"""Matchings in bipartite graphs, and the assignment problem."""

from collections import deque
from collections.abc import Sequence

Edge = tuple[int, int]


def matching(edges: Sequence[Edge]) -> list[Edge]:
    """Edges so that every second end is in one of them and no first end in two; `ValueError` where there are none.

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
    """Give `start` a first end; its previous owner gets another."""
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


def assign(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row, for a square of whole numbers. Kuhn's method with potentials, n^3 steps."""
    size = len(costs)
    row_price, column_price = [0] * size, [0] * (size + 1)
    row_at = [-1] * (size + 1)
    for row in range(size):
        row_at[size] = row
        came_from = _cheapest_path(costs, row_at, row_price, column_price)
        column = came_from[-1]
        while column != size:
            previous = came_from[column]
            row_at[column] = row_at[previous]
            column = previous
    columns = [0] * size
    for column, row in enumerate(row_at[:size]):
        columns[row] = column
    return columns


def _cheapest_path(
    costs: Sequence[Sequence[int]], row_at: list[int], row_price: list[int], column_price: list[int]
) -> list[int]:
    """Dijkstra from the row at the extra column to a free column; prices are adjusted on the way.

    Returns for each column the one before it on the path, and in the last place the free column reached.
    """
    size = len(costs)
    came_from = [size] * (size + 1)
    slack: list[float] = [float("inf")] * size
    outside = list(range(size))
    inside = [size]
    column = size
    while row_at[column] != -1:
        row = row_at[column]
        line, price = costs[row], row_price[row]
        for other in outside:
            reduced = line[other] - price - column_price[other]
            if reduced < slack[other]:
                slack[other] = reduced
                came_from[other] = column
        nearest = min(outside, key=slack.__getitem__)
        step = int(slack[nearest])
        for done in inside:
            row_price[row_at[done]] += step
            column_price[done] -= step
        for other in outside:
            slack[other] -= step
        outside.remove(nearest)
        inside.append(nearest)
        column = nearest
    came_from[size] = column
    return came_from
