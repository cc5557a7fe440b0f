"""Opponents and winds annealed together, for when the winds cannot be evened out at tables that are already made up.

Tables are kept in the order of their winds. Two people of one hanchan exchange seats: with the same wind that changes
only whom they meet (`SameWindState`), else their winds too (`OpponentsAndWinds`).
"""

from collections.abc import Callable, Sequence

from seating.search.cost import REPEAT, TaskCost, bits
from seating.search.state import PairState
from seating.task import Task
from seating.winds.unevenness import UNEVEN, wind_costs

UNIT = REPEAT // 2 // UNEVEN + 1
"""So that one wind too many at the end is something heavy, and half as bad as a repeat."""


class SameWindState(PairState):
    """Tables in the order of their winds; only people of one wind exchange seats, so everybody keeps the winds."""

    def proposal(self, number: int, random: Callable[[], float]) -> tuple[int, int, int]:
        """As without winds, but with the player of the same wind at the other's table."""
        which, one, other = super().proposal(number, random)
        if one == other:
            return which, one, other
        at, tables = self.at[which], self.rounds[which]
        return which, one, tables[at[other]][tables[at[one]].index(one)]


class OpponentsAndWinds(PairState):
    """A state that also counts how uneven the winds are; uneven winds are a wrong numbered people^2 + person."""

    def __init__(
        self, rounds: Sequence[Sequence[Sequence[int]]], prices: TaskCost, task: Task, people: Sequence[int]
    ) -> None:
        super().__init__(rounds, prices, len(task.past))
        self.size = task.size
        self.code = [0] * self.people
        self.digit: list[list[int]] = []
        """The worth of a step of the wind in the code of each person, by hanchan; 0 for a bye."""
        self.sat = [0] * self.people
        for tables in self.rounds:
            worth = [0] * self.people
            for table in tables:
                for wind, person in enumerate(table):
                    worth[person] = self.size ** self.sat[person]
                    self.code[person] += wind * worth[person]
                    self.sat[person] += 1
            self.digit.append(worth)
        self.winds = wind_costs(task, people, self.sat, UNIT)
        for person, price in enumerate(self.winds):
            self.cost += price[self.code[person]]
            self._note(self.people * self.people + person, price[self.code[person]])

    def proposal(self, number: int, random: Callable[[], float]) -> tuple[int, int, int]:
        """For a wrong pair propose a player of the same wind; for uneven winds anybody."""
        if number >= self.people * self.people:
            one = number - self.people * self.people
            which = int(random() * len(self.rounds))
            other = int(random() * self.people)
            return (which, one, other) if self.digit[which][one] and self.digit[which][other] else (which, one, one)
        one, other = divmod(number, self.people)
        if number < 0 or not (met := self.met[one][other] >> self.past):
            return super().proposal(number, random)
        if random() < 0.5:
            one = other
        hanchan = bits(met)
        which = hanchan[int(random() * len(hanchan))]
        tables = self.rounds[which]
        wind = tables[self.at[which][one]].index(one)
        return which, one, tables[int(random() * len(tables))][wind]

    def rise(self, which: int, one: int, other: int) -> int:
        """Return the change in cost when the two exchange seats, at one table or two."""
        pairs = super().rise(which, one, other) if self.at[which][one] != self.at[which][other] else 0
        return pairs + self.turn(which, one, other)

    def turn(self, which: int, one: int, other: int) -> int:
        """Return the change in the cost of winds when the two exchange seats."""
        at, tables, digit = self.at[which], self.rounds[which], self.digit[which]
        turn = tables[at[other]].index(other) - tables[at[one]].index(one)
        if not turn:
            return 0
        mine, theirs = self.winds[one], self.winds[other]
        code, its_code = self.code[one], self.code[other]
        rise = mine[code + turn * digit[one]] - mine[code]
        return rise + theirs[its_code - turn * digit[other]] - theirs[its_code]

    def exchange(self, which: int, one: int, other: int) -> None:
        """Let the two exchange seats; the caller adds what it costs."""
        at, tables = self.at[which], self.rounds[which]
        here, there = tables[at[one]], tables[at[other]]
        wind, other_wind = here.index(one), there.index(other)
        if here is there:
            here[wind], here[other_wind] = other, one
        else:
            super().exchange(which, one, other)
        if wind != other_wind:
            self.code[one] += (other_wind - wind) * self.digit[which][one]
            self.code[other] += (wind - other_wind) * self.digit[which][other]
            for person in (one, other):
                self._note(self.people * self.people + person, self.winds[person][self.code[person]])
