"""Repairs and wishes: how good, how long against the bare recount of the seating, and against a search that is blind.

The blind search is the same annealing with the same number of changes tried, but changes anybody anywhere instead of
beginning where something is wrong. A repair is "N x R after k, -m": m people, drawn by lot, leave after k hanchan; what
the options of the repair page give is measured by `bench.repairs`.
"""

import statistics
from collections.abc import Callable
from random import Random
from time import process_time
from typing import TypeVar

from bench import sized
from seating import Rounds, measure, plan
from seating.bounds import club_bound, count_double_meetings
from seating.chance import chance, shuffled
from seating.layouts.layout import layout
from seating.search.annealing import PHASES, Annealing
from seating.search.cost import TaskCost
from seating.search.solve import moves_for, solve
from seating.search.state import PairState
from seating.task import Task
from seating.unmet import group_meetings
from seating.wishes import Apart, Weight

REPAIRS = (
    *((100, 10, played, leaving) for played in (1, 3, 5, 7, 9) for leaving in (4, 8)),
    *((200, 12, 6, 12), (64, 8, 5, 4), (64, 8, 7, 0), (40, 8, 3, 4), (40, 10, 4, 4), (32, 8, 3, 4)),
)
TEAMS = ((16, 3), (32, 7), (32, 8), (40, 9), (64, 8), (64, 12), (100, 10))
COUNTRIES: tuple[tuple[int, int, tuple[int, ...]], ...] = (
    (100, 10, (30, 20, 15, 10, 8, 6, 4, 3, 2, 2)),
    (128, 10, (40, 30, 20, 10, 10, 10, 8)),
    (200, 12, (60, 40, 30, 20, 10, 10, 10)),
    (64, 8, (20, 6, 5, 4, 3, 2)),
)
CLUBS: tuple[tuple[int, int, tuple[int, ...], bool], ...] = (
    (40, 8, (12, 8, 6, 5, 3, 2, 2, 2), False),
    (48, 8, (14, 10, 8, 6, 5, 3), True),
    (64, 8, (16, 12, 10, 8, 6, 4), True),
    (400, 15, (80, 60, 50, 40, 30, 25, 20, 15, 12, 10, 9, 8, 7, 6, 5, 4, 3, 3, 3), False),
    (40, 8, (20,), False),
    (24, 6, (8, 6, 4, 3, 3), False),
    (100, 10, (30, 20, 15, 10, 8, 6, 4, 3, 2, 2), False),
    (64, 8, (20, 6, 5, 4, 3, 2), False),
)
"""Players, hanchan, clubs kept apart as far as possible, and whether teams of four across them must be kept apart."""
SEEDS = sized((1, 2, 3), (1,))
T = TypeVar("T")


class Blind(PairState):
    """Proposes a change anywhere."""

    def proposal(self, number: int, random: Callable[[], float]) -> tuple[int, int, int]:
        which, one, other = (int(random() * count) for count in (len(self.rounds), self.people, self.people))
        return (which, one, one) if self.at[which][one] == self.at[which][other] else (which, one, other)


def main() -> None:
    print(f"repairs, the middle one of {len(SEEDS)} seeds; repeats, people with uneven winds, most visits to a table")
    for players, hanchan, played, leaving in sized(REPAIRS, ((16, 3, 1, 4),)):
        runs = sorted(repaired(players, hanchan, played, leaving, seed) for seed in SEEDS)
        repeats, uneven, visits, blind, seconds, ratio = runs[len(runs) // 2]
        name = f"{players} x {hanchan} after {played}, -{leaving}"
        print(
            f"{name:<24} repeats {repeats:3} (blind {blind:3})   uneven {uneven:2}   visits {visits}   "
            f"{seconds:5.2f} s   ratio {ratio:7.1f}",
            flush=True,
        )
    print("wishes: meetings within groups, the least that can be proved, repeats")
    for players, hanchan in sized(TEAMS, TEAMS[:1]):
        wished(players, hanchan, (4,) * (players // 4), f"{players} x {hanchan}, teams of four")
    for players, hanchan, sizes in sized(COUNTRIES, ()):
        wished(players, hanchan, sizes, f"{players} x {hanchan}, a country of {sizes[0]}")

    print("clubs: strong wishes against the same wishes as required ones, recounted")
    for players, hanchan, clubs, teams in sized(CLUBS, ()):
        strong, required = (apart(players, hanchan, clubs, teams, weight) for weight in (Weight.STRONG, Weight.MUST))
        bound = hanchan * sum(club_bound(size, players // 4) for size in clubs)
        print(
            f"{players} x {hanchan}, a club of {clubs[0]}: least {bound}, strong {strong}, required {required}",
            flush=True,
        )


def apart(players: int, hanchan: int, sizes: tuple[int, ...], teams: bool, weight: Weight) -> str:
    """Meetings within clubs, repeats and seconds of a plan."""
    groups = members(sizes)
    across = tuple(frozenset(range(one, players + 1, players // 4)) for one in range(1, players // 4 + 1))
    more = (Apart(across, weight=Weight.MUST),) if teams else ()
    began = process_time()
    made = plan(players, hanchan, 7, wishes=(Apart(groups, weight=weight), *more))
    seconds = process_time() - began
    met, repeats = len(group_meetings(groups, made.rounds)), count_double_meetings(made.rounds)
    return f"{met} with {repeats} repeats in {seconds:.1f} s"


def members(sizes: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    """Groups of consecutive numbers."""
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    return tuple(frozenset(range(end - size + 1, end + 1)) for size, end in zip(sizes, ends, strict=True))


def repaired(
    players: int, hanchan: int, played: int, leaving: int, seed: int
) -> tuple[int, int, int, int, float, float]:
    rounds = plan(players, hanchan, seed).rounds
    everybody = frozenset(range(1, players + 1))
    gone = frozenset(Random(seed).sample(sorted(everybody), leaving))
    task = Task((everybody - gone,) * (hanchan - played), rounds[:played])
    seconds, found = middle(lambda: solve(task, seed).rounds)
    recount, quality = middle(lambda: measure(task.past + found, players))
    blind = measure(task.past + blindly(task, seed), players).repeats
    return quality.repeats, len(quality.uneven_players), quality.most_table_visits, blind, seconds, seconds / recount


def middle(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds of the processor that one call takes, the middle of three, and what it found."""
    took = []
    for _ in range(3):
        began = process_time()
        found = work()
        took.append(process_time() - began)
    return statistics.median(took), found


def blindly(task: Task, seed: int) -> Rounds:
    people = sorted(task.sitting[0])
    rng = chance(seed)
    tables = []
    for _ in task.sitting:
        order = shuffled(range(len(people)), rng)
        tables.append([order[at : at + 4] for at in range(0, len(order), 4)])
    search = Annealing(Blind(tables, TaskCost(task, people), len(task.past)), rng, moves_for(task), None)
    search.run(PHASES)
    return tuple(tuple(tuple(people[person] for person in table) for table in made) for made in search.best)


def wished(players: int, hanchan: int, sizes: tuple[int, ...], name: str) -> None:
    groups = members(sizes)
    layout(players, hanchan)
    began = process_time()
    made = plan(players, hanchan, 1, wishes=(Apart(groups),))
    seconds = process_time() - began
    began = process_time()
    measure(made.rounds, players)
    recount = process_time() - began
    least = int(dict(made.unmet[0].params)["bound"]) if made.unmet else 0
    print(
        f"{name:<28} meetings {len(group_meetings(groups, made.rounds)):4} (least {least:3})   "
        f"repeats {made.quality.repeats}   {seconds:5.2f} s   ratio {seconds / recount:6.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
