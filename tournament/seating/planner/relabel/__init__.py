"""Who takes which place of a design, so that wishes are met: the tables stay as they are, no repeat can come of it.

The people of a group are put onto places that never meet, group by group, the largest first; where that does not
suffice, people change places by chance, beginning with those whose wishes are not met. A transversal design of order
g has four classes of g places that never meet; here they are found from the seating itself.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from ..search.annealing import Phase, Search
from ..search.terms import WEIGHTS, forced
from ..wishes import Weight, Wish
from ..words import Rounds, Watch, table_of
from .state import Relabelling

MOVES_PER_PLACE = 400
"""Changes tried, but at least as many as follow."""

LEAST_MOVES = 20_000

STRONG, MUST = WEIGHTS[Weight.STRONG], WEIGHTS[Weight.MUST]
PHASES = (
    Phase(STRONG // 16, STRONG // 16, 15),
    Phase(MUST // 3, MUST // 12, 50, heavy=True),
    Phase(STRONG // 2, 4, 100),
)
"""Cold; warm enough to break what must hold, if it does not; then for the others and for what is a matter of taste."""


class Relabelled(NamedTuple):
    """The seating with its places numbered 1..N anew: the new number of a place says which player should take it."""

    rounds: Rounds
    enough: bool
    """What must hold does, or all is as good as can be proved; another seating need not be looked for."""
    stopped: bool


def relabelled(
    rounds: Rounds, wishes: Sequence[Wish], rng: Random, watch: Watch | None = None, moves: int | None = None
) -> Relabelled:
    """Find the places for players 1..N that meet their wishes best; what is forced by the number of tables is known,
    and the search ends there.
    """
    wishes = _raised(wishes)
    state = Relabelling(rounds, wishes, rng)
    limit = max(LEAST_MOVES, MOVES_PER_PLACE * state.people) if moves is None else moves
    everybody = frozenset(range(1, state.people + 1))
    least = forced(wishes, [everybody] * len(rounds), len(rounds[0][0]))
    search = Search(state, rng, limit, watch, least)
    search.run(PHASES)
    player = {place: person + 1 for person, place in enumerate(search.best)}
    renumbered = tuple(tuple(table_of([player[place - 1] for place in table]) for table in tables) for tables in rounds)
    return Relabelled(renumbered, search.least < MUST or search.least <= least, search.stopped)


def _raised(wishes: Sequence[Wish]) -> Sequence[Wish]:
    """Soft wishes as strong ones when there are no strong ones: here they compete with nothing else."""
    if any(wish.weight is Weight.STRONG for wish in wishes):
        return wishes
    return [replace(wish, weight=Weight.STRONG) if wish.weight is Weight.SOFT else wish for wish in wishes]
