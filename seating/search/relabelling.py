"""Relabelling: assign players to the places of a design to meet wishes; tables stay, so no repeat is added.

The people of a group are put onto places that never meet, group by group, the largest first; where that does not
suffice, people change places by chance, beginning with those whose wishes are not met. A transversal design of order
g has four classes of g places that never meet; here they are found from the seating itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from seating.chance import IndexedSet, shuffled
from seating.rounds import Rounds, table_of
from seating.search.annealing import Annealing, Phase
from seating.search.cost import WEIGHTS, PairWishes, forced_cost, pair_wishes
from seating.search.state import HEAVY
from seating.task import Watch
from seating.wishes import AtTables, Weight, Wish

MOVES_PER_PLACE = 400
"""Changes tried, but at least as many as follow."""

LEAST_MOVES = 20_000

STRONG, MUST = WEIGHTS[Weight.STRONG], WEIGHTS[Weight.MUST]
PHASES = (
    Phase(STRONG // 16, STRONG // 16, 15),
    Phase(MUST // 3, MUST // 12, 50, heavy=True),
    Phase(STRONG // 2, 4, 100),
)
"""Cold; hot enough to break what must hold, if it does not; then for the others and for what is a matter of taste."""


class RelabelledRounds(NamedTuple):
    """The seating with its places renumbered 1..N: the new number of a place is the player who should take it."""

    rounds: Rounds
    enough: bool
    """All that must hold does, or all is as good as can be proved; another seating need not be looked for."""
    stopped: bool


def relabel(
    rounds: Rounds, wishes: Sequence[Wish], rng: Random, watch: Watch | None = None, moves: int | None = None
) -> RelabelledRounds:
    """Find the places for players 1..N that meet their wishes best; what is forced by the number of tables is known,
    and the search ends there.
    """
    wishes = _raised(wishes)
    state = Relabelling(rounds, wishes, rng)
    limit = max(LEAST_MOVES, MOVES_PER_PLACE * state.people) if moves is None else moves
    everybody = frozenset(range(1, state.people + 1))
    least = forced_cost(wishes, [everybody] * len(rounds), len(rounds[0][0]))
    search = Annealing(state, rng, limit, watch, least)
    search.run(PHASES)
    player = {place: person + 1 for person, place in enumerate(search.best)}
    renumbered = tuple(tuple(table_of([player[place - 1] for place in table]) for table in tables) for tables in rounds)
    return RelabelledRounds(renumbered, search.least < MUST or search.least <= least, search.stopped)


def _raised(wishes: Sequence[Wish]) -> Sequence[Wish]:
    """Soft wishes as strong ones when there are no strong ones: here they compete with nothing else."""
    if any(wish.weight is Weight.STRONG for wish in wishes):
        return wishes
    return [replace(wish, weight=Weight.STRONG) if wish.weight is Weight.SOFT else wish for wish in wishes]


class WishCost(dict[int, int]):
    """The cost of a wish, by the hanchan in which two people meet."""

    def __init__(self, terms: PairWishes, hanchan: int) -> None:
        self.terms, self.hanchan = terms, hanchan

    def __missing__(self, met: int) -> int:
        self[met] = price = self.terms.wishes_cost(met, self.hanchan)
        return price


class Relabelling:
    """People and places are counted from 0. A wrong pair has the number `one * people + other`, a person at wrong
    tables `~person`.
    """

    def __init__(self, rounds: Rounds, wishes: Sequence[Wish], rng: Random) -> None:
        self.people = sum(map(len, rounds[0]))
        self.met = _meetings(rounds, self.people)
        self.near: list[dict[int, WishCost]] = [{} for _ in range(self.people)]
        lists: dict[PairWishes, WishCost] = {}
        index = {player: player - 1 for player in range(1, self.people + 1)}
        for (one, other), terms in pair_wishes(wishes, index, len(rounds)).items():
            prices = lists.setdefault(terms, WishCost(terms, len(rounds)))
            self.near[one][other] = self.near[other][one] = prices
        self.seat = _table_prices(rounds, wishes, self.people)
        self.place = self._begin(rng)
        self.heavy, self.light, self.cost = IndexedSet(), IndexedSet(), 0
        for person in range(self.people):
            self.cost += 2 * self.seat[person][self.place[person]] if person in self.seat else 0
            self.cost += self._noted(person)
        self.cost //= 2

    def _begin(self, rng: Random) -> list[int]:
        """Choose places for a group that rarely meet each other, players with most wishes first."""
        place = [-1] * self.people
        free = shuffled(range(self.people), rng)
        for first in sorted(shuffled(range(self.people), rng), key=lambda person: -len(self.near[person])):
            cost = dict.fromkeys(free, 0)
            for person in [first, *self.near[first]]:
                if place[person] < 0:
                    spot = min(cost, key=lambda spot: self._cost_at(person, spot, place))
                    place[person] = spot
                    del cost[spot]
            free = list(cost)
        return place

    def _cost_at(self, person: int, spot: int, place: Sequence[int]) -> int:
        met = self.met[spot]
        cost = sum(prices[met[place[other]]] for other, prices in self.near[person].items() if place[other] >= 0)
        return cost + (self.seat[person][spot] if person in self.seat else 0)

    def _noted(self, person: int) -> int:
        """Record the faults of a player; return their cost in pairs."""
        met, cost = self.met[self.place[person]], 0
        for other, prices in self.near[person].items():
            price = prices[met[self.place[other]]]
            cost += price
            low, high = (person, other) if person < other else (other, person)
            self._note(low * self.people + high, price)
        if person in self.seat:
            self._note(~person, self.seat[person][self.place[person]])
        return cost

    def _note(self, number: int, price: int) -> None:
        self.heavy.note(number, price >= HEAVY)
        self.light.note(number, 0 < price < HEAVY)

    def proposal(self, number: int, random: Callable[[], float]) -> tuple[int, int, int]:
        """Propose one of the players concerned, and anybody."""
        if number < 0:
            return 0, ~number, int(random() * self.people)
        one, other = divmod(number, self.people)
        return 0, one if random() < 0.5 else other, int(random() * self.people)

    def rise(self, which: int, one: int, other: int) -> int:
        """Return the change in cost when the two exchange their places in all hanchan."""
        here, there = self.place[one], self.place[other]
        old, new, place = self.met[here], self.met[there], self.place
        rise = 0
        for mate, prices in self.near[one].items():
            if mate != other:
                spot = place[mate]
                rise += prices[new[spot]] - prices[old[spot]]
        for mate, prices in self.near[other].items():
            if mate != one:
                spot = place[mate]
                rise += prices[old[spot]] - prices[new[spot]]
        if one in self.seat:
            rise += self.seat[one][there] - self.seat[one][here]
        if other in self.seat:
            rise += self.seat[other][here] - self.seat[other][there]
        return rise

    def exchange(self, which: int, one: int, other: int) -> None:
        """Let the two exchange their places in all hanchan; the caller adds what it costs."""
        self.place[one], self.place[other] = self.place[other], self.place[one]
        self._noted(one)
        self._noted(other)

    def snapshot(self) -> list[int]:
        """The place of each person."""
        return list(self.place)


def _meetings(rounds: Rounds, people: int) -> list[list[int]]:
    """For two places the hanchan in which they meet, as bits."""
    met = [[0] * people for _ in range(people)]
    for which, tables in enumerate(rounds):
        for table in tables:
            for one in table:
                for other in table:
                    met[one - 1][other - 1] |= 1 << which
    return met


def _table_prices(rounds: Rounds, wishes: Sequence[Wish], people: int) -> dict[int, list[int]]:
    """Return the cost of each place for players with table wishes."""
    prices: dict[int, list[int]] = {}
    for wish in wishes:
        if isinstance(wish, AtTables):
            away = [0] * people
            for tables in rounds:
                for number, table in enumerate(tables, start=1):
                    for place in table if number not in wish.tables else ():
                        away[place - 1] += WEIGHTS[wish.weight]
            for player in wish.players:
                line = prices.setdefault(player - 1, [0] * people)
                prices[player - 1] = [had + more for had, more in zip(line, away, strict=True)]
    return prices
