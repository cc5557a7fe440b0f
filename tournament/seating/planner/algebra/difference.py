"""Partial difference matrices over the integers mod g, by seeded search.

Rows of numbers mod g, one column per hanchan; for any two rows the differences in all columns are distinct. Built
row by row; within a row the column with the fewest possible values is filled first. Sets of numbers mod g are the
bits of an int.
"""

from dataclasses import dataclass, field
from random import Random

from ..chance import shuffled

Row = list[int]

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
    """``rows`` rows over the integers mod ``order``, or None when the search gives up (it counts its nodes)."""
    found: list[Row] = [[0] * columns]
    while len(found) < rows:
        search = _Search(order, found, rng, used=[0] * len(found))
        filled: dict[int, int] = {}
        if not search.extend(filled, columns):
            return None
        found.append([filled[column] for column in range(columns)])
    return found
