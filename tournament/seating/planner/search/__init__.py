"""The one search of the planner: hanchan after a past, with wishes, byes, pins, and a plan to stay close to.

``solve`` looks for tables first (:mod:`.annealing`), then seats the winds, for which it may change tables, and numbers
the tables last, each against the past. In a plan that is stayed close to, winds come last.
"""

from random import Random
from typing import NamedTuple

from ..chance import chance
from ..contradictions.wrong import check_wishes
from ..task import Found, Task
from ..unmet import unmet
from ..words import Watch
from .annealing import PHASES, Search, part_of
from .balance import Winds
from .chains import Chains
from .indices import Tables, to_players
from .joint import UNIT, JointState, SameWind
from .kept import keep_winds
from .numbering import number
from .prices import Prices
from .shortage import unavoidable
from .start import start
from .state import HEAVY, State
from .targets import seated_by_winds, wind_targets
from .terms import forced

MOVES_PER_SEAT = 400
"""Changes tried, unless that is outside the two limits that follow: half a second's work, and a few seconds'."""

LEAST_MOVES = 400_000
MOST_MOVES = 2_000_000

TABLES, JOINT = 0.6, 0.8
"""How much of the work is done after the first search, and after the second, as a watch is told."""


def moves_for(task: Task) -> int:
    """How many changes are tried unless something else is asked for: grows with the seats to be planned."""
    seats = sum(map(len, task.sitting))
    return max(LEAST_MOVES, min(MOST_MOVES, MOVES_PER_SEAT * seats))


def solve(task: Task, seed: int | str, *, moves: int | None = None, watch: Watch | None = None) -> Found:
    """Plan the hanchan of the task: the same task, seed and ``moves`` give the same answer on every machine.

    ``moves`` limits the changes tried (:func:`moves_for` when None); half as many more may go into the winds.
    ``watch`` is told every few thousand of them; when it answers False the best so far comes back, complete with
    tables and winds. Raises :class:`CannotPlan` for wishes that mean nothing (:mod:`..contradictions.wrong`).
    """
    check_wishes(task.wishes)
    rng = chance(seed)
    limit = moves_for(task) if moves is None else moves
    people = task.people
    prices = Prices(task, people)
    begun = State(start(task, people, prices, rng), prices, len(task.past))
    enough = forced(task.wishes, task.sitting, task.size, len(task.past))
    search = Search(begun, rng, limit, part_of(watch, 0, TABLES), enough)
    search.run(PHASES)
    rounds, tried, stopped = search.best, search.moves, search.stopped
    if task.winds and task.keep:
        number(task, people, rounds, prices.seat, rng)
        keep_winds(task, people, rounds)
    elif task.winds and not stopped:
        even = _evened(task, people, prices, rounds, search.least, limit // 2, rng, watch)
        rounds, tried, stopped = even.rounds, tried + even.moves, even.stopped
    elif task.winds:
        Winds(task, people, rounds, rng).seat(0)
    if not task.keep:
        number(task, people, rounds, prices.seat, rng)
    named = to_players(rounds, people)
    return Found(named, unmet(named, task.past, task.wishes), tried, stopped)


class Seated(NamedTuple):
    """Tables in the order of their winds, and what it took."""

    rounds: list[Tables]
    moves: int
    stopped: bool


def _evened(
    task: Task, people: list[int], prices: Prices, rounds: list[Tables], opponents: int, limit: int, rng: Random,
    watch: Watch | None,
) -> Seated:  # fmt: skip
    """The winds at these tables, with which the opponents cost so much; where they stay more uneven than they must,
    other tables whose winds are even, made for them from the beginning; and where these make people meet again, the
    first tables with winds and opponents exchanged together. Even winds are not worth a repeat.
    """
    uneven = unavoidable(task, people)
    cost = Winds(task, people, rounds, rng).seat(uneven, tries=0)
    if cost <= uneven:
        return Seated(rounds, 0, False)
    enough = forced(task.wishes, task.sitting, task.size, len(task.past))
    begun = seated_by_winds(task, people, prices, wind_targets(task, people, rng), rng)
    other = Search(SameWind(begun, prices, len(task.past)), rng, limit, part_of(watch, TABLES, JOINT), enough)
    other.run(PHASES[:1])
    fits = other.least < opponents + HEAVY and Chains(task, people, begun).cost < cost
    if fits and other.least <= enough:
        Chains(task, people, other.best).run(uneven)
        return Seated(other.best, other.moves, other.stopped)
    if fits:
        rounds = other.best
    else:
        Winds(task, people, rounds, rng).seat(uneven)
    if other.stopped:
        return Seated(rounds, other.moves, True)
    state, left = JointState(rounds, prices, task, people), max(0, limit - other.moves)
    joint = Search(state, rng, left, part_of(watch, JOINT, 1), uneven * UNIT + enough)
    joint.run(PHASES)
    if fits or State(joint.best, prices, len(task.past)).cost < opponents + HEAVY:
        rounds = joint.best
    Chains(task, people, rounds).run(uneven)
    return Seated(rounds, other.moves + joint.moves, joint.stopped)
