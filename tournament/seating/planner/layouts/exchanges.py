"""People change places within a hanchan until nobody meets twice and nobody comes to a table twice.

Of all that is wrong one thing is drawn, one of the people concerned changes places with whoever makes it best, also if
that makes it worse, and may not come back at once. It counts its moves and draws its chance from a seed.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from ..words import Round, table_of

MOVES = 400
"""So many exchanges at most."""

BANNED = 12
"""For so many exchanges nobody comes back to a table that he or she was taken from."""

Wrong = tuple[int, int]
"""Two people who meet more than once; or a person, and ``~table`` of a table that he or she comes to more than once."""


def exchanged(rounds: Sequence[Round], fixed: int, rng: Random) -> list[Round] | None:
    """The hanchan put right; people 1..``fixed`` are where they always are and stay there. None when it fails."""
    hall = _Hall(rounds, fixed)
    for move in range(MOVES):
        if not hall.wrong:
            return hall.rounds()
        hall.mend(move, rng)
    return None


class _Hall:
    """Who sits where, who has met whom how often, and who has been at which table how often."""

    def __init__(self, rounds: Sequence[Round], fixed: int) -> None:
        people = 4 * len(rounds[0]) + 1
        self.fixed = fixed
        self.tables = [[list(table) for table in tables] for tables in rounds]
        self.at = [[0] * people for _ in rounds]
        self.met = [[0] * people for _ in range(people)]
        self.been = [[0] * len(rounds[0]) for _ in range(people)]
        self.wrong: dict[Wrong, None] = {}
        self.banned: dict[tuple[int, int, int], int] = {}
        """By hanchan, person and table: up to which move."""
        for where, tables in zip(self.at, self.tables, strict=True):
            for number, table in enumerate(tables):
                for one, other in combinations(table, 2):
                    self._meet(one, other, 1)
                for person in table:
                    where[person] = number
                    self._visit(person, number, 1)

    def rounds(self) -> list[Round]:
        """The hanchan as they are now."""
        return [tuple(map(table_of, tables)) for tables in self.tables]

    def _meet(self, one: int, other: int, change: int) -> None:
        self.met[one][other] += change
        self.met[other][one] += change
        self._note((min(one, other), max(one, other)), self.met[one][other])

    def _visit(self, person: int, table: int, change: int) -> None:
        if person > self.fixed:
            self.been[person][table] += change
            self._note((person, ~table), self.been[person][table])

    def _note(self, what: Wrong, times: int) -> None:
        if times > 1:
            self.wrong[what] = None
        else:
            self.wrong.pop(what, None)

    def mend(self, move: int, rng: Random) -> None:
        """One exchange about one thing that is wrong."""
        person, hanchan = self._concerned(rng)
        here = self.at[hanchan][person]
        choices = [
            (self._rise(hanchan, person, other) + rng.random() / 2, other)
            for there, table in enumerate(self.tables[hanchan])
            if there != here and self.banned.get((hanchan, person, there), 0) <= move
            for other in table
            if other > self.fixed and self.banned.get((hanchan, other, here), 0) <= move
        ]
        if choices:
            other = min(choices)[1]
            self.banned[hanchan, person, here] = self.banned[hanchan, other, self.at[hanchan][other]] = move + BANNED
            self._exchange(hanchan, person, other)

    def _concerned(self, rng: Random) -> tuple[int, int]:
        """Somebody who may move, and a hanchan in which it goes wrong."""
        person, other = list(self.wrong)[int(rng.random() * len(self.wrong))]
        if other < 0:
            hanchan = [number for number, where in enumerate(self.at) if where[person] == ~other]
        else:
            hanchan = [number for number, where in enumerate(self.at) if where[person] == where[other]]
            if person <= self.fixed or rng.random() < 1 / 2:
                person = other
        return person, hanchan[int(rng.random() * len(hanchan))]

    def _rise(self, hanchan: int, one: int, other: int) -> int:
        """How much more is wrong when the two change places, each pair and visit counted with those before it.

        The six pairs and two visits that are lost are in the counts themselves, each once.
        """
        where, tables = self.at[hanchan], self.tables[hanchan]
        mine, theirs = self.met[one], self.met[other]
        here, there = where[one], where[other]
        mates = [mate for mate in tables[here] if mate != one]
        others = [mate for mate in tables[there] if mate != other]
        gained = sum([mine[mate] for mate in others]) + sum([theirs[mate] for mate in mates])
        lost = sum([mine[mate] - 1 for mate in mates]) + sum([theirs[mate] - 1 for mate in others])
        come = self.been[one][there] + self.been[other][here]
        gone = self.been[one][here] - 1 + self.been[other][there] - 1
        return gained - lost + come - gone

    def _exchange(self, hanchan: int, one: int, other: int) -> None:
        where, tables = self.at[hanchan], self.tables[hanchan]
        here, there = where[one], where[other]
        for person, table, change in ((one, here, -1), (other, there, -1), (one, there, 1), (other, here, 1)):
            if change < 0:
                tables[table].remove(person)
            for mate in tables[table]:
                self._meet(person, mate, change)
            self._visit(person, table, change)
        tables[here].append(other)
        tables[there].append(one)
        where[one], where[other] = there, here
