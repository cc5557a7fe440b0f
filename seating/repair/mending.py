"""Tabu search that repairs a plan: everybody keeps the planned table except where there is a fault.

As long as two people meet who should not, one of them changes places with the person for whom that costs least, except
people who have just moved (Glover 1986). Last, people who moved without need go back. The annealing of the search would
move many people; this changes as few seats as it can, and plans 1,000 players, for whom the table of pairs and hanchan
that the annealing keeps is too large.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from seating.repair.occupancy import Occupancy
from seating.search.cost import MOVED, bits
from seating.task import Tables, Task

LOOKED_AT = 120
"""People priced for one change; a random sample if there are more."""

RESTING, MORE_RESTING = 4, 8
"""Steps during which a moved player may not move again in that hanchan: at least, and random extra steps at most."""

SETTLING = 4


class Exchange(NamedTuple):
    """Two people of different tables change places in a hanchan to come, counted from 0."""

    rise: int
    which: int
    one: int
    other: int


class TabuRepair(Occupancy):
    """Changes are counted as they are priced."""

    def __init__(self, task: Task, people: Sequence[int], rng: Random) -> None:
        super().__init__(task, people, rng)
        self.tried = 0

    def _priced(self, which: int, one: int, other: int) -> Exchange:
        self.tried += 1
        return Exchange(self.rise(which, one, other), which, one, other)

    def _make(self, change: Exchange) -> None:
        self.exchange(change.which, change.one, change.other)
        self.cost += change.rise

    def mend(self, limit: int) -> None:
        """Search until no heavy fault is left or so many changes have been priced; keep the best."""
        tabu: dict[tuple[int, int], int] = {}
        best, least, step = self._snapshot(), self.cost, 0
        while self.wrong.listed and self.tried < limit:
            step += 1
            change = self._best(tabu, step, least)
            if change is None:
                continue
            self._make(change)
            for person in (change.one, change.other):
                tabu[change.which, person] = step + RESTING + int(self.rng.random() * MORE_RESTING)
            if self.cost < least:
                best, least = self._snapshot(), self.cost
        if self.cost > least:
            self._restore(best)
            self.cost = least

    def _best(self, tabu: dict[tuple[int, int], int], step: int, least: int) -> Exchange | None:
        """Return the cheapest change of one of a wrong pair, in a hanchan in which they meet."""
        listed = self.wrong.listed
        self.tried += 1
        one, other = divmod(listed[int(self.rng.random() * len(listed))], self.people)
        meeting = bits(self.met[one][other] >> self.past) or range(len(self.rounds))
        which = meeting[int(self.rng.random() * len(meeting))]
        found: Exchange | None = None
        at = self.at[self.past + which]
        for person in (one, other):
            if person not in at:
                continue
            for mate in self._looked_at(which):
                if at[mate] == at[person]:
                    continue
                change = self._priced(which, person, mate)
                barred = tabu.get((which, person), 0) > step or tabu.get((which, mate), 0) > step
                if (found is None or change.rise < found.rise) and (not barred or self.cost + change.rise < least):
                    found = change
        return found

    def _looked_at(self, which: int) -> Sequence[int]:
        people = self.sitting[which]
        if len(people) <= LOOKED_AT:
            return people
        return [people[int(self.rng.random() * len(people))] for _ in range(LOOKED_AT)]

    def take_over(self, rounds: Sequence[Tables]) -> None:
        """Adopt these tables, found in another way."""
        self._restore([{one: at for at, table in enumerate(tables) for one in table} for tables in rounds])
        self.cost = 0

    def _snapshot(self) -> list[dict[int, int]]:
        return [dict(places) for places in self.at[self.past :]]

    def _restore(self, wanted: Sequence[dict[int, int]]) -> None:
        """Restore everybody's table by exchanges."""
        for which, places in enumerate(wanted):
            at, tables = self.at[self.past + which], self.rounds[which]
            for person, table in places.items():
                if at[person] != table:
                    wrong = next(mate for mate in tables[table] if places[mate] != table)
                    self.exchange(which, person, wrong)

    def settle(self) -> None:
        """Move back those who moved without need, and move those with avoidable repeated tables."""
        for _ in range(SETTLING):
            begun = self.cost
            for which, home in enumerate(self.home):
                at, tables = self.at[self.past + which], self.rounds[which]
                for person in self.sitting[which]:
                    if person in home and home[person] != at[person] and home[person] < len(tables):
                        self._improve(which, person, tables[home[person]])
                    if self._touched(which, person):
                        self._improve(which, person, self._looked_at(which))
            if self.cost == begun:
                return

    def _touched(self, which: int, person: int) -> bool:
        """Return whether a player without or away from a planned table has a repeated table."""
        number = self.at[self.past + which][person]
        home = self.home[which].get(person)
        return home != number and self.seat_cost(which, person, number) > (MOVED if home is not None else 0)

    def _improve(self, which: int, person: int, mates: Sequence[int]) -> None:
        at = self.at[self.past + which]
        best = min((self._priced(which, person, mate) for mate in mates if at[mate] != at[person]), default=None)
        if best and best.rise < 0:
            self._make(best)
