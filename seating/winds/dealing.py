"""Winds dealt as an edge colouring: everybody sits East, South, West, North once in four hanchan (three for three).

Players and tables are the two sides of a bipartite graph, a seat is an edge. With each player split into one vertex
per block of four hanchan no vertex has more than four edges, so by König's theorem the edges can be coloured with
four colours, different at every vertex: the colours are the winds. Hence the counts of a player's winds differ by at
most one after *every* hanchan, whoever meets whom. The colouring halves the edges twice along Euler trails; of three
colours the first is a matching that takes an edge of every table.

That needs a past in which everybody has had all winds equally often. After any other, `deal_winds` gives everybody the
wind had least so far, table by table, and `chains` evens out what that leaves.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random

from seating.chance import shuffled
from seating.matching import matching
from seating.rounds import Round, Rounds, table_of
from seating.task import Tables, Task, index_of
from seating.winds.unevenness import past_winds

Edge = tuple[int, int]
"""A player's block of hanchan, and a table; the table's vertex is `~table` so that the sides differ."""

FOUR = 4


def assign_winds(rounds: Sequence[Sequence[Sequence[int]]], rng: Random) -> Rounds:
    """Seat the people of every table East, South, West, North; tables stay in order."""
    winds = len(rounds[0][0])
    seated: list[Round] = []
    for start in range(0, len(rounds), winds):
        block = rounds[start : start + winds]
        seats = iter(_colour([table for tables in block for table in tables], winds, rng))
        seated += [tuple(table_of(next(seats)) for _ in tables) for tables in block]
    return tuple(seated)


def deal_winds(task: Task, people: Sequence[int], rounds: Sequence[Tables], rng: Random) -> None:
    """Put the tables of the hanchan to be planned into the order of their winds, in place; people are indices."""
    if any(max(had) > min(had) for had in past_winds(task, people)):
        keep_winds(task, people, rounds)
        return
    tables = [table for tables in rounds for table in tables]
    if not tables:
        return
    for table, seats in zip(tables, _colour(tables, task.size, rng), strict=True):
        table[:] = seats


def keep_winds(task: Task, people: Sequence[int], rounds: Sequence[Tables]) -> None:
    """The same, everybody with the wind in the plan to be kept; all others sit so that their winds are most even so
    far.
    """
    index = index_of(people)
    counts = [list(had) for had in past_winds(task, people)]
    for which, tables in enumerate(rounds):
        kept = task.keep[which] if which < len(task.keep) else ()
        for number, table in enumerate(tables):
            before = kept[number] if number < len(kept) else ()
            table[:] = _ordered(table, [index.get(player, -1) for player in before], counts)
            for wind, person in enumerate(table):
                counts[person][wind] += 1


def _ordered(table: list[int], before: list[int], counts: Sequence[Sequence[int]]) -> list[int]:
    seats = [person if person in table else -1 for person in before[: len(table)]]
    seats += [-1] * (len(table) - len(seats))
    free = [wind for wind, person in enumerate(seats) if person < 0]
    newcomers = [person for person in table if person not in seats]
    best = min(
        permutations(newcomers), key=lambda order: sum(counts[who][w] for who, w in zip(order, free, strict=True))
    )
    for wind, person in zip(free, best, strict=True):
        seats[wind] = person
    return seats


def _colour(tables: Sequence[Sequence[int]], winds: int, rng: Random) -> list[list[int]]:
    """The people of each table in the order of their winds; each player's hanchan are cut into blocks of `winds`."""
    sat: Counter[int] = Counter()
    edges, people = [], 1 + max(map(max, tables))
    for number, table in enumerate(tables):
        for player in table:
            edges.append((sat[player] // winds * people + player, ~number))
            sat[player] += 1
    edges = shuffled(edges, rng)
    colours = shuffled(_quarters(edges) if winds == FOUR else _thirds(edges), rng)
    seats = [[0] * winds for _ in tables]
    for wind, colour in enumerate(colours):
        for player, vertex in colour:
            seats[~vertex][wind] = player % people
    return seats


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
