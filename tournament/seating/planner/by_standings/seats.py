"""What a table costs whose people need the same winds, by the winds that everybody has had."""

from collections.abc import Mapping, Sequence
from itertools import permutations

Had = Mapping[int, Sequence[int]]
"""Player -> how often East, South, West, North so far."""

FAR_AHEAD = 3


def excess(counts: Sequence[int]) -> tuple[int, ...]:
    """How far each wind is ahead of the one had least: whoever takes one that is not ahead keeps within one.

    More than FAR_AHEAD counts as that, so that there are few different needs.

    >>> excess([2, 1, 1, 1])
    (1, 0, 0, 0)
    """
    least = min(counts)
    return tuple(min(count - least, FAR_AHEAD) for count in counts)


def price(excesses: Sequence[Sequence[int]], seats: Sequence[int]) -> int:
    """What an order of a table costs: nothing when everybody takes a wind had least, else squares of what is ahead."""
    return sum(excesses[who][wind] ** 2 for wind, who in enumerate(seats))


def cheapest(excesses: Sequence[Sequence[int]]) -> int:
    """The price of the best order of a table."""
    return min(price(excesses, seats) for seats in permutations(range(len(excesses))))


class OrderPrices(dict[int, int]):
    """What the best order of a table costs, by the table's key: the sum of the ``codes`` of its people, counted from 0
    in ``order``. Who needs the same winds has the same code, so an exchange changes a key by a difference."""

    def __init__(self, had: Had, order: Sequence[int], size: int, weight: int) -> None:
        none = [0] * size
        profiles = [excess(had.get(player, none)) for player in order]
        self.profiles = sorted(set(profiles))
        self.size, self.weight = size, weight
        code = {profile: (size + 1) ** at for at, profile in enumerate(self.profiles)}
        self.codes = [code[profile] for profile in profiles]

    @classmethod
    def none(cls, people: int) -> "OrderPrices":
        """Where winds do not matter."""
        return cls({}, range(people), 4, 0)

    def key(self, table: Sequence[int]) -> int:
        """The key of a table with these people."""
        return sum(self.codes[one] for one in table)

    def __missing__(self, key: int) -> int:
        table: list[tuple[int, ...]] = []
        rest = key
        for profile in self.profiles:
            rest, times = divmod(rest, self.size + 1)
            table += [profile] * times
        self[key] = found = self.weight * cheapest(table) if self.weight else 0
        return found
