"""Who is at which table when, in the past and in the hanchan to come, beside where each was planned to be; and what it
costs to sit somewhere, meetings apart: another table than planned, a stay, a return, another wind.
"""

from collections.abc import Sequence

from ..search.indices import index_of
from ..search.prices import MOVED, Prices
from ..task import Task

STAY, RETURN, TURNED = MOVED * 3 // 2, MOVED // 4, MOVED // 10
"""Staying at a table is worse than that one person more moves; coming back to one, or having another wind, is not."""

Place = tuple[int, int]
"""A table and a seat at it, both from 0."""


class Whereabouts:
    """People are indices into ``people``, tables, seats and hanchan count from 0; seats are in the order of winds."""

    def __init__(self, task: Task, people: Sequence[int], prices: Prices) -> None:
        self.prices, self.past = prices, len(task.past)
        index = index_of(people)
        planned = [_places(tables, index) for tables in task.keep[: len(task.sitting)]]
        planned += [{} for _ in range(len(task.sitting) - len(planned))]
        self.home = [{person: table for person, (table, _seat) in places.items()} for places in planned]
        self.wind = [{person: seat for person, (_table, seat) in places.items()} for places in planned]
        self.at: list[dict[int, int]] = [
            {person: table for person, (table, _seat) in _places(tables, index).items()} for tables in task.past
        ]
        self.at += [{} for _ in task.sitting]
        """By hanchan, the past included, and person."""
        self.visits: list[dict[int, int]] = [{} for _ in people]
        for places in self.at:
            for person, table in places.items():
                self.visits[person][table] = self.visits[person].get(table, 0) + 1

    def seat_cost(self, which: int, person: int, number: int) -> int:
        """What it costs that somebody sits at this table, meetings and winds apart."""
        line = self.prices.seat[which].get(person)
        cost = line[number] if line else 0
        if self.home[which].get(person, number) != number:
            cost += MOVED
        now = self.past + which
        cost += RETURN * (self.visits[person].get(number, 0) - (self.at[now].get(person) == number))
        for near in (now - 1, now + 1):
            if 0 <= near < len(self.at) and self.at[near].get(person) == number:
                cost += STAY
        return cost

    def wind_cost(self, which: int, person: int, seat: int) -> int:
        """What it costs that somebody has another wind than was planned."""
        return TURNED if self.wind[which].get(person, seat) != seat else 0

    def go(self, which: int, person: int, number: int) -> None:
        """Somebody is at this table now, and no longer at the one before if there was one."""
        at, visits = self.at[self.past + which], self.visits[person]
        if person in at:
            visits[at[person]] -= 1
        at[person] = number
        visits[number] = visits.get(number, 0) + 1


def _places(tables: Sequence[Sequence[int]], index: dict[int, int]) -> dict[int, Place]:
    """The seat of everybody known."""
    return {
        index[player]: (number, seat)
        for number, table in enumerate(tables)
        for seat, player in enumerate(table)
        if player in index
    }
