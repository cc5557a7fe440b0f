"""Who sits out when people do not fill the tables: who has sat out already is last in line."""

from collections.abc import Mapping, Sequence


def sit_out(order: Sequence[int], byes: Mapping[int, int], size: int = 4) -> tuple[int, ...]:
    """Whoever is over: those with the fewest byes so far, of them the lowest in the order; the lowest first.

    >>> sit_out([1, 2, 3, 4, 5, 6], {6: 1})
    (5, 4)
    """
    lowest_first = sorted(range(len(order)), key=lambda at: (byes.get(order[at], 0), -at))
    return tuple(order[at] for at in lowest_first[: len(order) % size])
