"""Table numbers: which table each group of players gets, with as few repeated tables as possible.

Many designs number their tables by construction. For all others each hanchan in turn gets a better numbering given all
the others, until nothing is left to gain: exactly, as an assignment problem, where there are few tables; by exchanging
two tables at a time where there are many. What a table costs is counted in one way (`TableVisits`), but there are two
loops: `number_tables` for a design, ties broken by lot, some hanchan shaken when it is stuck; `number_tables_after` for
a plan with a past and wished tables, which takes a table as it comes. One loop for both was tried and undone: it gives
other layouts of tables of three (decision 16). A single hanchan after a past is numbered by
`swiss.wind_rotation.seat_groups`, where rank may come first.
"""

from collections.abc import Sequence
from math import comb
from random import Random
from typing import TypeVar

from seating.chance import shuffled
from seating.matching import assign
from seating.rounds import Round, Seating
from seating.task import Tables, Task, index_of

STAY = 10
"""The cost of staying at a table for the next hanchan, on top of the revisit that it is."""

THIRD = 8
"""How much more a third visit to a table costs than a second."""

EFFORT = 1_500_000
"""Elementary steps allowed in all; one numbering of g tables in R hanchan takes about R * (g^3 + 10gR + 600)."""

PATIENCE = 50
"""Rounds of improvement without a better result before the numbering ends."""

SHAKEN = 2
"""How many hanchan are numbered at random when nothing is left to gain."""

TIE, LOT = 1024, 16
"""Costs are multiplied by the one and get a random part below the other: with up to 64 tables it only decides ties."""

EXACT = 26
"""Up to this many tables, the numbering is exact; the work grows with their cube."""

SWEEPS, EXACT_SWEEPS = 6, 24
"""The most sweeps over all hanchan; more if the numbering is exact, because each is then quick."""

STUCK = 3
"""Sweeps without a gain before the numbering ends."""

WISHED = 1_000
"""A wished table against a revisit: prices of seats are multiplied by this."""

Group = TypeVar("Group")


class TableVisits:
    """Everybody's table in each hanchan (from 0) and visits to each table; people from 0."""

    def __init__(self, people: int, rounds: Seating) -> None:
        self.tables = max(map(len, rounds))
        self.count = [[0] * self.tables for _ in range(people)]
        self.at = [[-1] * people for _ in rounds]
        for which, seated in enumerate(rounds):
            self.put_all(which, seated, 1)

    def put_all(self, which: int, tables: Sequence[Sequence[int]], change: int) -> None:
        """Add the groups to the tables of a hanchan in order (`change` 1), or remove them (-1)."""
        for number, people in enumerate(tables):
            for person in people:
                self.count[person][number] += change
                self.at[which][person] = number if change > 0 else -1

    def costs(self, which: int, people: Sequence[int], tables: int) -> list[int]:
        """Return the cost of each table for this group, which must not be counted in this hanchan."""
        costs = [0] * tables
        for person in people:
            for number, visits in enumerate(self.count[person][:tables]):
                if visits:
                    costs[number] += visits + THIRD * comb(visits, 2)
            for near in (which - 1, which + 1):
                if 0 <= near < len(self.at) and 0 <= self.at[near][person] < tables:
                    costs[self.at[near][person]] += STAY
        return costs


def number_tables(
    rounds: Sequence[Round], players: int, rng: Random, fixed: frozenset[int] = frozenset()
) -> list[Round]:
    """The same hanchan with the tables in the order of the room; players are numbered 1..`players`.

    Tables at the indices `fixed` stay there: somebody sits at each of them throughout.
    """
    best = list(rounds)
    kept = len(fixed) * (revisit_cost(len(best)) + STAY * (len(best) - 1))
    lowest, least = table_cost(best), least_cost(players - len(fixed), len(best), len(best[0])) + kept
    current, before, vain = list(best), lowest, 0
    for _ in range(_sweeps(len(best[0]), len(best))):
        if lowest <= least or vain > PATIENCE:
            break
        current = _improved(current, players, rng, fixed)
        cost = table_cost(current)
        vain += 1
        if cost < lowest:
            best, lowest, vain = list(current), cost, 0
        if cost >= before:
            current = _shaken(best, rng, fixed)
            cost = table_cost(current)
        before = cost
    return best


def _sweeps(order: int, hanchan: int) -> int:
    """Return how often all hanchan can be renumbered with that effort."""
    return 2 + EFFORT // (hanchan * (order**3 + 10 * order * hanchan + 600))


def _improved(rounds: Sequence[Round], players: int, rng: Random, fixed: frozenset[int]) -> list[Round]:
    """Renumber every hanchan once, in random order, in the best way given the others."""
    current, visits = list(rounds), TableVisits(players + 1, rounds)
    for which in shuffled(range(len(current)), rng):
        visits.put_all(which, current[which], -1)
        current[which] = _renumbered(current[which], visits, which, rng, fixed)
        visits.put_all(which, current[which], 1)
    return current


def _shaken(rounds: Sequence[Round], rng: Random, fixed: frozenset[int]) -> list[Round]:
    """Shuffle the tables of a few hanchan, to restart from elsewhere."""
    current = list(rounds)
    for which in shuffled(range(len(current)), rng)[:SHAKEN]:
        places = [place for place in range(len(current[which])) if place not in fixed]
        current[which] = _placed(current[which], shuffled(places, rng), places)
    return current


def _placed(tables: Sequence[Group], places: Sequence[int], targets: Sequence[int]) -> tuple[Group, ...]:
    """The tables with those at `places` moved to `targets`."""
    placed = list(tables)
    for place, target in zip(places, targets, strict=True):
        placed[target] = tables[place]
    return tuple(placed)


def revisit_cost(visits: int) -> int:
    """Cost of a player's visits to one table; convex, so that the revisits fall to different tables."""
    return comb(visits, 2) + THIRD * comb(visits, 3)


def least_cost(players: int, hanchan: int, tables: int) -> int:
    """Return the cost when everybody visits every table equally often, within one, and none twice running."""
    each, more = divmod(hanchan, tables)
    stays = players * (hanchan - 1) if tables == 1 else 0
    return players * ((tables - more) * revisit_cost(each) + more * revisit_cost(each + 1)) + STAY * stays


def table_cost(rounds: Sequence[Round]) -> int:
    """Revisits of all players, and STAY for each time somebody stays."""
    visits: dict[tuple[int, int], int] = {}
    cost = 0
    before: set[tuple[int, int]] = set()
    for tables in rounds:
        places = [(player, number) for number, table in enumerate(tables) for player in table]
        for place in places:
            visits[place] = visits.get(place, 0) + 1
        cost += STAY * sum(place in before for place in places)
        before = set(places)
    return cost + sum(revisit_cost(count) for count in visits.values())


def _renumbered(tables: Round, visits: TableVisits, which: int, rng: Random, fixed: frozenset[int]) -> Round:
    """The tables of one hanchan in the best order given all other hanchan, ties broken by lot."""
    places = [place for place in range(len(tables)) if place not in fixed]
    order = shuffled(places, rng)
    costs = [visits.costs(which, tables[at], len(tables)) for at in order]
    drawn = [[TIE * line[place] + int(LOT * rng.random()) for place in places] for line in costs]
    return _placed(tables, order, [places[target] for target in assign(drawn)])


def number_tables_after(
    task: Task, people: list[int], rounds: list[Tables], seats: list[dict[int, list[int]]], rng: Random
) -> int:
    """Put the tables of each hanchan into the order of the room, in place; what the visits then cost."""
    index, first = index_of(people), len(task.past)
    past = [[[index[player] for player in table if player in index] for table in tables] for tables in task.past]
    visits = TableVisits(len(people), [*past, *rounds])
    vain, least = 0, -1
    for _ in range(SWEEPS if visits.tables > EXACT else EXACT_SWEEPS):
        total = sum(_renumber(visits, first + which, rounds[which], seats[which], rng) for which in range(len(rounds)))
        vain = 0 if least < 0 or total < least else vain + 1
        least = total if least < 0 else min(total, least)
        if not total or vain > STUCK:
            break
    return least


def _renumber(visits: TableVisits, which: int, tables: Tables, seats: dict[int, list[int]], rng: Random) -> int:
    visits.put_all(which, tables, -1)
    order = shuffled(range(len(tables)), rng)
    costs = []
    for place in order:
        line = visits.costs(which, tables[place], len(tables))
        for person in tables[place]:
            for other, price in enumerate(seats.get(person, ())):
                line[other] += WISHED * price
        costs.append(line)
    where = assign(costs) if len(tables) <= EXACT else _exchanged(costs, order)
    tables[:] = _placed(tables, order, where)
    visits.put_all(which, tables, 1)
    return sum(costs[row][target] for row, target in enumerate(where))


def _exchanged(costs: list[list[int]], where: list[int]) -> list[int]:
    """Improve an assignment until no exchange of two makes it better."""
    where = list(where)
    better = True
    while better:
        better = False
        for row, line in enumerate(costs):
            if not line[where[row]]:
                continue
            gain, best = 0, row
            for other, theirs in enumerate(costs):
                change = line[where[row]] + theirs[where[other]] - line[where[other]] - theirs[where[row]]
                if change > gain:
                    gain, best = change, other
            if gain:
                where[row], where[best] = where[best], where[row]
                better = True
    return where
