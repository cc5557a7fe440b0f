"""Plans against the same hanchan searched for from nothing, a textbook model in OR-Tools, and the best ones stored.

For each size: meetings beyond the first / most that somebody's winds differ after any hanchan / most visits of anybody
to one table, and seconds. "bound" is what no seating can be below, "stored" what the best public collection has.
"ratio" is the time of the plan against the bare recount of it. Memory is the most that planning holds at once.

OR-Tools is no part of the project: `pip install ortools` into an environment of your own, or into this one and out
again; without it that column has “not installed”. It gets one worker and a limit of seconds:
`python -m bench.seating 50`.
"""

import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import combinations
from time import perf_counter
from typing import Any

from bench import sized
from bench.anchor import anchors
from seating import Rounds, measure, plan
from seating.layouts.layout import layout
from seating.search.solve import solve
from seating.task import Task

SIZES = (
    *((16, 5), (20, 5), (24, 6), (24, 7), (28, 8), (32, 8), (32, 10), (36, 8), (40, 10), (48, 8), (64, 8), (64, 12)),
    *((100, 10), (128, 10), (200, 8), (200, 12), (400, 12)),
)
LARGEST_MODEL = 48
"""More players are not given to OR-Tools: it has no answer in any time that one would wait."""
SECONDS = 10
SEED = 1


def main() -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    print(f"OR-Tools: {installed() or 'not installed, its column stays empty'}; {limit} seconds at most for each size")
    heads = ("size", "bound", "", "plan", "ratio", "memory", "", "search alone", "stored", "OR-Tools")
    print("{:>7} {:>5} {:2}{:<18}{:>6}{:>10} {:2}{:<18} {:<7} {}".format(*heads))
    for players, hanchan in sized(SIZES, SIZES[:1]):
        layout.cache_clear()
        made, seconds = timed(partial(plan, players, hanchan, SEED))
        quality, recount = timed(partial(measure, made.rounds, made.players))
        everybody = (frozenset(range(1, players + 1)),) * hanchan
        found, search_seconds = timed(partial(solve, Task(everybody), SEED))
        stored = anchors().get((players, hanchan))
        print(
            f"{f'{players}x{hanchan}':>7} {quality.repeats_bound:>5}   {figures(made.rounds, players, seconds):<18}"
            f"{seconds / recount:>6.1f}{held(players, hanchan):>7.1f} MB   "
            f"{figures(found.rounds, players, search_seconds):<18} "
            f"{stored.above + stored.floor if stored else 'none':<7} {modelled(players, hanchan, limit)}",
            flush=True,
        )


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = perf_counter()
    done = work()
    return done, perf_counter() - began


def figures(rounds: Rounds, players: int, seconds: float) -> str:
    quality = measure(rounds, players)
    return f"{quality.repeats}/{quality.wind_gap_any}/{quality.most_table_visits} {seconds:.2f} s"


def held(players: int, hanchan: int) -> float:
    """The most memory that a plan held while it was made, in MB, nothing being known from before."""
    layout.cache_clear()
    tracemalloc.start()
    plan(players, hanchan, SEED)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 1e6


def installed() -> str:
    try:
        import ortools
    except ImportError:
        return ""
    return str(ortools.__version__)


def modelled(players: int, hanchan: int, limit: int) -> str:
    """The social golfer problem as textbooks write it: who sits at which table, two at most once at one."""
    if not installed():
        return "not installed"
    if players > LARGEST_MODEL:
        return "not tried"
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    tables = range(players // 4)
    sits = {
        (which, table, player): model.new_bool_var("")
        for which in range(hanchan)
        for table in tables
        for player in range(players)
    }
    for which in range(hanchan):
        for player in range(players):
            model.add_exactly_one(sits[which, table, player] for table in tables)
        for table in tables:
            model.add(sum(sits[which, table, player] for player in range(players)) == 4)
    for player in range(players):
        model.add(sits[0, player // 4, player] == 1)
    for which in range(1, hanchan):
        for player in range(4):
            model.add(sits[which, player, player] == 1)
    for one, other in combinations(range(players), 2):
        meetings = []
        for which in range(hanchan):
            for table in tables:
                both = model.new_bool_var("")
                model.add_bool_or(sits[which, table, one].negated(), sits[which, table, other].negated(), both)
                meetings.append(both)
        model.add_at_most_one(meetings)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    solver.parameters.num_workers = 1
    status, seconds = timed(lambda: solver.solve(model))
    return f"0 {seconds:.1f} s" if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else f"none in {limit} s"


if __name__ == "__main__":
    main()
