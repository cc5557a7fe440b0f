"""The steps of a ceremony, in the order in which they are shown: one press of a key is one step. Pure.

Places far down come together, in groups; from a place that the organiser chooses one at a time, to the fourth.
Then come the prizes that are for no place, and then the third, the second and the first, alone. The screen, phones, the
remote and the certificates all read this list.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from tournament.standings.ceremony_list import FinalPlace, FinalPrize

ALONE = 3
"""The places up to this one are announced alone, after the prizes."""
FACE_DOWN = 4
"""The places up to this one lie on the screen as tiles until they are announced."""
GROUP = 14
"""How many players come together; more where they share a place."""
SINGLES = (12, 8, 4)
"""The places from which on each may come by itself."""


class StepKind(StrEnum):
    """What a step shows."""

    GROUP = "group"
    SINGLE = "single"
    PRIZE = "prize"
    ALONE = "alone"
    WINNER = "winner"


@dataclass(frozen=True, slots=True)
class CeremonyStep:
    """One step: the places that it announces, the best first, or the winners of a prize."""

    kind: StepKind
    places: tuple[FinalPlace, ...] = ()
    prizes: tuple[FinalPrize, ...] = ()

    @property
    def best(self) -> int | None:
        """The best place that it announces, None for a prize."""
        return self.places[0].place if self.places else None

    @property
    def prize(self) -> tuple[str, int] | None:
        """Kind and place of the prize that it announces, None for places."""
        return (self.prizes[0].kind, self.prizes[0].place) if self.prizes else None


def ceremony_steps(
    places: Sequence[FinalPlace], prizes: Sequence[FinalPrize] = (), singles: int = SINGLES[0]
) -> tuple[CeremonyStep, ...]:
    """Return the steps for a list of final places, the best first, and of prizes. Who shares a place is announced with
    those who share it. From place `singles` on they come one at a time."""
    shared = [tuple(rows) for _place, rows in groupby(places, key=lambda one: one.place)]
    alone = [rows for rows in shared if rows[0].place <= ALONE]
    single = [rows for rows in shared if ALONE < rows[0].place <= singles]
    return (
        *_groups([rows for rows in shared if rows[0].place > max(singles, ALONE)]),
        *(CeremonyStep(StepKind.SINGLE, rows) for rows in reversed(single)),
        *_prize_steps(prizes),
        *(CeremonyStep(StepKind.WINNER if rows[0].place == 1 else StepKind.ALONE, rows) for rows in reversed(alone)),
    )


def _groups(shared: Sequence[tuple[FinalPlace, ...]]) -> list[CeremonyStep]:
    """The places of groups, counted from the best: only the group that is shown first may be a small one."""
    groups: list[tuple[FinalPlace, ...]] = []
    for rows in shared:
        if groups and len(groups[-1]) + len(rows) <= GROUP:
            groups[-1] += rows
        else:
            groups.append(rows)
    return [CeremonyStep(StepKind.GROUP, rows) for rows in reversed(groups)]


def _prize_steps(prizes: Sequence[FinalPrize]) -> Iterator[CeremonyStep]:
    """A step for each prize, those of one kind together, the first of a kind last."""
    kinds = list(dict.fromkeys(one.kind for one in prizes))
    order = sorted(prizes, key=lambda one: (kinds.index(one.kind), -one.place))
    for _prize, winners in groupby(order, key=lambda one: (one.kind, one.place)):
        yield CeremonyStep(StepKind.PRIZE, prizes=tuple(winners))


def steps_revealed(
    steps: Sequence[CeremonyStep], revealed_from: int, prizes_shown: Collection[tuple[str, int]] = ()
) -> int:
    """Return how many steps are shown where the places from `revealed_from` to the last are, and these prizes: those up
    to the first step that was not shown."""
    shown = 0
    for step in steps:
        if step.best is None:
            if step.prize not in prizes_shown:
                break
        elif step.best < revealed_from:
            break
        shown += 1
    return shown


def prizes_in(steps: Sequence[CeremonyStep]) -> frozenset[tuple[str, int]]:
    """Return the prizes among the steps, by kind and place."""
    return frozenset(step.prize for step in steps if step.prize)
