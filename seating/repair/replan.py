"""Re-planning of the remaining hanchan: close to the plan, or as even as possible."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from seating.chance import chance
from seating.layouts.layout import layout
from seating.lots import interchangeable_players
from seating.plans import apply_lots
from seating.repair.mending import TabuRepair
from seating.rounds import Rounds, Seating, table_of
from seating.search.cost import TaskCost
from seating.search.solve import solve
from seating.search.state import HEAVY, PairState
from seating.table_numbers import table_cost
from seating.task import Tables, Task, to_indices, to_players
from seating.winds.chains import WindChains
from seating.winds.dealing import keep_winds
from seating.winds.unevenness import unavoidable_cost


class NumberedHistory(NamedTuple):
    """The hanchan played and the players of those to come, in the planner's numbers; `people[n - 1]` is n."""

    past: Rounds
    sitting: tuple[frozenset[int], ...]
    people: tuple[int, ...]
    planned: Rounds = ()


def number_history(past: Seating, sitting: Sequence[Collection[int]], planned: Seating = ()) -> NumberedHistory:
    """Number everybody who ever sat or is to sit, in a fixed order; who has left keeps a number for those met.

    `planned` are hanchan as they were to be, to stay close to: their people have numbers too, also those who neither
    sat nor sit any more.
    """
    order = dict.fromkeys(player for tables in past for table in tables for player in sorted(table))
    order.update(dict.fromkeys(player for people in sitting for player in sorted(people)))
    order.update(dict.fromkeys(player for tables in planned for table in tables for player in sorted(table)))
    number = {player: at for at, player in enumerate(order, start=1)}
    return NumberedHistory(
        _renamed(past, number),
        tuple(frozenset(number[player] for player in people) for people in sitting),
        tuple(order),
        _renamed(planned, number),
    )


def _renamed(rounds: Seating, number: Mapping[int, int]) -> Rounds:
    return tuple(tuple(tuple(number[player] for player in table) for table in tables) for tables in rounds)


SEARCHED = 1_500
"""Up to this many seats to come, the search is also tried where a mended plan still has unwanted meetings; in larger
fields mending always finds enough opponents."""

TRIES = 12
"""How often a plan of a small field is mended, each time in another order."""


def replan(task: Task, seed: int | str, *, moves: int, close: bool) -> Rounds:
    """The planned hanchan only. `close`: as few people as possible change tables (`task.keep` says what was
    planned), and the winds are evened out at these tables; else nothing need stay as it was."""
    if not (close and task.keep):
        return _evenest(task, seed, moves)
    return _closest(task, task.people, seed, moves)


def _closest(task: Task, people: list[int], seed: int | str, moves: int) -> Rounds:
    """Return the plan mended, its winds evened out at the tables of the plan."""
    tables = _mended(task, people, seed, moves)
    if task.winds:
        keep_winds(task, people, tables)
        WindChains(task, people, tables).run(unavoidable_cost(task, people))
    return to_players(tables, people)


def _evenest(task: Task, seed: int | str, moves: int) -> Rounds:
    """Return the most even seating: from the search, or one available without it that is no worse, the mended plan
    included: nothing is called most even that staying close to the plan outdoes."""
    people = task.people
    free = replace(task, keep=())
    prices = TaskCost(free, people)

    def faults(rounds: Rounds) -> tuple[int, int, int]:
        """Return the heavy cost, the uneven winds and the repeated tables."""
        tables = to_indices(rounds, people)
        uneven = WindChains(free, people, tables).cost if task.winds else 0
        return PairState(tables, prices, len(task.past)).cost // HEAVY, uneven, table_cost([*task.past, *rounds])

    close = (_closest(task, people, seed, moves),) if task.keep else ()
    return min((*_at_hand(task, people, seed), *close, solve(free, seed, moves=moves).rounds), key=faults)


def _at_hand(task: Task, people: list[int], seed: int | str) -> list[Rounds]:
    """Return the current plan if it is for these people, or the layout of the size if nothing is played yet."""
    found = []
    if [frozenset(player for table in seats for player in table) for seats in task.keep] == list(task.sitting):
        found.append(task.keep)
    if not (task.past or task.wishes) and all(len(sitting) == len(people) for sitting in task.sitting):
        places = layout(len(people), len(task.sitting), task.size)
        made = apply_lots(places, interchangeable_players(len(people), ()), seed)
        found.append(tuple(tuple(table_of([people[one - 1] for one in table]) for table in seats) for seats in made))
    return found


def _mended(task: Task, people: list[int], seed: int | str, moves: int) -> list[Tables]:
    """Tables close to the plan; in small fields the best of some, and searched for where mending alone leaves something
    heavy."""
    is_small = sum(map(len, task.sitting)) <= SEARCHED
    made: list[TabuRepair] = []
    while not made or (is_small and len(made) < TRIES and sum(one.tried for one in made) < moves // 4):
        mending = TabuRepair(task, people, chance(f"{seed}:{len(made)}"))
        mending.mend(moves // 4)
        mending.settle()
        made.append(mending)
    mending = min(made, key=TabuRepair.total) if is_small else made[0]
    if mending.is_well or not is_small:
        return mending.rounds
    found = solve(task, seed, moves=moves).rounds
    searched = to_indices(found, people)
    prices = TaskCost(replace(task, keep=()), people)
    costs = [PairState(tables, prices, len(task.past)).cost for tables in (mending.rounds, searched)]
    if costs[1] <= costs[0] - HEAVY:
        mending.take_over(searched)
        mending.settle()
    return mending.rounds
