"""The figures of a hanchan by the standings: repeats and closeness in rank; and whose turn it is for a bye."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from seating.rounds import Round, Rounds, times_met, winds_had


@dataclass(frozen=True, slots=True)
class Closeness:
    """One hanchan, counted. A table's spread is the worst rank at it less the best: 3 when four neighbours sit there.

    `repeats` are (one, other, earlier meetings), `uneven` who has one wind two or more times more than another
    after it, `stays` who has the same table as in the hanchan before.
    """

    repeats: tuple[tuple[int, int, int], ...]
    spreads: tuple[int, ...]
    uneven: tuple[int, ...]
    stays: tuple[int, ...]

    @property
    def mean_tenths(self) -> int:
        """The mean spread in tenths of a rank, rounded."""
        return mean_in_tenths(self.spreads)

    @property
    def largest(self) -> int:
        """The largest spread."""
        return max(self.spreads)


def mean_in_tenths(spreads: Sequence[int]) -> int:
    """The mean of some spreads in tenths, rounded."""
    return (20 * sum(spreads) + len(spreads)) // (2 * len(spreads))


def closeness(seated: Round, order: Sequence[int], past: Rounds) -> Closeness:
    """Measure one hanchan against the order and the past."""
    rank = {player: at for at, player in enumerate(order)}
    met = times_met(past)
    pairs = [pair for table in seated for pair in combinations(sorted(table), 2) if pair in met]
    places = [[rank[player] for player in table] for table in seated]
    after = winds_had((*past, seated), len(seated[0]))
    here = {player for table in seated for player in table}
    before = past[-1] if past else ()
    return Closeness(
        tuple(sorted(((*pair, met[pair]) for pair in pairs), key=lambda pair: (-pair[2], pair))),
        tuple(max(ranks) - min(ranks) for ranks in places),
        tuple(sorted(one for one in here if max(after[one]) - min(after[one]) > 1)),
        tuple(sorted(one for old, new in zip(before, seated, strict=False) for one in {*old} & {*new})),
    )


def sit_out(order: Sequence[int], byes: Mapping[int, int], size: int = 4) -> tuple[int, ...]:
    """Return the players left over: the fewest byes so far, then the lowest in the order; the lowest first.

    >>> sit_out([1, 2, 3, 4, 5, 6], {6: 1})
    (5, 4)
    """
    lowest_first = sorted(range(len(order)), key=lambda at: (byes.get(order[at], 0), -at))
    return tuple(order[at] for at in lowest_first[: len(order) % size])
