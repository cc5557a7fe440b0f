"""The general search: hanchan after a past, with wishes, byes, pins, and a plan to stay close to.

`solve` looks for tables first (`annealing`), then seats the winds, for which it may change tables, and numbers
the tables last, each against the past. In a plan that is stayed close to, winds come last.
"""

from random import Random

from seating.arguments import seed_value
from seating.chance import chance
from seating.search.annealing import PHASES, Annealing
from seating.search.cost import TaskCost, forced_cost
from seating.search.greedy_start import greedy_start
from seating.search.opponents_and_winds import UNIT, OpponentsAndWinds, SameWindState
from seating.search.state import HEAVY, PairState
from seating.search.wind_targets import seated_by_winds, wind_targets
from seating.table_numbers import number_tables_after
from seating.task import Solution, Tables, Task, Watch, part_of, to_players
from seating.unmet import unmet
from seating.winds.chains import WindChains
from seating.winds.dealing import deal_winds, keep_winds
from seating.winds.unevenness import unavoidable_cost
from seating.wishes import check_wishes

MOVES_PER_SEAT = 400
"""Changes tried per seat, within the two limits that follow: half a second's work, and a few seconds'."""

LEAST_MOVES = 400_000
MOST_MOVES = 2_000_000

FIRST_WORK = 2_000
"""Work spent on chains of winds before other tables are tried."""

TABLES, JOINT = 0.6, 0.5
"""The progress reported to a watch once the tables are found, and the progress of the work on winds when opponents and
winds are annealed together."""


def moves_for(task: Task) -> int:
    """Return the default number of changes to try, which grows with the seats to be planned."""
    seats = sum(map(len, task.sitting))
    return max(LEAST_MOVES, min(MOST_MOVES, MOVES_PER_SEAT * seats))


def solve(task: Task, seed: int | str, *, moves: int | None = None, watch: Watch | None = None) -> Solution:
    """Plan the hanchan of the task: the same task, seed and `moves` give the same answer on every machine.

    `moves` limits the changes tried (`moves_for` when None); half as many more may go into the winds.
    `watch` is called every few thousand of them; if it returns False, the result is the best so far, complete with
    tables and winds. Raises `CannotPlan` for wishes that mean nothing (`wrong`).
    """
    check_wishes(task.wishes)
    rng = chance(seed_value(seed))
    limit = moves_for(task) if moves is None else moves
    people = task.people
    prices = TaskCost(task, people)
    begun = PairState(greedy_start(task, people, prices, rng), prices, len(task.past))
    enough = forced_cost(task.wishes, task.sitting, task.size, len(task.past))
    search = Annealing(begun, rng, limit, part_of(watch, 0, TABLES), enough)
    search.run(PHASES)
    rounds, tried, stopped = search.best, search.moves, search.stopped
    if task.winds and task.keep:
        number_tables_after(task, people, rounds, prices.seat, rng)
        keep_winds(task, people, rounds)
    elif task.winds and not stopped:
        rest = part_of(watch, TABLES, 1)
        rounds, more, stopped = _even_winds(task, people, prices, rounds, limit // 2, rng, rest)
        tried += more
    elif task.winds:
        deal_winds(task, people, rounds, rng)
        WindChains(task, people, rounds).run()
    if not task.keep:
        number_tables_after(task, people, rounds, prices.seat, rng)
    named = to_players(rounds, people)
    return Solution(named, unmet(named, task.past, task.wishes), tried, stopped)


def _even_winds(
    task: Task,
    people: list[int],
    prices: TaskCost,
    rounds: list[Tables],
    limit: int,
    rng: Random,
    watch: Watch | None,
) -> tuple[list[Tables], int, bool]:
    """The winds at these tables. Where they stay more uneven than they must: other tables whose winds are even, made
    for them from the beginning; where these make people meet again, winds and opponents annealed together.

    The best of the three: even winds are not worth a repeat. Returns the tables in the order of their winds, the
    changes tried, and whether the watch stopped the work.
    """
    uneven, past = unavoidable_cost(task, people), len(task.past)
    enough = forced_cost(task.wishes, task.sitting, task.size, past)
    deal_winds(task, people, rounds, rng)
    cost = WindChains(task, people, rounds).run(uneven, FIRST_WORK)
    if cost <= uneven:
        return rounds, 0, False
    found, tried = [(rounds, cost)], 0
    even = seated_by_winds(task, people, prices, wind_targets(task, people, rng), rng)
    search = Annealing(SameWindState(even, prices, past), rng, limit, part_of(watch, 0, JOINT), enough)
    search.run(PHASES[:1])
    tried += search.moves
    found.append((search.best, WindChains(task, people, search.best).run(uneven)))
    if not search.stopped and (search.least > enough or found[-1][1] > uneven):
        state = OpponentsAndWinds(rounds, prices, task, people)
        search = Annealing(state, rng, limit, part_of(watch, JOINT, 1), uneven * UNIT + enough)
        search.run(PHASES)
        found.append((search.best, WindChains(task, people, search.best).run(uneven)))
        tried += search.moves

    def faults(made: tuple[list[Tables], int]) -> tuple[int, int]:
        """Return the heavy cost, then the unevenness of the winds."""
        return PairState(made[0], prices, past).cost // HEAVY, made[1]

    return min(found, key=faults)[0], tried, search.stopped
