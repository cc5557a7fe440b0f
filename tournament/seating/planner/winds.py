"""Winds: everybody sits East, South, West and North once in every block of four hanchan (of three where three play).

Players and tables are the two sides of a bipartite graph, a seat is an edge. With each player split into one vertex
per block of four hanchan no vertex has more than four edges, so by König's theorem the edges can be coloured with
four colours, different at every vertex: the colours are the winds. Hence the counts of a player's winds differ by at
most one after *every* hanchan, whoever meets whom. The colouring halves the edges twice along Euler trails; of three
colours the first is a matching that takes an edge of every table.
"""

from collections.abc import Sequence
from random import Random

from .chance import shuffled
from .matching import matching
from .words import Round, Rounds, table_of

Edge = tuple[int, int]
"""A player, and a table counted through the block; the table's vertex is ``~table`` so that the sides differ."""

FOUR = 4


def assign_winds(rounds: Sequence[Sequence[Sequence[int]]], rng: Random) -> Rounds:
    """Seat the people of every table East, South, West, North; tables stay in order."""
    winds = len(rounds[0][0])
    seated: list[Round] = []
    for start in range(0, len(rounds), winds):
        seated += _wind_block(rounds[start : start + winds], winds, rng)
    return tuple(seated)


def _wind_block(block: Sequence[Sequence[Sequence[int]]], winds: int, rng: Random) -> list[Round]:
    tables = [table for tables in block for table in tables]
    edges = shuffled(((player, ~number) for number, table in enumerate(tables) for player in table), rng)
    colours = shuffled(_quarters(edges) if winds == FOUR else _thirds(edges), rng)
    seats = [[0] * winds for _ in tables]
    for wind, colour in enumerate(colours):
        for player, vertex in colour:
            seats[~vertex][wind] = player
    placed = iter(seats)
    return [tuple(table_of(next(placed)) for _ in tables) for tables in block]


def _quarters(edges: Sequence[Edge]) -> list[list[Edge]]:
    return [quarter for half in halves(edges) for quarter in halves(half)]


def _thirds(edges: Sequence[Edge]) -> list[list[Edge]]:
    first = matching(edges)
    taken = set(first)
    return [first, *halves([edge for edge in edges if edge not in taken])]


def halves(edges: Sequence[Edge]) -> tuple[list[Edge], list[Edge]]:
    """Split the edges in two so that each vertex has half of its edges, up to one, in either part.

    Trails start at vertices of odd degree first; the rest are closed and, the graph being bipartite, even.
    """
    at: dict[int, list[int]] = {}
    for number, edge in enumerate(edges):
        for vertex in edge:
            at.setdefault(vertex, []).append(number)
    used = [False] * len(edges)
    parts: tuple[list[Edge], list[Edge]] = ([], [])
    odd = {vertex: None for vertex, numbers in at.items() if len(numbers) % 2}
    while odd:
        start = next(iter(odd))
        del odd[start], odd[_walk(start, edges, at, used, parts)]
    for start, free in at.items():
        while free:
            _walk(start, edges, at, used, parts)
    return parts


def _walk(
    vertex: int, edges: Sequence[Edge], at: dict[int, list[int]], used: list[bool], parts: tuple[list[Edge], list[Edge]]
) -> int:
    """Follow unused edges from the vertex until stuck, dealing them to the two parts in turn; where it ends."""
    steps = 0
    while True:
        free = at[vertex]
        while free and used[free[-1]]:
            free.pop()
        if not free:
            return vertex
        number = free.pop()
        used[number] = True
        edge = edges[number]
        parts[steps % 2].append(edge)
        vertex = edge[1] if edge[0] == vertex else edge[0]
        steps += 1
