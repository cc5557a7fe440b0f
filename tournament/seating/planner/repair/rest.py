"""The hanchan to come planned again, in two tempers: close to what was planned, or as even as can be."""

from dataclasses import replace

from ..chance import chance
from ..kinds import kinds_of
from ..layouts import layout
from ..planning import drawn
from ..search import solve
from ..search.chains import Chains
from ..search.indices import Tables, to_indices, to_players
from ..search.kept import keep_winds
from ..search.prices import Prices
from ..search.shortage import unavoidable
from ..search.state import HEAVY, State
from ..tables import table_cost
from ..task import Task
from ..words import Rounds, table_of
from .mend import Mending

SEARCHED = 1_500
"""With so many seats to come a mended plan in which people still meet who should not is searched for as well; in
larger fields mending always has opponents enough."""

TRIES = 12
"""So often a plan of a small field is mended, each time in another order."""


def rest(task: Task, seed: int | str, *, moves: int, close: bool) -> Rounds:
    """The planned hanchan only. ``close``: as few people as possible change tables (``task.keep`` says what was
    planned), and the winds are evened out at these tables; else nothing need stay as it was."""
    if not (close and task.keep):
        return _evenest(task, seed, moves)
    people = task.people
    tables = _mended(task, people, seed, moves)
    if task.winds:
        keep_winds(task, people, tables)
        Chains(task, people, tables).run(unavoidable(task, people))
    return to_players(tables, people)


def _evenest(task: Task, seed: int | str, moves: int) -> Rounds:
    """As even as can be: what the search finds, or what is there without it where that is no worse."""
    people = task.people
    free = replace(task, keep=())
    prices = Prices(free, people)

    def faults(rounds: Rounds) -> tuple[int, int, int]:
        """What is heavy, whose winds are apart, who comes back to a table."""
        tables = to_indices(rounds, people)
        uneven = Chains(free, people, tables).cost if task.winds else 0
        return State(tables, prices, len(task.past)).cost // HEAVY, uneven, table_cost([*task.past, *rounds])

    return min((*_at_hand(task, people, seed), solve(free, seed, moves=moves).rounds), key=faults)


def _at_hand(task: Task, people: list[int], seed: int | str) -> list[Rounds]:
    """The plan as it stands, where it is for these people; the layout of the size, where nothing is played yet."""
    found = []
    if [frozenset(player for table in seats for player in table) for seats in task.keep] == list(task.sitting):
        found.append(task.keep)
    if not (task.past or task.wishes) and all(len(sitting) == len(people) for sitting in task.sitting):
        places = layout(len(people), len(task.sitting), task.size)
        made = drawn(places, kinds_of(len(people), ()), seed)
        found.append(tuple(tuple(table_of([people[one - 1] for one in table]) for table in seats) for seats in made))
    return found


def _mended(task: Task, people: list[int], seed: int | str, moves: int) -> list[Tables]:
    """Tables close to the plan; in small fields the best of some, and searched for where mending alone leaves something
    heavy."""
    is_small = sum(map(len, task.sitting)) <= SEARCHED
    made: list[Mending] = []
    while not made or (is_small and len(made) < TRIES and sum(one.tried for one in made) < moves // 4):
        mending = Mending(task, people, chance(f"{seed}:{len(made)}"))
        mending.mend(moves // 4)
        mending.settle()
        made.append(mending)
    mending = min(made, key=Mending.total) if is_small else made[0]
    if mending.is_well or not is_small:
        return mending.rounds
    found = solve(task, seed, moves=moves).rounds
    searched = to_indices(found, people)
    prices = Prices(replace(task, keep=()), people)
    costs = [State(tables, prices, len(task.past)).cost for tables in (mending.rounds, searched)]
    if costs[1] <= costs[0] - HEAVY:
        mending.take_over(searched)
        mending.settle()
    return mending.rounds
