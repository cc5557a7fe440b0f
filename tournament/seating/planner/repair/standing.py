"""The hanchan to come as they stand while a plan is mended: who sits where, what that costs, what is wrong with it.

Whoever can stays at the planned seat; the empty ones are filled by whoever waits, cheapest first. The cost counts
meetings and wishes as the search does; where somebody sits (:mod:`.whereabouts`) comes after them.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from ..assignment import assign
from ..chance import shuffled
from ..search.indices import Tables, index_of
from ..search.prices import Prices
from ..search.state import HEAVY, State, Wrongs
from ..task import Task
from .whereabouts import Place, Whereabouts

EMPTY = -1
"""In place of somebody at a seat."""

EXACT = 40
"""So many empty seats are filled so that all of it costs least; more of them one after the other."""


class Standing(Whereabouts):
    """The tables as they are now, who has met whom, and what all of it costs."""

    def __init__(self, task: Task, people: Sequence[int], rng: Random) -> None:
        free = replace(task, keep=())
        super().__init__(task, people, Prices(free, people))
        self.rng = rng
        self.people = len(people)
        self.met = [list(line) for line in self.prices.past]
        self.wrong = Wrongs()
        """Pairs of whom something heavy is wrong, by the number ``one * people + other``, the lower first."""
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
        """Whether nothing heavy is wrong: no meeting, no wish, no seat."""
        return not self.wrong.listed and not any(
            line[self.at[self.past + which][person]] >= HEAVY
            for which, lines in enumerate(self.prices.seat)
            for person, line in lines.items()
        )

    def total(self) -> int:
        """What all of it costs, winds apart: to compare plans that were mended in different ways."""
        return State(self.rounds, self.prices, self.past).cost + sum(
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
        """What it costs that somebody takes an empty seat."""
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
        """How much more it costs if the two meet there and did not, or did and do not."""
        return self.prices.pair[one][other].changes(self.met[one][other])[self.past + which]

    def rise(self, which: int, one: int, other: int) -> int:
        """How much more it costs when the two change places."""
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
        if self.prices.pair[one][other][met] >= HEAVY:
            self.wrong.put(low * self.people + high)
        else:
            self.wrong.take(low * self.people + high)
