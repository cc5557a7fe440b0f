"""Who keeps a table because it is wished: a fixed place costs returns and stays that are no fault of the seating."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from tournament.seating.draft import Draft

Places = Collection[tuple[int, int]]
"""Fixed places that are wished: (id of the person, table)."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The hanchan, by id, of whoever sits at the wished table throughout."""

    hanchan: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def visits(self) -> int:
        """The most that one of them has to the one table."""
        return max(map(len, self.hanchan.values()), default=0)

    @property
    def returns(self) -> int:
        """Their times back at the table, all together."""
        return sum(len(numbers) - 1 for numbers in self.hanchan.values())

    @property
    def stays(self) -> int:
        """Their times at the table in the next hanchan again."""
        return sum(then == one + 1 for numbers in self.hanchan.values() for one, then in pairwise(numbers))

    def more_returns(self, tables: int) -> int:
        """Returns beyond those that everybody with so many hanchan has at so many tables."""
        return sum(min(len(numbers), tables) - 1 for numbers in self.hanchan.values())


NOBODY = Kept()


def kept_in(draft: Draft, places: Places) -> Kept:
    """Whoever never sits elsewhere than at the place wished, byes or not, and more than once."""
    found = {}
    for person, table in sorted(places):
        at = {number: seat for number, tables in draft.items() for seat, seats in tables.items() if person in seats}
        if len(at) > 1 and set(at.values()) == {table}:
            found[person] = tuple(sorted(at))
    return Kept(found)
