"""Wishes met as far as possible: raised above their price, searched again, and the best of all seatings taken.

The price of a strong wish is low, so that the search never pays for one with a repeat; but for many wishes that is too
little to be led by. So where a strong wish is not met as often as can be proved possible, the search also runs with it
raised: as if it had to hold, then as much as a repeat. Of everything found, the lexicographically best counts: what
must hold, repeats, uneven winds, strong wishes, tables.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from seating.bounds import count_double_meetings
from seating.notes import Note, gettext_noop
from seating.rounds import Rounds, winds_had
from seating.search.solve import moves_for, solve
from seating.table_numbers import table_cost
from seating.task import Solution, Task, Watch, part_of
from seating.unmet import unmet, unmet_bound, unmet_times
from seating.wishes import Weight, Wish

RAISED_SEARCHES = 3
"""Searches with strong wishes as dear as a repeat; between one in two and one in four of them finds the best there is
where the field is small."""

RAISED_EFFORT, MOST_RAISED = 2, 2_000_000
"""They try so many times the usual changes, at most so many."""


class Shortfall(NamedTuple):
    """The shortcomings of a seating, by priority; to be compared."""

    required: int
    repeats: int
    uneven: int
    """Players whose winds differ by more than one at the end."""
    strong: int
    tables: int


def shortfall(task: Task, rounds: Rounds) -> Shortfall:
    """Count what a seating of the hanchan to be planned lacks, the past included where it matters."""
    whole = (*task.past, *rounds)
    winds = winds_had(whole, task.size) if task.winds else {}
    return Shortfall(
        unmet_times(rounds, task.past, task.wishes, Weight.MUST),
        count_double_meetings(whole),
        sum(max(counts) - min(counts) > 1 for counts in winds.values()),
        unmet_times(rounds, task.past, task.wishes, Weight.STRONG),
        table_cost(whole),
    )


def raise_wishes(wishes: Sequence[Wish], weight: Weight) -> tuple[Wish, ...]:
    """Return the wishes with the strong ones at another weight."""
    return tuple(replace(wish, weight=weight) if wish.weight is Weight.STRONG else wish for wish in wishes)


def lower_wishes(wishes: Sequence[Wish]) -> tuple[Wish, ...]:
    """Return the wishes with the required ones as strong ones."""
    return tuple(replace(wish, weight=Weight.STRONG) if wish.weight is Weight.MUST else wish for wish in wishes)


@dataclass
class SeatingChoice:
    """The seatings found for a task, of which the best counts."""

    task: Task
    found: list[tuple[Shortfall, Rounds]] = field(default_factory=list)

    def __post_init__(self) -> None:
        task = self.task
        self.bound = unmet_bound(task.sitting, task.wishes, Weight.STRONG, task.size, len(task.past))

    def offer(self, rounds: Rounds) -> Shortfall:
        """Add a seating; return what it lacks."""
        lacks = shortfall(self.task, rounds)
        self.found.append((lacks, rounds))
        return lacks

    @property
    def best(self) -> Rounds:
        """The best seating so far."""
        return min(self.found)[1]

    @property
    def is_required_met(self) -> bool:
        """Return whether the best seating meets every required wish."""
        return not min(self.found)[0].required

    @property
    def is_met(self) -> bool:
        """Return whether the best seating meets the strong wishes as often as can be proved possible."""
        return min(self.found)[0].strong <= self.bound

    def price(self) -> tuple[Note, ...]:
        """Return a note on the repeats for which the strong wishes could be met more often, if some seating does."""
        best = min(self.found)[0]
        better = [
            (lacks.strong, lacks.repeats)
            for lacks, _ in self.found
            if lacks.required <= best.required and lacks.strong < best.strong and lacks.repeats > best.repeats
        ]
        if not better:
            return ()
        fewest, repeats = min(better)
        one = gettext_noop(
            "{count} instead of {now} would cost 1 more repeated pairing. The seating avoids repeats first; mark the "
            "wish “required” if it matters more."
        )
        several = gettext_noop(
            "{count} instead of {now} would cost {repeats} more repeated pairings. The seating avoids repeats first; "
            "mark the wish “required” if it matters more."
        )
        more = repeats - best.repeats
        params = {"count": fewest, "now": best.strong, "repeats": more}
        return (Note("fewer_would_cost_repeats", one if more == 1 else several, params),)


def search_raised(choice: SeatingChoice, seed: int | str, watch: Watch | None = None, moves: int | None = None) -> bool:
    """Search with the strong wishes raised until they are met as often as can be; return whether it was stopped."""
    searches = list(_searches(choice.task, seed, moves))
    for number, (task, drawn, limit) in enumerate(searches):
        if choice.is_met:
            return False
        part = part_of(watch, number / len(searches), (number + 1) / len(searches))
        found = solve(task, drawn, moves=limit, watch=part)
        choice.offer(found.rounds)
        if found.stopped:
            return True
    return False


def _searches(task: Task, seed: int | str, moves: int | None) -> Iterator[tuple[Task, int | str, int]]:
    """Yield each task with its seed and the changes it may try: as if the wishes were required, and with the seed as it
    is, so that nobody gets a better seating by calling them so; then as dear as a repeat, some times."""
    usual = moves_for(task) if moves is None else moves
    yield _raised(task, Weight.MUST), seed, usual
    for number in range(1, RAISED_SEARCHES + 1):
        yield _raised(task, Weight.RAISED), f"{seed} raised {number}", min(MOST_RAISED, RAISED_EFFORT * usual)


def _raised(task: Task, weight: Weight) -> Task:
    return replace(task, wishes=raise_wishes(task.wishes, weight))


PLAIN = 0.3
"""The progress reported to a watch once the search at the usual price is done."""

ALMOST = 0.95
"""The progress at the end of a search that will hardly have to be followed by another, for required wishes that cannot
hold."""


def solve_by_priority(task: Task, seed: int | str, *, moves: int | None = None, watch: Watch | None = None) -> Solution:
    """Plan the hanchan of the task as `solve` does, and strong wishes as far as possible.

    Where required wishes are not met, those of the same as strong ones count too: requiring makes no seating worse.
    """
    choice = SeatingChoice(task)
    plain = solve(task, seed, moves=moves, watch=part_of(watch, 0, PLAIN))
    choice.offer(plain.rounds)
    stopped = plain.stopped or search_raised(choice, seed, part_of(watch, PLAIN, ALMOST), moves)
    if not stopped and not choice.is_required_met:
        lowered = replace(task, wishes=lower_wishes(task.wishes))
        found = solve_by_priority(lowered, seed, moves=moves, watch=part_of(watch, ALMOST, 1))
        choice.offer(found.rounds)
        stopped = found.stopped
    lacking = (*unmet(choice.best, task.past, task.wishes), *choice.price())
    return Solution(choice.best, lacking, plain.moves, stopped)
