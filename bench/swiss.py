"""Events seated by the standings, hanchan by hanchan: repeats, closeness, winds, time, against sorting and annealing.

The model: strengths are normal with deviation 1; at a table people finish in the order of strength plus normal noise of
deviation 2, get 15, 5, -5, -15 for it and normal noise of deviation 8 on top. Nothing is known before the first.
Each size is played twenty times. "ratio" is against the bare sorting of the hall into fours. Seconds are of CPU.
"""

import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from math import exp
from random import Random
from time import process_time
from typing import NamedTuple

from bench import sized
from seating import Round, Rounds, measure
from seating.swiss import PairingTask, closeness, pair, weight_of

SIZES = sized(((24, 5), (32, 7), (48, 8), (64, 8), (100, 10)), ((16, 2),))
EVENTS = sized(20, 1)
MOVES = sized(30_000, 300)
"""Exchanges tried where a hanchan is annealed alone."""

Seat = Callable[[list[int], Rounds, int], Round]


class Event(NamedTuple):
    """One event: pairs met again, mean spread of ranks at a table, CPU seconds a hanchan; `uneven` counts who has one
    wind two or more times more than another, counted after every hanchan."""

    repeats: int
    spread: float
    uneven: int
    slowest: float
    seconds: float


def play(players: int, hanchan: int, seat: Seat, seed: int) -> Event:
    """One event, `seat` being asked before each hanchan."""
    rng = Random(seed)
    strength = {player: rng.gauss(0, 1) for player in range(1, players + 1)}
    scores = dict.fromkeys(strength, 0.0)
    past: Rounds = ()
    spreads: list[int] = []
    took: list[float] = []
    uneven = 0
    for number in range(hanchan):
        order = sorted(scores, key=lambda player: (-scores[player], player))
        began = process_time()
        tables = seat(order, past, hanchan - number - 1)
        took.append(process_time() - began)
        counted = closeness(tables, order, past)
        uneven += len(counted.uneven)
        spreads += counted.spreads if past else ()
        past = (*past, tables)
        for table in tables:
            finish = sorted(table, key=lambda player: -(strength[player] + rng.gauss(0, 2)))
            for uma, player in zip((15, 5, -5, -15), finish, strict=True):
                scores[player] += uma + rng.gauss(0, 8)
    repeats, mean = measure(past, players).repeats, statistics.mean(spreads)
    return Event(repeats, mean, uneven, max(took), statistics.mean(took))


def by_knob(step: int | None, ahead: bool = True) -> Seat:
    """The knob at one setting, looking ahead or not."""

    def seat(order: list[int], past: Rounds, left: int) -> Round:
        weight = weight_of(step, len(order))
        return pair(PairingTask(order, past, seed=len(past)), weight, left=left if ahead else None)

    return seat


def bare(order: list[int], past: Rounds, left: int) -> Round:
    """The least that seats by rank: neighbours sit together, whoever they have met."""
    return tuple(tuple(order[at : at + 4]) for at in range(0, len(order), 4))


def annealed(order: list[int], past: Rounds, left: int) -> Round:
    """Return a hanchan as others make it: annealed alone, N squared for who met before plus squared distances in rank.

    No winds, and no look at what is left for later.
    """
    rng, rank = Random(len(past)), {player: place for place, player in enumerate(order)}
    met = Counter(frozenset(pair) for tables in past for table in tables for pair in combinations(table, 2))

    def cost(table: Sequence[int]) -> int:
        pairs = combinations(table, 2)
        return sum(len(order) ** 2 * met[frozenset(pair)] + (rank[pair[0]] - rank[pair[1]]) ** 2 for pair in pairs)

    tables = [list(table) for table in bare(order, past, left)]
    for move in range(MOVES):
        temperature = 300 * (0.5 / 300) ** (move / MOVES)
        one = rng.randrange(len(tables) - 1)
        other = min(one + rng.randrange(1, 4), len(tables) - 1)
        here, there, before = rng.randrange(4), rng.randrange(4), cost(tables[one]) + cost(tables[other])
        tables[one][here], tables[other][there] = tables[other][there], tables[one][here]
        rise = cost(tables[one]) + cost(tables[other]) - before
        if rise > 0 and rng.random() >= exp(-rise / temperature):
            tables[one][here], tables[other][there] = tables[other][there], tables[one][here]
    return tuple(tuple(table) for table in tables)


WAYS: tuple[tuple[str, Seat], ...] = (
    ("sorted into chunks", bare),
    ("one hanchan annealed", annealed),
    ("a repeat is 16 ranks", by_knob(16)),
    ("never, not looking ahead", by_knob(None, ahead=False)),
    ("never, looking ahead", by_knob(None)),
)


def main() -> None:
    for players, hanchan in SIZES:
        least = 0.0
        for name, seat in WAYS:
            events = [play(players, hanchan, seat, seed) for seed in range(EVENTS)]
            repeats, spread, uneven, _, seconds = map(statistics.mean, zip(*events, strict=True))
            least = least or seconds
            slowest = max(event.slowest for event in events)
            print(
                f"{players:>4} x {hanchan:<3} {name:<26} repeats {repeats:6.1f}   spread {spread:5.1f}   "
                f"two winds off {uneven:5.1f}   {seconds:7.3f} s a hanchan, {slowest:6.3f} s at most   "
                f"ratio {seconds / least:9.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
