"""Two people who never meet compare their results only through those whom both have met."""

from typing import NamedTuple

from .matrix import Matrix


class Strangers(NamedTuple):
    """Two people who never meet, and how many opponents they have in common."""

    one: int
    other: int
    common: int


def strangers(matrix: Matrix, most: int) -> tuple[int, tuple[Strangers, ...]]:
    """How many pairs that never meet have the fewest common opponents of all, and the first ``most`` of them.

    (0, ()) when everybody meets everybody.
    """
    met = matrix.opponents()
    fewest, pairs, found = matrix.players, 0, list[Strangers]()
    for one in range(1, matrix.players + 1):
        for other in range(one + 1, matrix.players + 1):
            if met[one] >> other & 1:
                continue
            common = (met[one] & met[other]).bit_count()
            if common < fewest:
                fewest, pairs, found = common, 0, []
            if common == fewest:
                pairs += 1
                if len(found) < most:
                    found.append(Strangers(one, other, common))
    return pairs, tuple(found)
