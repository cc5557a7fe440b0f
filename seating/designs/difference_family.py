"""Difference families and difference matrices: base tables developed by the elements of a group into all hanchan.

*Starters*: N = 3r + f points: point p < 3r is (p div r, p mod r), the f others stay fixed. Adding s to the second part
of every moving point, for s = 0..r-1, turns one base round into r hanchan in which no two players meet twice: all
differences within and between the three orbits are distinct. Found by exact cover over the blocks, in orbits of the map
(i, x) -> (i + 1, m x) with m^3 = 1; every one is recounted in the tests.

*Base tables*: four classes of g players, n of each are the elements of a group and g - n never move. Point (i, x) of
class i = 0..3 is i*g + x; x < n is an element of the ring of order n, from n on it never moves. Adding an element to a
*moving* hanchan, with the numbers of its tables, gives another: n in all. Adding all elements to one table gives n
tables of a *standing* hanchan, at which those who never move are not; they fill the other g - n by a design of their
own. With n = g that is a difference matrix, one table for each hanchan; with n < g a quasi-difference matrix. In both
all differences of two rows are distinct, the numbers of the tables being a row like the classes, so nobody meets or
comes to a table twice.

Sources: Colbourn and Dinitz, Handbook of Combinatorial Designs, 2nd edition 2007, III.3.50 to III.3.67, most of them by
R. J. R. Abel: difference matrices of order 21 (V. Nazarok 1991), 24, 28, 33, 36, 39, 44 and 48, quasi-difference
matrices for four orthogonal Latin squares of order 26, 30, 34, 38 and 42; A. E. Brouwer and G. H. J. van Rees, More
mutually orthogonal Latin squares, Discrete Mathematics 39 (1982): the vector V(4, 9) for order 46. Not published, as
far as we know: 22, for which three squares are known. It was found in orbits of the map x -> 4x that takes class 0 to
1, 1 to 2 and 2 to 0; people of one class meet in it too.
"""

from collections.abc import Sequence
from random import Random

from seating.designs.fields import Ring
from seating.designs.transversal import CLASSES, Transversal, linear_transversal
from seating.rounds import Round, Table, table_of
from seating.stored import read_entries

STARTERS = {players: blocks for players, (blocks,) in read_entries("starters").items()}
"""By the number of players: the tables of the base round."""

BASES = {
    tables: (int(group), moving, standing) for tables, (group, moving, standing) in read_entries("base_tables").items()
}
"""By the number of tables g: the order n of the group; a moving hanchan, its g tables in the order of the room; the
first table of each standing hanchan."""

ONE_TABLE = Transversal(Ring(1), [[0]] * (CLASSES + 1))


def develop(order: int, hanchan: int) -> list[Round] | None:
    """Return the first hanchan with so many tables, over points 0..4g-1; None if too few are stored."""
    if order not in BASES:
        return None
    group, moving, standing = BASES[order]
    ring = Ring(group)
    shifts = [[*ring.turned(by), *range(group, order)] for by in range(group)]
    rounds = [_moved(parse_blocks(moving), shift) for shift in shifts] if moving else []
    if standing:
        tables = parse_blocks(standing)
        rests = _of_those_who_never_move(group, order, len(tables))
        rounds += [
            (*(_shifted(table, shift) for shift in shifts), *rest) for table, rest in zip(tables, rests, strict=True)
        ]
    return rounds[:hanchan] if hanchan <= len(rounds) else None


def _moved(tables: Sequence[Sequence[int]], shift: Sequence[int]) -> Round:
    numbered = dict(zip(shift, tables, strict=True))
    return tuple(_shifted(numbered[number], shift) for number in range(len(tables)))


def _shifted(points: Sequence[int], shift: Sequence[int]) -> Table:
    order = len(shift)
    return table_of([point - point % order + shift[point % order] for point in points])


def _of_those_who_never_move(first: int, order: int, hanchan: int) -> list[Round]:
    """In each of the standing hanchan, the tables from number `first` on."""
    own = order - first
    if not own:
        return [()] * hanchan
    made = linear_transversal(own, hanchan, CLASSES + 1, Random(0)) or ONE_TABLE  # noqa: S311  no chance: always the same
    return [
        tuple(table_of([point // own * order + first + point % own for point in table]) for table in tables)
        for tables in made.rounds()
    ]


def parse_blocks(text: str) -> tuple[tuple[int, ...], ...]:
    """`base_round("0 1 2 3 | 4 5 6 7")` is ((0, 1, 2, 3), (4, 5, 6, 7))."""
    return tuple(tuple(map(int, block.split())) for block in text.split("|"))
