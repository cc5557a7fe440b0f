"""Simulated annealing whose moves start at a fault: a player of a wrong pair, or on a wrong seat, changes places.

A change for the worse is accepted by chance, the less the lower the temperature. Work is counted in changes tried,
never in seconds, so that the same random numbers give the same seating everywhere. Sources: Minton and others 1992
(min-conflicts), Selman and others 1994 (walks that begin at something wrong), Kirkpatrick and others 1983.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar

from seating.chance import GRAIN, SCALE, THRESHOLDS, IndexedSet
from seating.search.cost import REPEAT
from seating.task import Watch

S = TypeVar("S", covariant=True)

CHUNK = 4_000
"""Changes tried at one temperature, between two words with the watch."""


class Phase(NamedTuple):
    """From hot to cold until so many per cent of the moves, or so many chunks, are used up; perhaps only while
    something heavy is wrong.
    """

    hot: int
    cold: int
    until: int
    chunks: int = 1_000_000
    heavy: bool = False


COLD, HOT = REPEAT // 8, REPEAT * 3 // 10
TASTE = (Phase(REPEAT // 50, 4, 100),)
PHASES = (Phase(COLD, COLD, 100, chunks=12, heavy=True), Phase(HOT, COLD, 85, heavy=True), *TASTE)
"""Cold first, which is enough whenever new opponents are plentiful; then, if people still meet who need not, hot and
slowly cold; then what is a matter of taste."""

LIGHT = 1 / 8
"""How often something light is tried while there is something heavy."""


class Annealable(Protocol[S]):
    """A state for the search: its cost, its faults, and how a change is proposed, priced and made."""

    cost: int
    heavy: IndexedSet
    light: IndexedSet

    def proposal(self, number: int, random: Callable[[], float]) -> tuple[int, int, int]:
        """Return a change that concerns this fault: a hanchan and two people; the same person twice for none."""
        ...

    def rise(self, which: int, one: int, other: int) -> int:
        """Return the change in cost when the two change places."""
        ...

    def exchange(self, which: int, one: int, other: int) -> None:
        """Make the change; the search adds what it costs."""
        ...

    def snapshot(self) -> S:
        """Return a copy of the current state."""
        ...


class Annealing(Generic[S]):
    """One search: the state, the best so far, and the work done."""

    def __init__(self, state: Annealable[S], rng: Random, moves: int, watch: Watch | None, enough: int = 0) -> None:
        self.enough = enough
        self.state, self.rng, self.limit, self.watch = state, rng, moves, watch
        self.moves, self.stopped = 0, False
        self.best, self.least = state.snapshot(), state.cost

    def run(self, phases: Sequence[Phase]) -> None:
        """Run the phases in turn, each until its moves are used up or no fault is left."""
        for phase in phases:
            if self.state.heavy.listed or not phase.heavy:
                self._anneal(
                    phase.hot,
                    phase.cold,
                    min(self.limit, self.moves + phase.chunks * CHUNK, self.limit * phase.until // 100),
                )

    def _anneal(self, hot: int, cold: int, until: int) -> None:
        """Cool geometrically from hot to cold while a fault is left."""
        steps = max(1, (until - self.moves) // CHUNK)
        temperature = hot * SCALE
        fall = SCALE - max(1, _fall(hot, cold, steps))
        for _ in range(steps):
            if not self._step(temperature // SCALE, until):
                return
            temperature = temperature * fall // SCALE

    def _step(self, temperature: int, until: int) -> bool:
        """Try a chunk of changes; return whether to continue."""
        if self.stopped or self.least <= self.enough or self.moves >= until:
            return False
        self._walk(temperature, min(CHUNK, until - self.moves))
        self._remember()
        wrong = len(self.state.heavy.listed) or min(1, len(self.state.light.listed))
        if self.watch and not self.watch(min(1.0, self.moves / self.limit), wrong):
            self.stopped = True
        return not self.stopped

    def _remember(self) -> None:
        if self.state.cost < self.least:
            self.least = self.state.cost
            self.best = self.state.snapshot()

    def _walk(self, temperature: int, count: int) -> None:
        state, random = self.state, self.rng.random
        heavy, light = state.heavy.listed, state.light.listed
        for _ in range(count):
            self.moves += 1
            wrongs = heavy if heavy and not (light and random() < LIGHT) else light
            if not wrongs:
                return
            which, one, other = state.proposal(wrongs[int(random() * len(wrongs))], random)
            if one == other:
                continue
            rise = state.rise(which, one, other)
            if rise <= 0 or rise <= THRESHOLDS[int(random() * GRAIN)] * temperature // SCALE:
                state.exchange(which, one, other)
                state.cost += rise


def _fall(hot: int, cold: int, steps: int) -> int:
    """Return the cooling factor in 1/SCALE: the largest loss per step that ends hotter than `cold`."""
    for fall in range(SCALE - 1, 0, -1):
        left = hot * SCALE
        for _ in range(steps):
            left = left * (SCALE - fall) // SCALE
            if left < cold * SCALE:
                break
        else:
            return fall
    return 1
