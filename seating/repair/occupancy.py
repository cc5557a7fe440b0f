"""Occupancy: seats during a repair, in the past and in the hanchan to come, and their cost.

Everybody who can stays at the planned seat; empty ones are filled from those waiting, cheapest first. The cost counts
meetings and wishes as the search does; where somebody sits (another table than planned, the same table twice running, a
return, another wind) comes after them.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from seating.chance import IndexedSet, shuffled
from seating.matching import assign
from seating.search.cost import MOVED, TaskCost
from seating.search.state import HEAVY, PairState
from seating.task import Tables, Task, index_of

STAY, RETURN, TURNED = MOVED * 3 // 2, MOVED // 4, MOVED // 10
"""Staying at a table is worse than that one person more moves; coming back to one, or having another wind, is not."""

Place = tuple[int, int]
"""A table and a seat at it, both from 0."""


class CurrentSeats:
    """People are indices into `people`, tables, seats and hanchan count from 0; seats are in the order of winds."""

    def __init__(self, task: Task, people: Sequence[int], prices: TaskCost) -> None:
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
        """Return the cost of this table for a player, without meetings and winds."""
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
        """Return the cost of a wind other than the planned one."""
        return TURNED if self.wind[which].get(person, seat) != seat else 0

    def go(self, which: int, person: int, number: int) -> None:
        """Move a player to this table from the previous one, if any."""
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


EMPTY = -1
"""In place of somebody at a seat."""

EXACT = 40
"""Up to this many empty seats are filled at the least total cost; more are filled one after the other."""


class Occupancy(CurrentSeats):
    """The tables as they are now, who has met whom, and what all of it costs."""

    def __init__(self, task: Task, people: Sequence[int], rng: Random) -> None:
        free = replace(task, keep=())
        super().__init__(task, people, TaskCost(free, people))
        self.rng = rng
        self.people = len(people)
        self.met = [list(line) for line in self.prices.past]
        self.wrong = IndexedSet()
        """Pairs of whom something heavy is wrong, by the number `one * people + other`, the lower first."""
        self.cost = 0
        index = index_of(people)
        self.sitting = [sorted(index[player] for player in sitting) for sitting in task.sitting]
        self.rounds: list[Tables] = [
            [[EMPTY] * task.size for _ in range(len(sitting) // task.size)] for sitting in task.sitting
        ]
        for which in range(len(self.rounds)):
            self._seat_at_home(which)
        for which in range(len(self.rounds)):
            self._fill(which)
        if free.wishes:
            self._note_all()

    def _note_all(self) -> None:
        """Pairs whom a wish asks to meet are wrong before they ever met."""
        for one, prices in enumerate(self.prices.pair):
            for other in range(one + 1, self.people):
                if prices[other] is not self.prices.plain and prices[other][self.met[one][other]] >= HEAVY:
                    self.wrong.put(one * self.people + other)

    @property
    def is_well(self) -> bool:
        """Return whether no heavy fault is left: meetings, wishes, seats."""
        return not self.wrong.listed and not any(
            line[self.at[self.past + which][person]] >= HEAVY
            for which, lines in enumerate(self.prices.seat)
            for person, line in lines.items()
        )

    def total(self) -> int:
        """Return the total cost without winds, to compare different repairs."""
        return PairState(self.rounds, self.prices, self.past).cost + sum(
            self.seat_cost(which, person, number)
            for which in range(len(self.rounds))
            for person, number in self.at[self.past + which].items()
        )

    # --- putting people in ---

    def _seat_at_home(self, which: int) -> None:
        tables = self.rounds[which]
        for person in self.sitting[which]:
            home = self.home[which].get(person, len(tables))
            if home < len(tables):
                self._sit(which, person, (home, self.wind[which][person]))

    def _fill(self, which: int) -> None:
        at = self.at[self.past + which]
        places = [
            (number, seat)
            for number, table in enumerate(self.rounds[which])
            for seat, person in enumerate(table)
            if person == EMPTY
        ]
        waiting = shuffled([person for person in self.sitting[which] if person not in at], self.rng)
        if len(waiting) <= EXACT:
            costs = [[self._joining(which, person, place) for place in places] for person in waiting]
            for person, best in zip(waiting, assign(costs) if costs else (), strict=True):
                self._sit(which, person, places[best])
            return
        for person in waiting:
            place = min(places, key=lambda place: self._joining(which, person, place))
            places.remove(place)
            self._sit(which, person, place)

    def _joining(self, which: int, person: int, place: Place) -> int:
        """Return the cost of taking an empty seat."""
        number, seat = place
        cost = sum(self._more(which, person, mate) for mate in self.rounds[which][number] if mate != EMPTY)
        return cost + self.seat_cost(which, person, number) + self.wind_cost(which, person, seat)

    def _sit(self, which: int, person: int, place: Place) -> None:
        number, seat = place
        table = self.rounds[which][number]
        for mate in table:
            if mate != EMPTY:
                self._toggle(which, person, mate)
        table[seat] = person
        self.go(which, person, number)

    # --- what it costs ---

    def _more(self, which: int, one: int, other: int) -> int:
        """Return the change in cost if the two meet there and did not, or the reverse."""
        return self.prices.pair[one][other].changes(self.met[one][other])[self.past + which]

    def rise(self, which: int, one: int, other: int) -> int:
        """Return the change in cost when the two change places."""
        tables, at, now = self.rounds[which], self.at[self.past + which], self.past + which
        here, there = at[one], at[other]
        first, second = self.prices.pair[one], self.prices.pair[other]
        mine, theirs = self.met[one], self.met[other]
        rise = 0
        for mate in (*tables[here], *tables[there]):
            if mate not in (one, other):
                rise += first[mate].changes(mine[mate])[now] + second[mate].changes(theirs[mate])[now]
        rise += self.seat_cost(which, one, there) - self.seat_cost(which, one, here)
        rise += self.seat_cost(which, other, here) - self.seat_cost(which, other, there)
        seat, its = tables[here].index(one), tables[there].index(other)
        if seat != its:
            rise += self.wind_cost(which, one, its) - self.wind_cost(which, one, seat)
            rise += self.wind_cost(which, other, seat) - self.wind_cost(which, other, its)
        return rise

    # --- changing ---

    def exchange(self, which: int, one: int, other: int) -> None:
        """Let the two, of different tables, change places; the caller adds what it costs."""
        tables, at = self.rounds[which], self.at[self.past + which]
        here, there = at[one], at[other]
        for mate in (*tables[here], *tables[there]):
            if mate not in (one, other):
                self._toggle(which, one, mate)
                self._toggle(which, other, mate)
        seat, its = tables[here].index(one), tables[there].index(other)
        tables[here][seat], tables[there][its] = other, one
        self.go(which, one, there)
        self.go(which, other, here)

    def _toggle(self, which: int, one: int, other: int) -> None:
        met = self.met[one][other] ^ 1 << self.past + which
        self.met[one][other] = self.met[other][one] = met
        low, high = (one, other) if one < other else (other, one)
        self.wrong.note(low * self.people + high, self.prices.pair[one][other][met] >= HEAVY)
