"""Transversal designs and difference matrices: k classes of g players, a table takes one of each class.

Player (i, x), of class i = 0, 1, .., is point i*g + x, with x in a group of order g. In hanchan h table t holds the
players (i, t + a_i(h)). For two rows a_i, a_j the differences a_i(h) - a_j(h) are distinct over the hanchan, so two
players meet at most once; those of one class never do. One more row numbers the tables: the same law says that nobody
returns to a table. Adding an element of the group to everybody changes nothing, so a few pairs stand for all.

The rows are multiples over a product of fields where these are large enough (`linear`); else they come from a seeded
search for a partial difference matrix over the integers mod g (`searched`): row by row, within a row the column with
the fewest possible values first; sets of numbers mod g are the bits of an int.

Sources: Bose 1939, Bush 1952 (rows m*h over a field); Colbourn and Dinitz, Handbook of Combinatorial Designs,
ch. III.3 (difference matrices).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from random import Random
from typing import Protocol

from seating.chance import shuffled
from seating.designs.fields import Ring
from seating.rounds import Round, table_of

CLASSES = 4

Row = list[int]


class AbelianGroup(Protocol):
    """Elements 0..order-1; 0 is the neutral one."""

    @property
    def order(self) -> int: ...

    def minus(self, one: int, other: int, /) -> int: ...

    def turned(self, by: int, /) -> Sequence[int]:
        """`by` added to 0, 1, 2, ..."""


@dataclass(frozen=True, slots=True)
class Cyclic:
    """The integers mod `order`."""

    order: int

    def minus(self, one: int, other: int) -> int:
        return (one - other) % self.order

    def turned(self, by: int) -> Sequence[int]:
        return [*range(by, self.order), *range(by)]


@dataclass(frozen=True, slots=True)
class Transversal:
    """A group, and in each row an element of it for every hanchan: a row for each class, and one for the tables."""

    group: AbelianGroup
    rows: Sequence[Row]
    classes: int = CLASSES

    def rounds(self) -> list[Round]:
        """The hanchan, with the tables in the order of the last row where there is one for them."""
        return [self._round([row[column] for row in self.rows]) for column in range(len(self.rows[0]))]

    def _round(self, shifts: Sequence[int]) -> Round:
        order = self.group.order
        turned = [self.group.turned(shift) for shift in shifts]
        seats = [[which * order + point for point in points] for which, points in enumerate(turned[: self.classes])]
        tables = [table_of(table) for table in zip(*seats, strict=True)]
        if len(turned) > self.classes:
            numbered = dict(zip(turned[self.classes], tables, strict=True))
            return tuple(numbered[number] for number in range(order))
        return tuple(tables)

    def common_opponents(self) -> int | None:
        """Return the fewest opponents in common of two players who never meet; None if all of different classes meet.

        (i, 0) meets the (j, a_j - a_i); by the symmetry it is enough to compare it with every (k, x).
        """
        met = [[self._met(one, other) for other in range(self.classes)] for one in range(self.classes)]
        turnings = [self.group.turned(by) for by in range(self.group.order)]
        turned = [[[sum(1 << by[d] for d in others) for others in mine] for mine in met] for by in turnings]
        counts = [
            sum((mine & other).bit_count() for mine, other in zip(turned[0][one], turned[by][two], strict=True))
            for one, two in combinations_with_replacement(range(self.classes), 2)
            for by in range(self.group.order)
            if by not in met[one][two] and (by or one != two)
        ]
        return min(counts, default=None)

    def _met(self, one: int, other: int) -> set[int]:
        """The elements d so that (one, 0) meets (other, d)."""
        if one == other:
            return set()
        return {self.group.minus(b, a) for a, b in zip(self.rows[one], self.rows[other], strict=True)}


def linear_transversal(order: int, hanchan: int, rows: int, rng: Random) -> Transversal | None:
    """Return rows m*h over a product of fields with at least as many elements as there are rows.

    The hanchan h are drawn: in fields of 2^k the first ones would be a subgroup, with few common opponents.
    """
    ring = Ring(order)
    if hanchan > order or ring.spread < rows:
        return None
    multipliers = [ring.spread_element(which) for which in shuffled(range(ring.spread), rng)[:rows]]
    columns = shuffled(range(order), rng)[:hanchan]
    return Transversal(ring, [[ring.times(multiplier, column) for column in columns] for multiplier in multipliers])


def search_transversal(order: int, hanchan: int, rows: int, rng: Random) -> Transversal | None:
    """Return rows over the integers mod g, by search; None if it gives up, as it must close to g hanchan."""
    found = difference_rows(order, hanchan, rows, rng) if hanchan < order else None
    return Transversal(Cyclic(order), found) if found else None


NODES_PER_ROW = 400
"""Values tried for one row before the search gives up."""


@dataclass
class _Search:
    """One more row below those there are."""

    order: int
    rows: list[Row]
    rng: Random
    nodes: int = NODES_PER_ROW
    used: list[int] = field(default_factory=list)
    """For each row above: the differences already taken."""

    def candidates(self, column: int) -> int:
        """The values that are still possible there, as bits."""
        taken = 0
        for row, used in zip(self.rows, self.used, strict=True):
            taken |= self._turn(used, row[column])
        return ~taken & ((1 << self.order) - 1)

    def _turn(self, bits: int, by: int) -> int:
        full = (1 << self.order) - 1
        return (bits << by | bits >> (self.order - by)) & full

    def extend(self, filled: dict[int, int], columns: int) -> bool:
        """Fill the remaining columns of one more row; False when there is no way or the nodes are spent."""
        if len(filled) == columns:
            return True
        free = [(self.candidates(column), column) for column in range(columns) if column not in filled]
        options, column = min(free, key=lambda entry: (entry[0].bit_count(), entry[1]))
        values = [value for value in range(self.order) if options >> value & 1]
        for value in shuffled(values, self.rng):
            if self.nodes <= 0:
                return False
            self.nodes -= 1
            filled[column] = value
            self._mark(column, value)
            if self.extend(filled, columns):
                return True
            self._mark(column, value)
            del filled[column]
        return False

    def _mark(self, column: int, value: int) -> None:
        for number, row in enumerate(self.rows):
            self.used[number] ^= 1 << (value - row[column]) % self.order


def difference_rows(order: int, columns: int, rows: int, rng: Random) -> list[Row] | None:
    """`rows` rows over the integers mod `order`, or None when the search gives up (it counts its nodes)."""
    found: list[Row] = [[0] * columns]
    while len(found) < rows:
        search = _Search(order, found, rng, used=[0] * len(found))
        filled: dict[int, int] = {}
        if not search.extend(filled, columns):
            return None
        found.append([filled[column] for column in range(columns)])
    return found
